// Bundles the extension into dist/extension.js and, with `--tests`, the unit tests into build/tests.
import { build } from 'esbuild';
import { readFileSync, readdirSync } from 'node:fs';

const common = { bundle: true, platform: 'node', format: 'cjs', target: 'node20', sourcemap: false, logLevel: 'warning' };

const { metafile } = await build({
  ...common,
  metafile: true,
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.js',
  external: ['vscode'],
  minify: true,
  legalComments: 'none',
});
const notice = readFileSync('../../NOTICE', 'utf8');
for (const path of Object.keys(metafile.inputs)) {
  const name = /node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  if (name && !notice.includes(`\n== ${name}: `)) throw new Error(`NOTICE has no section for ${name}, which is bundled; add its licence there`);
}

if (process.argv.includes('--tests')) {
  await build({
    ...common,
    entryPoints: readdirSync('test').filter((name) => name.endsWith('.test.ts')).map((name) => `test/${name}`),
    outdir: 'build/tests',
    alias: { vscode: './test/fake_vscode.ts' },
    external: ['node:*'],
    sourcemap: 'inline',
  });
}
