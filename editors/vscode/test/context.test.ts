import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import { Context } from '../src/context';
import type { Listeners } from '../src/connection';
import { channel, extensionContext, LogLevel, logged, warnings } from './fake_vscode';

test('what the server logs goes to the one channel with its level, and a bad setting is told once', () => {
  const extension = extensionContext('0.1.0');
  const context = new Context(extension as unknown as vscode.ExtensionContext);
  const listeners = (context as unknown as { listeners(): Listeners }).listeners();
  const told: [number, string][] = [
    [1, 'broken'],
    [2, 'terminal/show failed: gone'],
    [2, 'settings.maxTerminals: expected an integer; it keeps its value'],
    [2, 'settings.maxTerminals: expected an integer; it keeps its value'],
    [3, 'ready'],
    [4, 'received initialize'],
  ];
  logged.length = warnings.length = 0;
  for (const [type, message] of told) listeners['window/logMessage']({ type, message });
  assert.deepEqual(logged.map((line) => line.split(' ')[0]), ['error', 'warn', 'warn', 'warn', 'info', 'debug']);
  assert.deepEqual(warnings, ['termhost: settings.maxTerminals: expected an integer; it keeps its value']);
  channel.setLevel(LogLevel.Info); // without a server there is nobody to tell
  for (const subscription of extension.subscriptions) subscription.dispose();
});
