// Where no fuzzer is built: plays the inputs in a folder, the committed ones, so that targets neither rot nor fail.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);

int main(int, char** arguments) {
  int played = 0;
  for (const auto& entry : std::filesystem::directory_iterator(arguments[1])) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string input{std::istreambuf_iterator<char>(file), {}};
    std::puts(entry.path().c_str());  // of the last one, if it fails
    std::fflush(stdout);
    LLVMFuzzerTestOneInput(reinterpret_cast<const unsigned char*>(input.data()), input.size());
    ++played;
  }
  return played > 0 ? 0 : 1;
}
