// What the extension costs the extension host: VS Code's own figure for the activation, compared with that of VS Code's own
// extensions in the same window, and the memory that stays.
import assert from 'node:assert/strict';

const PEER = 'Git';
const MOST_BYTES = 20 * 1024 * 1024;
/** The best of so many windows counts. */
const WINDOWS = 10;

/** Activation times in milliseconds by name, from the editor "Running Extensions", as a user reads them there. */
async function activations(bench) {
  await bench.drive('command', { name: 'workbench.action.showRuntimeExtensions' });
  const list = bench.page.locator('.runtime-extensions-editor .monaco-list');
  await list.waitFor();
  await list.hover();
  const times = new Map();
  const read = async () => {
    const rows = await list.locator('.extension').evaluateAll((nodes) => nodes.map((node) => [node.querySelector('.name')?.textContent, node.querySelector('.activation-time')?.textContent]));
    for (const [name, text] of rows) if (/(\d+)\s*ms/.test(text)) times.set(name, Number(/(\d+)\s*ms/.exec(text)[1]));
  };
  try {
    // Down and up again: the list may still change while it is scrolled.
    for (let steps = 0; !(times.has('termhost') && times.has(PEER)); ++steps) {
      assert.ok(steps < 600, `termhost or ${PEER} is not among the running extensions: ${[...times.keys()]}`);
      await read();
      await bench.page.mouse.wheel(0, Math.floor(steps / 20) % 2 ? -300 : 300);
      await bench.page.waitForTimeout(100);
    }
  } finally {
    await bench.drive('command', { name: 'workbench.action.closeActiveEditor' }); // it covers all else
  }
  return times;
}

export async function figures(bench, report) {
  const behind = [], sizes = [], said = [];
  for (let window = 1; window <= WINDOWS; ++window) {
    if (window > 1) await bench.reload();
    const times = await activations(bench);
    const [ours, peers] = [times.get('termhost'), times.get(PEER)];
    behind.push(ours - peers); // a busy machine slows both
    sizes.push((await bench.drive('addedBytes')) ?? Infinity); // it may have been active before it was looked at
    said.push(`${ours} ms (${PEER}: ${peers} ms), ${(sizes.at(-1) / 1024 / 1024).toFixed(1)} MB`);
    if (Math.min(...behind) <= 0 && Math.min(...sizes) < MOST_BYTES) break;
  }
  report.say(`     activation and memory: ${said.join('; ')}`);
  assert.ok(Math.min(...behind) <= 0, `activation takes longer than that of ${PEER}: ${said.join('; ')}`);
  assert.ok(Math.min(...sizes) < MOST_BYTES, `it adds too much memory: ${said.join('; ')}`);
}
