// ovsx publishes each VSIX to a registry that only listens: it takes what we made, and has nothing to warn of.
// usage: TOOLS=folder/of/packaging/tools node open_vsx.mjs EXTENSION_FOLDER FILE.vsix...
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(`${process.env.TOOLS}/package.json`);
const { isLicenseOk } = require(`${process.env.TOOLS}/node_modules/ovsx/lib/check-license.js`);
const [folder, ...files] = process.argv.slice(2);
const { publisher, name, version } = JSON.parse(fs.readFileSync(`${folder}/package.json`, 'utf8'));
assert.ok(await isLicenseOk(path.resolve(folder)), 'Open VSX takes nothing without a licence');

let received;
const registry = http.createServer(async (request, response) => {
  const parts = await Array.fromAsync(request);
  if (request.url.startsWith('/api/-/publish')) received = Buffer.concat(parts);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ namespace: publisher, name, version, targetPlatform: 'universal' }));
});
registry.listen(0, '127.0.0.1');
await once(registry, 'listening');
for (const file of files) {
  const program = path.join(process.env.TOOLS, 'node_modules/.bin/ovsx');
  const ovsx = spawn(program, ['publish', file, '--registryUrl', `http://127.0.0.1:${registry.address().port}`, '--pat', 'none'], { stdio: ['ignore', 'inherit', 'pipe'] });
  const complaints = Array.fromAsync(ovsx.stderr.setEncoding('utf8'));
  const [status] = await once(ovsx, 'close');
  assert.equal((await complaints).join(''), '');
  assert.equal(status, 0);
  assert.ok(received.equals(fs.readFileSync(file)), 'the registry gets what was made');
}
registry.close();
