// What RTK (github.com/rtk-ai/rtk, a proxy that filters the output of known commands for agents) makes of a log, by its rules as they stood
// in November 2026, said again in our own words: `source` is the file of that repository that a rule comes from. Where RTK runs a tool with
// options of its own (a JSON reporter, -q), its rule for plain text is taken. What it has no rule for it passes on as it is.

const most = { errors: 20, warnings: 10, list: 20 };  // src/core/truncate.rs
const cut = (line, columns) => (line.length > columns ? `${line.slice(0, columns - 3)}...` : line);
const more = (count, what) => (count > 0 ? [`… +${count} more ${what}`] : []);

/** Lines of `lines` that begin a block and what goes on with them. */
function blocks(lines, begins, goesOn) {
  const found = [];
  let open;
  for (const line of lines) {
    if (begins(line)) found.push((open = [line]));
    else if (open && goesOn(line, open)) open.push(line);
    else open = undefined;
  }
  return found;
}

/** A filter of lines, as RTK's .toml files describe it. */
function lineFilter({ without, head, tail, atMost }) {
  return (lines) => {
    let kept = lines.filter((line) => !without.some((pattern) => pattern.test(line)));
    if (head && tail && kept.length > head + tail) kept = [...kept.slice(0, head), `... (${kept.length - head - tail} lines omitted)`, ...kept.slice(-tail)];
    else if (!head && tail) kept = kept.slice(-tail);
    return atMost ? kept.slice(0, atMost) : kept;
  };
}

