// What agents read: tests/fixtures/answers.txt holds situations, each a few calls with the exact text and structure of
// their answers. Here they are read, put to `termhost mcp` by a client, and written down again.
//
//   # title                               a situation: a server, a workspace and a home of its own
//   @ {"policy": …, "person": …}          what is not as usual, see `defaults`
//   > tool {arguments}                    a call; `>> 3 tool {arguments}` makes three at once that nobody reads
//     text                                its answer as a model reads it
//   = {structure}
//   - pause 300                           milliseconds
//
// What differs from run to run has names: executions E1, E2, …, processes P1, …, folders WORKSPACE, HOME, POLICY.
import { chmodSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { scratch } from './support.mjs';

export const file = new URL('../../fixtures/answers.txt', import.meta.url).pathname;

const defaults = { policy: { allowedCommands: ['*'] }, args: [], person: undefined, client: 'program', files: {}, env: {} };

/** What a person does with the form that asks them; undefined: the client has no forms. */
const persons = {
  yes: ({ requestedSchema }) => ({ result: { action: 'accept', content: { decision: requestedSchema.properties.decision.enum[0] } } }),
  no: ({ requestedSchema }) => ({ result: { action: 'accept', content: { decision: requestedSchema.properties.decision.enum.at(-1), feedback: 'use the scratch folder' } } }),
  declines: () => ({ result: { action: 'decline' } }),
  closes: () => ({ result: { action: 'cancel' } }),
  'cannot be asked': () => ({ error: { code: -32603, message: 'no ui' } }),
};

export function parse(text) {
  const situations = [];
  for (const line of text.split('\n')) {
    const situation = situations.at(-1);
    if (line.startsWith('# ')) situations.push({ title: line.slice(2), setup: {}, steps: [] });
    else if (line.startsWith('@ ')) situation.setup = JSON.parse(line.slice(2));
    else if (/^(>|>>|-) /.test(line)) situation.steps.push({ line, expected: [] });
    else if (/^( {2}|= )/.test(line)) situation.steps.at(-1).expected.push(line);
  }
  return situations;
}

export function written({ title, setup, steps }) {
  const at = Object.keys(setup).length ? [`@ ${JSON.stringify(setup)}`] : [];
  return [`# ${title}`, ...at, ...steps.flatMap(({ line, expected }) => [line, ...expected]), ''].join('\n');
}

/** Names for what differs from run to run, and the way back for arguments. */
class Names {
  constructor(folders) {
    this.folders = folders;
    this.executions = new Map();
    this.processes = new Map();
  }

  of(text) {
    const numbered = (map, letter) => (id) => map.get(id) ?? map.set(id, `${letter}${map.size + 1}`).get(id);
    for (const [name, folder] of Object.entries(this.folders)) text = text.replaceAll(folder, name);
    return text
      .replace(/\b1[5-9]\d{11,17}\b/g, numbered(this.executions, 'E'))
      .replace(/\bmcp-\d+/g, 'mcp-S')
      .replace(/(?<=pid |"pid":|\[\d+\] )\d+/g, numbered(this.processes, 'P'))
      .replace(/\d+\.\d s\b/g, 'N s')
      .replace(/"landlock \d+"/g, '"landlock N"')
      .replace(/"durationMs":\d+/g, '"durationMs":N')
      .replace(/(?<="met":\{"quiet":)[\d.]+/g, 'N')
      .replace(/,"cost":\{[^}]*\}/g, '')
      .replace(/("text":"\[\d+\] P.*"totalBytes":)\d+/, '$1N'); // a number may have more digits than another
  }

  back(text) {
    for (const [id, name] of this.executions) text = text.replace(new RegExp(`\\b${name}\\b`, 'g'), id);
    return text.replaceAll('WORKSPACE', this.folders.WORKSPACE);
  }
}

/** The lines of one answer. */
function lines(names, { result, error }) {
  if (error) return [`  error ${error.code}: ${names.of(error.message)}`];
  const text = names.of(result.content.map((part) => part.text).join('')).split('\n').map((line) => `  ${line}`.trimEnd());
  const structure = result.structuredContent ? [`= ${names.of(JSON.stringify(result.structuredContent))}`] : [];
  return [...text.map((line) => line || '  '), ...structure];
}

/** Runs the situation through the client that `start` gives; the same with the answers that came. */
export async function observe(situation, start) {
  const setup = { ...defaults, ...situation.setup };
  const root = realpathSync(scratch());
  const folders = { WORKSPACE: join(root, 'workspace'), HOME: join(root, 'home'), POLICY: join(root, 'policy.json') };
  mkdirSync(folders.WORKSPACE);
  mkdirSync(folders.HOME);
  for (const [name, content] of Object.entries(setup.files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
    if (content.startsWith('#!')) chmodSync(join(root, name), 0o755);
  }
  if (setup.policy) writeFileSync(folders.POLICY, typeof setup.policy === 'string' ? setup.policy : JSON.stringify(setup.policy));
  const policy = setup.policy === null ? [] : ['--policy', folders.POLICY];
  const agent = await start(['mcp', ...policy, ...setup.args], {
    cwd: folders.WORKSPACE,
    client: setup.client,
    capabilities: setup.person ? { elicitation: {} } : {},
    person: persons[setup.person],
    env: { HOME: folders.HOME, XDG_STATE_HOME: join(root, 'state'), LANG: 'C.UTF-8', ...setup.env },
  });
  const names = new Names(folders);
  const steps = [];
  for (const [at, { line }] of situation.steps.entries()) steps.push({ line, expected: await perform(agent, names, line, at) });
  await agent.end();
  rmSync(root, { recursive: true, force: true });
  return { ...situation, steps };
}

async function perform(agent, names, line, at) {
  const [, kind, rest] = /^(>|>>|-) (.*)$/.exec(line);
  if (kind === '-') return (await pause(Number(rest.split(' ')[1])), []);
  const [, times, name, given] = /^(\d+ )?(\w+) (.*)$/.exec(rest);
  const params = { name, arguments: JSON.parse(names.back(given)) };
  const count = times ? Number(times) : 1;
  for (let n = 0; n < count; n++) agent.request(`${at}-${n}`, 'tools/call', params);
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => agent.answer(`${at}-${n}`)));
  return kind === '>>' ? [] : lines(names, answers[0]);
}

export const recorded = () => parse(readFileSync(file, 'utf8'));
export const record = (situations) => writeFileSync(file, situations.map(written).join('\n'));
