import * as vscode from 'vscode';
import type { Settings } from './protocol';

/** What is not named keeps its value, so every setting is: null for one that has none. */
export type AllSettings = { [Name in keyof Required<Settings>]: Required<Settings>[Name] | null };

export function settings(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('termhost');
}

/** The settings that the server acts on, by the names of package.json. */
export const wireSettings = [
  'terminals',
  'shellIntegrationTimeout',
  'maxTerminals',
  'outputPreviewSize',
  'compressProgressBar',
  'yieldOnInput',
  'commandDelay',
  'powershellCounter',
  'zshClearEolMark',
  'zshOhMy',
  'zshP10k',
  'zdotdir',
  'commandExecutionTimeout',
  'commandTimeoutAllowlist',
  'allowedCommands',
  'deniedCommands',
  'askedCommands',
  'builtinRules',
  'secretFiles',
  'autoApprove',
  'fallback',
  'showTerminal',
  'recordRaw',
  'artifactMaxBytes',
  'storageMaxBytes',
  'storageMinFreeBytes',
  'ownedColumns',
  'ownedRows',
] as const satisfies readonly (keyof Settings)[];

export function serverSettings(): AllSettings {
  const configuration = settings();
  const values = Object.fromEntries(wireSettings.map((name) => [name, configuration.get(name) ?? null])) as AllSettings;
  return vscode.workspace.isTrusted ? values : { ...values, autoApprove: false, allowedCommands: [], builtinRules: 'none' };
}

/** Remembers a prefix where the person keeps such lists: for the user, not for one workspace. */
export async function rememberPrefix(list: 'allowed' | 'denied', prefix: string): Promise<void> {
  const name = list === 'allowed' ? 'allowedCommands' : 'deniedCommands';
  const configuration = settings();
  const known = configuration.inspect<string[]>(name)?.globalValue ?? [];
  if (!known.includes(prefix)) await configuration.update(name, [...known, prefix], vscode.ConfigurationTarget.Global);
}
