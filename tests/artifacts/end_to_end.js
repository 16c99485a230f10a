// Drives the real binary with real commands; every check compares with what the command is known to print.
'use strict';
const { spawn, spawnSync, execFileSync } = require('node:child_process');
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { mirroredOutput, chunkOutput } = require('./mirrored_output.js');

const termhost = process.env.TERMHOST;
const kills = Number(process.env.TERMHOST_KILLS ?? 200);
const volume = process.env.TERMHOST_LONG ? 3000000000 : 60000000;
const memoryLimitKb = 32 * 1024;
const top = fs.mkdtempSync(path.join(os.tmpdir(), 'termhost-artifacts-'));
process.env.HOME = fs.mkdtempSync(path.join(top, 'home-'));  // a shell killed while it reads its own startup files may leave locks
let passed = 0;
let failed = 0;

function test(name, body) {
  const started = Date.now();
  try {
    body();
    passed += 1;
    console.log(`ok: ${name} (${Date.now() - started} ms)`);
  } catch (error) {
    failed += 1;
    console.error(`FAILED: ${name}\n${error.stack}`);
  }
}

function exec(storage, command, ...options) {
  const args = ['exec', '--json', '--storage', storage, '--task', 't', ...options, '--', command];
  const run = spawnSync(termhost, args, { encoding: 'utf8', maxBuffer: 1 << 26, timeout: 300000 });
  assert.ok(run.stdout, run.stderr);
  return JSON.parse(run.stdout);
}

const folder = storage => path.join(storage, 'tasks/t/command-output');
const artifact = (storage, id) => fs.readFileSync(path.join(folder(storage), id), 'utf8');
const storage = name => path.join(top, name);

function seq(from, to) {
  const lines = [];
  for (let i = from; i <= to; i += 1) lines.push(i);
  return lines.join('\n') + '\n';
}

function children(pid) {
  try {
    const pids = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return pids.flatMap(child => [child, ...children(child)]);
  } catch {
    return [];  // it has ended
  }
}

/// Peak resident memory in KB: of termhost and of the processes it starts that are termhost too, one by one and added up.
function peakMemory(pid) {
  let sum = 0;
  for (const process of [pid, ...children(pid)]) {
    try {
      if (fs.readlinkSync(`/proc/${process}/exe`) !== fs.realpathSync(termhost)) continue;
      sum += Number(fs.readFileSync(`/proc/${process}/status`, 'utf8').match(/VmHWM:\s+(\d+)/)[1]);
    } catch { /* it has ended */ }
  }
  return sum;
}

/// Runs termhost; the JSON that it prints, and its peak memory.
async function measured(args) {
  const child = spawn(termhost, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let peak = 0;
  let output = '';
  const timer = setInterval(() => { peak = Math.max(peak, peakMemory(child.pid)); }, 50);
  child.stdout.on('data', data => { output += data; });
  await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
  clearInterval(timer);
  return { peak, result: JSON.parse(output) };
}

test('a million lines: the artifact is the output to the byte, the preview has head and tail, counts are exact', () => {
  const whole = seq(1, 1000000);
  const { output } = exec(storage('million'), 'seq 1 1000000');
  assert.equal(artifact(storage('million'), output.artifactId), whole);
  assert.ok(Buffer.byteLength(output.text) <= 4096);
  assert.ok(output.text.startsWith('1\n2\n3\n') && output.text.endsWith('\n999999\n1000000'));
  assert.equal(output.totalBytes, whole.length);
  assert.equal(output.totalLines, 1000000);
  const shown = Buffer.byteLength(output.text.replace(/\[… [^\n]* …\]\n/g, ''));
  assert.equal(shown + 1 + output.omitted.reduce((sum, gap) => sum + gap.bytes, 0), whole.length); // the last line end is not told
  const mode = file => fs.statSync(file).mode & 0o777;
  assert.equal(mode(path.join(folder(storage('million')), output.artifactId)), 0o600);
  assert.equal(mode(folder(storage('million'))), 0o700);
  const read = execFileSync(termhost, ['read', output.artifactId, '--storage', storage('million'), '--search', '^77777'], { encoding: 'utf8' });
  assert.match(read, /11 matching lines/);
  assert.match(read, /\n777779 \| 777779\n$/);
});

test('no newline is lost and none is added', () => {
  const { output } = exec(storage('small'), 'printf abc');
  assert.equal(output.text, 'abc');
  assert.equal(output.totalBytes, 3);
  assert.ok(!output.artifactId);
});

test('what fits the preview is inline, whole, and makes no file', () => {
  const { output } = exec(storage('small'), 'seq 1 900');
  assert.equal(output.text + '\n', seq(1, 900));
  assert.deepEqual(output.omitted, []);
  assert.ok(!fs.existsSync(folder(storage('small'))) || fs.readdirSync(folder(storage('small'))).length === 0);
});

test('an unterminated last line is in the artifact', () => {
  const { output } = exec(storage('open'), 'seq 1 5000; printf the-end');
  assert.equal(artifact(storage('open'), output.artifactId), seq(1, 5000) + 'the-end');
});

test('a command that is stopped leaves all it had printed', () => {
  const result = exec(storage('timeout'), 'seq 1 5000; sleep 60', '--timeout', '2');
  assert.equal(result.status, 'timed_out');
  assert.ok(artifact(storage('timeout'), result.output.artifactId).startsWith(seq(1, 5000)));
});

test('a full disk: the command goes on, the preview is right, the result says why', () => {
  const disk = storage('disk');
  fs.mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]);
  try {
    const run = spawnSync(termhost, ['exec', '--storage', disk, '--task', 't', '--', 'seq 1 100000'], { encoding: 'utf8' });
    assert.equal(run.status, 0);
    assert.match(run.stdout, /\n99999\n100000\n/);
    assert.match(run.stdout, /no space is left on the disk|storageMinFreeBytes/);
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
});

