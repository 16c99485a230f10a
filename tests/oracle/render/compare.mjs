// Random streams through xterm.js and through our renderer, whole, byte by byte and cut at random; prints what differs.
// usage: node compare.mjs FEEDER [--seconds N | --count N] [--seed N]
import { agrees, askOracle, feed, shrink } from './check.mjs';
import { Random } from './random.mjs';
import { makeStream } from './streams.mjs';

const sizes = [[80, 24], [80, 24], [10, 3], [2, 1], [2, 2], [160, 48], [5, 4], [20, 6], [3, 2], [40, 1], [7, 12]];
const batchSize = 200;

function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

function makeCase(seed) {
  const random = new Random(seed);
  const [cols, rows] = random.pick(sizes);
  return { seed, cols, rows, lf: random.below(5) === 0, stream: makeStream(random, cols, rows) };
}

const feeder = process.argv[2];
const until = Date.now() + option('seconds', Infinity) * 1000;
const count = option('count', Infinity);
const first = option('seed', 1);
const verdicts = {};
let differing = 0;
for (let seed = first; seed < first + count && Date.now() < until && differing < 10; seed += batchSize) {
  const cases = Array.from({ length: Math.min(batchSize, first + count - seed) }, (_, i) => makeCase(seed + i));
  const texts = await feed(feeder, cases);
  if (texts.length !== cases.length) throw new Error(`${texts.length} answers to ${cases.length} streams`);
  for (const [i, one] of cases.entries()) {
    const { verdict, ...answer } = askOracle(one);
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    if (agrees({ verdict, ...answer }, texts[i])) continue;
    differing++;
    const small = await shrink(feeder, one);
    console.log(`seed ${one.seed}, ${one.cols}x${one.rows}${one.lf ? ', lf' : ''}, ${verdict}`);
    console.log(`  stream   ${JSON.stringify(small.stream.toString('latin1'))}`);
    console.log(`  expected ${JSON.stringify(askOracle(small).text)}`);
    console.log(`  rendered ${JSON.stringify((await feed(feeder, [small]))[0])}`);
  }
}
console.log(`render: ${JSON.stringify(verdicts)}, ${differing} differ`);
process.exitCode = differing > 0 ? 1 : 0;
