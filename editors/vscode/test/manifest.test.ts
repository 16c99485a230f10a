import assert from 'node:assert/strict';
import { readFileSync, existsSync } from 'node:fs';
import { test } from 'node:test';
import { serverSettings, wireSettings } from '../src/config';
import { registerCommands, CommandParts } from '../src/commands';
import { projectSettings } from '../src/protocol';
import * as fake from './fake_vscode';

interface Setting {
  scope: string;
  order: number;
  markdownDescription: string;
  default: unknown;
  enum?: string[];
  enumDescriptions?: string[];
}

interface Manifest {
  contributes: {
    commands: { command: string; category: string }[];
    keybindings: { command: string; key: string; mac?: string; when: string; args?: { commands: [string, string, { command: string; args: string }] } }[];
    configuration: { title: string; properties: Record<string, Setting> }[];
    languageModelTools: { name: string; modelDescription: string; inputSchema: { type: string } }[];
    walkthroughs: { steps: { media: { markdown: string }; description: string; completionEvents: string[] }[] }[];
  };
}
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const settings = Object.assign({}, ...manifest.contributes.configuration.map(({ properties }) => properties)) as Record<string, Setting>;

test('every setting that the server acts on is a setting of VS Code, with scope, text and default', () => {
  const protocol = JSON.parse(readFileSync('../../protocol/openrpc.json', 'utf8')) as {
    components: { schemas: { Settings: { properties: Record<string, { default: unknown }> } } };
  };
  for (const [name, schema] of Object.entries(protocol.components.schemas.Settings.properties)) {
    const setting = settings[`termhost.${name}`];
    assert.ok(setting?.scope && setting.markdownDescription, name);
    assert.deepEqual(setting.default, schema.default, name);
    assert.ok((wireSettings as readonly string[]).includes(name), `${name} is sent`);
  }
});

test('settings are in groups, workarounds last, and each choice has a text', () => {
  const groups = manifest.contributes.configuration;
  assert.deepEqual([groups[0]?.title, groups.at(-1)?.title], ['Approval', 'Workarounds for shells']);
  const orders = groups.flatMap(({ properties }) => Object.values(properties).map(({ order }) => order));
  assert.deepEqual(orders, orders.map((_, place) => place + 1));
  for (const [name, { enum: choices, enumDescriptions: texts }] of Object.entries(settings)) {
    assert.equal(texts?.length, choices?.length, name);
    for (const text of texts ?? []) assert.match(text, /^[A-Z].*\.$/, name);
  }
});

test('a menu shows the key of each command that has one in the list: VS Code does not find it in runCommands', () => {
  const keys = manifest.contributes.keybindings;
  const inList = keys.filter(({ command }) => command === 'runCommands').map(({ key, mac, args }) => [args?.commands[2].command, key, mac]);
  const shown = keys.filter(({ when }) => when === 'termhost.onlyShownInMenus').map(({ command, key, mac }) => [command, key, mac]);
  assert.deepEqual(shown, inList);
});

test('a workspace can set how results look, and nothing that widens what runs, what is shown or where', () => {
  const workspaces = Object.entries(settings).filter(([, { scope }]) => !['application', 'machine'].includes(scope));
  const own = ['termhost.progressAfter', 'termhost.statusBar'];
  assert.deepEqual(workspaces.map(([name]) => name).sort(), [...projectSettings.map((name) => `termhost.${name}`), ...own].sort());
  for (const name of ['autoApprove', 'allowedCommands', 'deniedCommands', 'sandbox', 'server.path', 'hideSecrets', 'terminals'])
    assert.ok(!workspaces.some(([known]) => known === `termhost.${name}`), name);
});

test('what a workspace sets in spite of that is not sent', () => {
  const { as } = fake.inspected;
  fake.inspected.as = (name) => ({ globalValue: name === 'deniedCommands' ? ['rm'] : undefined, workspaceValue: name === 'compact' ? false : ['*'] });
  const sent = serverSettings();
  fake.inspected.as = as;
  assert.deepEqual([sent.allowedCommands, sent.deniedCommands, sent.autoApprove, sent.sandbox, sent.compact], [null, ['rm'], null, null, false]);
});

test('rules of the workspace are sent with those of the user, unless the workspace is not trusted', () => {
  const { as } = fake.inspected;
  fake.inspected.as = (name) => ({ globalValue: name === 'allowedCommands' ? ['ls'] : undefined });
  assert.deepEqual(serverSettings(['npm test']).allowedCommands, ['ls', 'npm test']);
  fake.workspace.isTrusted = false;
  assert.deepEqual(serverSettings(['npm test']).allowedCommands, []);
  fake.workspace.isTrusted = true;
  fake.inspected.as = as;
});

test('in Restricted Mode nothing is allowed, and no terminal of VS Code is used', () => {
  fake.workspace.isTrusted = false;
  const sent = serverSettings();
  fake.workspace.isTrusted = true;
  const { allowedCommands, autoApprove, builtinRules, terminals, fallback } = sent;
  assert.deepEqual({ allowedCommands, autoApprove, builtinRules, terminals, fallback }, { allowedCommands: [], autoApprove: false, builtinRules: 'none', terminals: 'owned', fallback: 'owned' });
});

test('every command is registered, and has a category', () => {
  const registered: string[] = [];
  fake.commands.registerCommand = (name: string) => {
    registered.push(name);
    return { dispose: () => undefined };
  };
  registerCommands({} as CommandParts);
  assert.deepEqual(registered.sort(), manifest.contributes.commands.map(({ command }) => command).sort());
  for (const { category } of manifest.contributes.commands) assert.equal(category, 'termhost');
});

test('tools have names that VS Code takes, a description for the model and an object as input', () => {
  assert.equal(manifest.contributes.languageModelTools.length, 7);
  for (const tool of manifest.contributes.languageModelTools) {
    assert.match(tool.name, /^termhost_[\w-]+$/);
    assert.ok(tool.modelDescription.length > 40);
    assert.equal(tool.inputSchema.type, 'object');
  }
});

test('the pages of the walkthrough are there; a step is ticked by its button or by what the extension says was done', () => {
  const said = [...readFileSync('src/walkthrough.ts', 'utf8').matchAll(/'(\w+)'(?= [|)]|\))/g)].map(([, step]) => `onContext:termhost.${step}`);
  for (const { steps } of manifest.contributes.walkthroughs) {
    for (const { media, description, completionEvents } of steps) {
      assert.ok(existsSync(media.markdown), media.markdown);
      const [, button] = /\(command:([\w.]+)/.exec(description) ?? [];
      assert.ok(manifest.contributes.commands.some(({ command }) => command === button), description);
      assert.ok(completionEvents.some((event) => event === `onCommand:${button}` || said.includes(event)), description);
    }
  }
});