test('a command that reads its own artifact comes to an end', () => {
  const own = storage('own');
  const result = exec(own, `seq 1 2000; sleep 0.5; timeout 20 grep -r 1 '${own}' | head -c 20000000`);
  assert.equal(result.status, 'completed');
});

async function memory() {
  const { peak, result } = await measured(
    ['exec', '--json', '--storage', storage('yes'), '--task', 't', '--', `yes | head -c ${volume}`]);
  test(`${volume} bytes of output leave memory small`, () => {
    assert.equal(result.output.totalBytes, volume);
    assert.ok(peak > 0 && peak < memoryLimitKb, `${peak} KB`);
  });
}

async function memoryOfServe() {
  const artifactMaxBytes = volume / 3;
  const printed = Math.floor(volume / chunkOutput) * chunkOutput;
  const { server, result } = await mirroredOutput(termhost, storage('mirrored'), { artifactMaxBytes }, printed);
  const peak = peakMemory(server.pid);
  server.stdin.end();
  await new Promise(resolve => server.on('close', resolve));
  test(`${printed} bytes through serve leave memory small and obey artifactMaxBytes`, () => {
    assert.equal(result.output.totalBytes, printed);
    const { size } = fs.statSync(path.join(folder(storage('mirrored')), result.output.artifactId));
    assert.ok(size > artifactMaxBytes / 2 && size <= artifactMaxBytes, `${size} bytes`);
    assert.ok(peak > 0 && peak < memoryLimitKb, `${peak} KB`);
  });
}

/// Every artifact of a killed termhost is a prefix of what its command prints; the next run gets another id.
async function killed() {
  const place = storage('killed');
  const whole = seq(1, 300000);
  const started = Date.now();
  exec(storage('measured'), 'seq 1 300000');
  const usual = Date.now() - started;
  for (let round = 0; round < kills; round += 1) {
    const child = spawn(termhost, ['exec', '--storage', place, '--task', 't', '--', 'seq 1 300000; sleep 5'], { stdio: 'ignore' });
    await new Promise(resolve => setTimeout(resolve, (0.2 + Math.random()) * usual));
    child.kill('SIGKILL');
    await new Promise(resolve => child.on('close', resolve));
  }
  test(`${kills} kills at random moments leave prefixes`, () => {
    const files = fs.existsSync(folder(place)) ? fs.readdirSync(folder(place)).filter(name => name.endsWith('.txt')) : [];
    assert.ok(files.length > kills / 20, `only ${files.length} artifacts`);
    for (const name of files) assert.ok(whole.startsWith(artifact(place, name)), name);
  });
  test('after the kills everything works on', () => {
    const { output, executionId } = exec(place, 'seq 1 5000');
    assert.equal(artifact(place, output.artifactId), seq(1, 5000));
    assert.ok(fs.readdirSync(folder(place)).every(name => name.includes(executionId) || Number(name.match(/\d+/)[0]) < Number(executionId)));
  });
}

memory().then(memoryOfServe).then(killed).then(() => {
  fs.rmSync(top, { recursive: true, force: true });
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
});
