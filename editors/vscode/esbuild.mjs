// Bundles the extension into dist/extension.js and, with `--tests`, the unit tests into build/tests.
import { build } from 'esbuild';
import { readdirSync } from 'node:fs';

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
const foreign = Object.keys(metafile.inputs).filter((path) => path.includes('node_modules'));
if (foreign.length > 0) throw new Error(`NOTICE says that this package holds termhost alone, and now it bundles ${foreign.join(', ')}: add the licences there`);

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
