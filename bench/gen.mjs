// Seeded terminal output for benchmarks, as a PTY delivers it (CR LF): a_plain.log (64 MB build log), b_ansi.log (64 MB, colours,
// links, some cursor codes) and c_progress.log (16 MB, lines of 60 to 150 carriage-return frames). usage: node gen.mjs DIR
import fs from 'node:fs';
import path from 'node:path';

let seed = 12345;
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 4294967296;
};
const below = (limit) => Math.floor(random() * limit);
const digits = (number, width) => String(number).padStart(width, '0');
const CSI = '\x1b[';

let percent = 0;
function plainLine() {
  const [module, file, kind] = [below(100), below(1000), below(100)];
  if (kind < 45) {
    percent = (percent + 1) % 101;
    return `[${String(percent).padStart(3)}%] Building CXX object src/module_${digits(module, 3)}/CMakeFiles/module_${digits(module, 3)}.dir/file_${digits(file, 4)}.cpp.o`;
  }
  if (kind < 75) return `gcc -O2 -g -Wall -Wextra -Iinclude -Isrc/module_${digits(module, 3)} -DNDEBUG -c src/module_${digits(module, 3)}/file_${digits(file, 4)}.c -o build/module_${digits(module, 3)}/file_${digits(file, 4)}.o`;
  if (kind < 90) return `src/module_${digits(module, 3)}/file_${digits(file, 4)}.c:${below(2000)}:${below(80)}: warning: unused variable 'tmp_${file}' [-Wunused-variable]`;
  if (kind < 96) return `    ${file} |         int tmp_${file} = compute(${module});\r\n        |             ^~~~~~~~`;
  return Array(2 + below(6)).fill('note: include path search list exhausted, retrying').join('\r\n');
}

function colouredLine() {
  const [module, file, kind] = [below(100), below(1000), below(100)];
  if (kind < 35) return `  ${CSI}32m\u2713${CSI}39m ${CSI}2mmodule_${digits(module, 3)} should handle case ${file} (${below(400)} ms)${CSI}22m`;
  if (kind < 55) return `${CSI}0m${CSI}1m${CSI}32m   Compiling${CSI}0m crate-${digits(module, 3)} v${below(9)}.${below(40)}.${below(9)} (${CSI}36m/home/dev/crates/crate-${digits(module, 3)}${CSI}0m)`;
  if (kind < 75) return `${CSI}38;5;${below(256)}m[${digits(below(24), 2)}:${digits(below(60), 2)}:${digits(below(60), 2)}]${CSI}0m ${CSI}1;33mWARN${CSI}0m ${CSI}90msrc/file_${digits(file, 4)}.ts${CSI}0m:${CSI}33m${below(999)}${CSI}0m:${CSI}33m${below(99)}${CSI}0m unused export ${CSI}4msymbol_${file}${CSI}24m`;
  if (kind < 90) return `${CSI}38;2;${below(256)};${below(256)};${below(256)}m\u25cf${CSI}39m ${CSI}1mtask-${module}${CSI}22m \u203a done in ${below(9000)}ms${CSI}K`;
  if (kind < 95) return `\x1b]8;;https://example.com/rule/${module}\x1b\\rule-${module}\x1b]8;;\x1b\\ ${CSI}31merror${CSI}39m at line ${file}`;
  return `${CSI}1A${CSI}2K${CSI}G${CSI}?25lstep ${file}/1000${CSI}?25h`;
}

function progressLine() {
  const name = `pkg-${digits(below(1000), 4)}`;
  const frames = 60 + below(90);
  const download = (i, p) => `\rDownloading ${name} [${'='.repeat(p * 0.3)}>${' '.repeat(30 - Math.floor(p * 0.3))}] ${String(p).padStart(3)}% ${(i * 0.37).toFixed(1)}MB/s`;
  const bar = (i, p) => `\r${String(p).padStart(3)}%|${'\u2588'.repeat(p * 0.2)}${' '.repeat(20 - Math.floor(p * 0.2))}| ${i}/${frames} [00:${digits(i % 60, 2)}<00:${digits((frames - i) % 60, 2)}, ${(9 + random()).toFixed(2)}it/s]`;
  const frame = random() < 0.5 ? download : bar;
  let line = '';
  for (let i = 0; i <= frames; i++) line += frame(i, Math.floor((i * 100) / frames));
  return line;
}

function write(file, size, line) {
  const descriptor = fs.openSync(file, 'w');
  for (let total = 0; total < size; ) {
    let block = '';
    while (block.length < 1 << 20) block += `${line()}\r\n`;
    total += fs.writeSync(descriptor, block);
  }
  fs.closeSync(descriptor);
}

export function generate(directory) {
  seed = 12345;
  fs.mkdirSync(directory, { recursive: true });
  const inputs = [['a_plain', 64 << 20, plainLine], ['b_ansi', 64 << 20, colouredLine], ['c_progress', 16 << 20, progressLine]];
  for (const [name, size, line] of inputs) write(path.join(directory, `${name}.log`), size, line);
}

if (process.argv[1]?.endsWith('gen.mjs')) generate(process.argv[2] ?? '.');