function cargoBuild(lines) {
  const compiled = lines.filter((line) => /^\s*(Compiling|Checking)/.test(line)).length;
  const skipped = (line) => /^\s*(Compiling|Checking|Downloading|Downloaded|Finished)/.test(line) || /^warning:.*generated.*warning/.test(line) ||
    /^error[:[].*(aborting due to|could not compile)/.test(line);
  const found = blocks(lines.filter((line) => !skipped(line)), (line) => /^(error|warning)[:[]/.test(line), (line, block) => line.trim() !== '' || block.length <= 3);
  const errors = found.filter(([first]) => first.startsWith('error')).length;
  return [...found.flat(), `cargo build: ${errors} errors, ${found.length - errors} warnings (${compiled} crates)`];
}

function cargoTest(lines) {
  const summaries = lines.filter((line) => line.startsWith('test result:'));
  if (!summaries.length) return cargoBuild(lines);
  const failures = [];
  let section = 0;
  for (const line of lines) {
    if (line === 'failures:') section++;
    else if (line.startsWith('test result:')) section = 0;
    else if (section === 1 && (line.startsWith('---- ') || failures.length)) failures.push(line);
  }
  return [...failures, ...summaries];
}

function pytest(lines) {
  const failures = [];
  let section = 'progress', summary = '';
  for (const line of lines.map((one) => one.trim())) {
    if (/^===.*FAILURES/.test(line)) section = 'failures';
    else if (/^===.*short test summary/.test(line)) section = 'summary';
    else if (/^===.*(passed|failed|skipped)/.test(line)) summary = line;
    else if (section === 'failures' && line.startsWith('___')) failures.push([line]);
    else if (section === 'failures' && line && !line.startsWith('===')) failures.at(-1)?.push(line);
    else if (section === 'summary' && /^(FAILED|ERROR)/.test(line)) failures.push([line]);
  }
  if (!summary) return ['Pytest: No tests collected'];
  const shown = failures.slice(0, most.warnings).map(([name, ...rest]) => [
    `[FAIL] ${cut(name.replace(/^_+|_+$/g, '').trim(), 100)}`, ...rest.filter((line) => /^[>E]|assert|error|\.py:/i.test(line)).slice(0, 3).map((line) => `     ${cut(line, 100)}`)]);
  return [summary.replace(/^=+ | =+$/g, ''), ...shown.flat(), ...more(failures.length - most.warnings, 'failures')];
}

/** `rtk test`: the lines that tell of failures, and the summary. */
const testLines = (failure, summary) => (lines) => {
  const failures = lines.filter((line) => failure.test(line)), summaries = lines.filter((line) => summary.test(line));
  return ['[FAIL] FAILURES:', ...failures.slice(0, most.warnings).map((line) => line.trim()), ...more(failures.length - most.warnings, 'failures'),
    ...(summaries.length ? ['SUMMARY:', ...summaries] : ['OUTPUT (last 5 lines):', ...lines.slice(-5)])];
};

/** Failures with their messages and the counts, which RTK takes from the JSON reporter: as the text has them. */
const reported = (begins, ends, counts) => (lines) => {
  const again = lines.indexOf('Summary of all failing tests');
  const failures = blocks(lines.slice(0, again < 0 ? lines.length : again), (line) => begins.test(line), (line) => !ends.test(line));
  return [...lines.filter((line) => counts.test(line)), ...failures.flat().filter((line) => line.trim()).map((line) => line.trim())];
};

function make(lines) {
  const kept = [];
  let context = 0;
  for (const line of lines) {
    if (/^\[\d+\/\d+\]\s+(Building|Linking|Generating|Compiling)|(Entering|Leaving) directory|^(cc|gcc|g\+\+|clang|clang\+\+|c\+\+|ld|ar)\b/.test(line)) continue;
    const diagnostic = /^[^:\s].*:\d+:\d+:\s+(error|warning|note|fatal error):/.test(line);
    if (diagnostic || /^make(\[\d+\])?:\s+\*\*\*|undefined reference/.test(line)) {
      kept.push(line);
      context = diagnostic ? 3 : context;
    } else if (context > 0 && /^\s|^$/.test(line)) {
      kept.push(line);
      context--;
    } else context = 0;
  }
  return kept.length ? kept : ['make: ok'];
}

function ctest(lines) {
  const kept = [];
  let failing = false;
  for (const line of lines) {
    const text = line.trim().replace(/^\d+: ?/, '');
    if (/^\[ (RUN|      OK)/.test(text)) failing = false;
    else if (/: Failure$/.test(text)) { kept.push(line.trimEnd()); failing = true; }
    else if (/^\[ {2}(FAILED|PASSED) {2}\]|tests failed|% tests passed|errors while running ctest|addresssanitizer|runtime error|segmentation fault|abort|^error:|fatal error|cmake error/i.test(text)) kept.push(line.trimEnd());
    else if (failing && text) kept.push(line.trimEnd());
  }
  return kept;
}

function tsc(lines) {
  const found = blocks(lines, (line) => /^(.+?)\(\d+,\d+\):\s+(error|warning)\s+TS\d+:/.test(line), (line) => /^( {2}|\t)/.test(line));
  return [...found.flat(), `TypeScript: ${found.length} errors in ${new Set(found.map(([first]) => first.split('(')[0])).size} files`];
}

const maven = lineFilter({
  without: [/^\[INFO\] (---|Building\s|Downloading\s|Downloaded\s)/, /^\[INFO\]\s*$/, /^\s*$/, /^(Downloading|Downloaded):/, /^Progress/], tail: 25, atMost: 30,
});

const go = testLines(/FAIL/, /^(ok|FAIL|---)/);
const jest = reported(/^ {2}\u25cf /, /^(Test Suites:|PASS |FAIL )/, /^Tests:/);
const vitest = reported(/^ FAIL /, /^\u23af|^ (\u2713|Test Files)/, /^ +Tests /);

const rules = {
  'cargo test': { source: 'src/cmds/rust/cargo_cmd.rs', filter: cargoTest },
  cargo: { source: 'src/cmds/rust/cargo_cmd.rs', filter: cargoBuild },
  pytest: { source: 'src/cmds/python/pytest_cmd.rs', filter: pytest },
  jest: { source: 'src/cmds/js/vitest_cmd.rs', filter: jest },
  vitest: { source: 'src/cmds/js/vitest_cmd.rs', filter: vitest },
  'go test': { source: 'src/core/runner.rs', filter: go },
  make: { source: 'src/cmds/cpp/make_cmd.rs', filter: make },
  ninja: { source: 'src/cmds/cpp/make_cmd.rs', filter: make },
  ctest: { source: 'src/cmds/cpp/ctest_cmd.rs', filter: ctest },
  gtest: { source: 'src/cmds/cpp/ctest_cmd.rs', filter: ctest },
  tsc: { source: 'src/cmds/js/tsc_cmd.rs', filter: tsc },
  maven: { source: 'src/filters/mvn-build.toml', filter: maven },
};

/** The tool that printed a log of tests/fixtures/logs, as a key of `rules`. */
function ruleOf(log) {
  const [tool, detail] = log.split('-');
  if ((tool === 'cargo' || tool === 'go') && detail === 'test') return rules[`${tool} test`];
  if (log === 'cargo-panic') return undefined;  // `cargo run` is passed on
  if (['gxx', 'clang'].includes(tool) || log === 'cmake-build') return rules.make;  // these logs are of make
  return rules[tool];
}

/** `source` is undefined where RTK has no rule. */
export function rtk(log, text) {
  const rule = ruleOf(log);
  const filtered = rule && rule.filter(text.split('\n')).join('\n');
  return { source: rule?.source, text: filtered !== undefined && filtered.length < text.length ? filtered : text };  // src/core/guard.rs: never more
}
