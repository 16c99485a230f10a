import assert from 'node:assert/strict';
import { readFileSync, existsSync } from 'node:fs';
import { test } from 'node:test';
import { wireSettings } from '../src/config';
import { registerCommands, CommandParts } from '../src/commands';
import * as fake from './fake_vscode';

interface Manifest {
  contributes: {
    commands: { command: string; category: string }[];
    configuration: { properties: Record<string, { scope: string; markdownDescription: string; default: unknown }> }[];
    languageModelTools: { name: string; modelDescription: string; inputSchema: { type: string } }[];
    walkthroughs: { steps: { media: { markdown: string } }[] }[];
  };
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
}
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const settings = Object.assign({}, ...manifest.contributes.configuration.map(({ properties }) => properties)) as Record<
  string,
  { scope: string; markdownDescription: string; default: unknown }
>;

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

test('what may not come from an untrusted workspace exists', () => {
  for (const name of manifest.capabilities.untrustedWorkspaces.restrictedConfigurations) assert.ok(settings[name], name);
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

test('the pages of the walkthrough are there', () => {
  for (const { steps } of manifest.contributes.walkthroughs) {
    for (const { media } of steps) assert.ok(existsSync(media.markdown), media.markdown);
  }
});
