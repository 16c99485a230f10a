// Formats Lua files, and those of folders, by editors/neovim/stylua.toml, as the program stylua would.
// usage: NEOVIM_PACKAGES=DIR node format.mjs [--check] FILE-OR-FOLDER…     --check: only say which are not formatted
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const stylua = createRequire(`${process.env.NEOVIM_PACKAGES}/`)('@johnnymorganz/stylua');

const places = process.argv.slice(2).filter((argument) => argument !== '--check');
const check = process.argv.includes('--check');
const toml = readFileSync(new URL('../../../editors/neovim/stylua.toml', import.meta.url), 'utf8');
const option = (name) => new RegExp(`^${name} = "?(\\w+)"?$`, 'm').exec(toml)[1];

/** For one file: formatting takes it away. */
function config() {
  const made = stylua.Config.new();
  made.column_width = Number(option('column_width'));
  made.indent_type = stylua.IndentType[option('indent_type')];
  made.indent_width = Number(option('indent_width'));
  made.quote_style = stylua.QuoteStyle[option('quote_style')];
  made.call_parentheses = stylua.CallParenType[option('call_parentheses')];
  return made;
}

const files = places.flatMap((place) =>
  place.endsWith('.lua')
    ? [place]
    : readdirSync(place, { recursive: true })
        .filter((name) => name.endsWith('.lua'))
        .map((name) => path.join(place, name)),
);
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const formatted = stylua.formatCode(text, config(), undefined, stylua.OutputVerification.None);
  if (formatted === text) continue;
  if (check) {
    console.error(`${file} is not formatted as stylua.toml says`);
    process.exitCode = 1;
  } else writeFileSync(file, formatted);
}
