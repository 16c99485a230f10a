// Builds the VSIX for one platform, with the server program inside.
// usage: node scripts/package.mjs [--target PLATFORM --binary PATH] [--out FILE]
// Without --binary it takes build/dist/bin/termhost, building it first.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const root = resolve(here, '../..');
const own = `${process.platform}-${process.arch}`;
const { values } = parseArgs({
  options: { target: { type: 'string', default: own }, binary: { type: 'string' }, out: { type: 'string' } },
});
const out = resolve(values.out ?? `${root}/build/termhost-${values.target}.vsix`);
const run = (command, args, cwd = here) => execFileSync(command, args, { cwd, stdio: 'inherit' });

if (!values.binary) run('./scripts/build', ['dist'], root);
const binary = resolve(values.binary ?? `${root}/build/dist/bin/termhost`);
const bundled = `${here}/bin/termhost`;

rmSync(`${here}/bin`, { recursive: true, force: true });
mkdirSync(`${here}/bin`);
copyFileSync(binary, bundled);
chmodSync(bundled, 0o755);
if (values.target === own) run('strip', [bundled]);
for (const name of ['LICENSE', 'NOTICE']) copyFileSync(`${root}/${name}`, `${here}/${name}.txt`);
run('node', ['esbuild.mjs']);
mkdirSync(dirname(out), { recursive: true });
const options = ['--no-rewrite-relative-links', '--no-dependencies', '--target', values.target, '--out', out];
const { status, stdout, stderr } = spawnSync('node_modules/.bin/vsce', ['package', ...options], { cwd: here, encoding: 'utf8' });
process.stdout.write(stdout);
process.stderr.write(stderr);
if (status !== 0 || (stdout + stderr).includes('WARNING')) throw new Error('vsce is not content');
