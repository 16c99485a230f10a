#!/usr/bin/env node
// Plays `termhost` with the test's own hands: what the extension writes goes to the socket of the test, and back.
import net from 'node:net';

if (process.argv[2] === '--version') {
  console.log('termhost 0.1.0');
} else {
  const socket = net.connect(process.env.FAKE_SOCKET);
  process.stdin.pipe(socket);
  socket.pipe(process.stdout);
  socket.on('close', () => process.exit(0));
}
