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
  'compact',
  'compressProgressBar',
  'yieldOnInput',
  'hideSecrets',
  'secretVariables',
  'secretPrefixes',
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
  'sandbox',
  'fallback',
  'showTerminal',
  'recordRaw',
  'artifactMaxBytes',
  'storageMaxBytes',
  'storageMinFreeBytes',
  'ownedColumns',
  'ownedRows',
] as const satisfies readonly (keyof Settings)[];

/** Whether somebody has set it; what nobody has set is what the person's settings.json says, or the server's default. */
function isSet(configuration: vscode.WorkspaceConfiguration, name: string): boolean {
  const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect(name) ?? {};
  return [globalValue, workspaceValue, workspaceFolderValue].some((value) => value !== undefined);
}

export function serverSettings(): AllSettings {
  const configuration = settings();
  const values = Object.fromEntries(
    wireSettings.map((name) => [name, isSet(configuration, name) ? (configuration.get(name) ?? null) : null]),
  ) as AllSettings;
  if (vscode.workspace.isTrusted) return values;
  return { ...values, autoApprove: false, allowedCommands: [], builtinRules: 'none', sandbox: { ...values.sandbox, askInside: true } };
}

/** Remembers a prefix where the person keeps such lists: for the user, not for one workspace. */
export async function rememberPrefix(list: 'allowed' | 'denied', prefix: string): Promise<void> {
  const name = list === 'allowed' ? 'allowedCommands' : 'deniedCommands';
  const configuration = settings();
  const known = configuration.inspect<string[]>(name)?.globalValue ?? [];
  if (!known.includes(prefix)) await configuration.update(name, [...known, prefix], vscode.ConfigurationTarget.Global);
}
