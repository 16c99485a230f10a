// Builds the VSIX for this platform, with the server program inside.
// usage: node scripts/package.mjs [--binary PATH] [--out FILE]
// Without --binary it takes build/dist/bin/termhost, building it first.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const root = resolve(here, '../..');
const target = `${process.platform}-${process.arch}`;
const { values } = parseArgs({
  options: { binary: { type: 'string' }, out: { type: 'string', default: `${root}/build/termhost-${target}.vsix` } },
});
const run = (command, args, cwd = here) => execFileSync(command, args, { cwd, stdio: 'inherit' });

if (!values.binary) run('./scripts/build', ['dist'], root);
const binary = resolve(values.binary ?? `${root}/build/dist/bin/termhost`);
const bundled = `${here}/bin/termhost`;

rmSync(`${here}/bin`, { recursive: true, force: true });
mkdirSync(`${here}/bin`);
copyFileSync(binary, bundled);
chmodSync(bundled, 0o755);
run('strip', [bundled]);
for (const name of ['LICENSE', 'NOTICE']) copyFileSync(`${root}/${name}`, `${here}/${name}.txt`);
run('node', ['esbuild.mjs']);
mkdirSync(dirname(resolve(values.out)), { recursive: true });
run('node_modules/.bin/vsce', ['package', '--no-rewrite-relative-links', '--no-dependencies', '--target', target, '--out', resolve(values.out)]);
