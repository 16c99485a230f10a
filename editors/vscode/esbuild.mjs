// Bundles the extension into dist/extension.js and, with `--tests`, the unit tests into build/tests.
import { build } from 'esbuild';
import { readdirSync } from 'node:fs';

const common = { bundle: true, platform: 'node', format: 'cjs', target: 'node20', sourcemap: false, logLevel: 'warning' };

await build({
  ...common,
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.js',
  external: ['vscode'],
  minify: true,
  legalComments: 'none',
});

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
