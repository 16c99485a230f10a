// Prints the OpenRPC document; the build target `openrpc` writes it to protocol/openrpc.json.
#include <iostream>

#include "protocol/openrpc.hpp"

int main() { std::cout << termhost::protocol::openrpc_document(); }
