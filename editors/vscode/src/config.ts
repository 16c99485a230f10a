import * as vscode from 'vscode';
import type { ChosenRule } from './approvals';
import { projectSettings, type Settings } from './protocol';

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
  'warmShells',
  'keepTerminals',
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
  'callPatience',
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

/**
 * What somebody has set; null where nobody has: then what the user's settings.json says holds, or the server's default.
 * A workspace sets how results look and nothing else, whatever a manifest lets through.
 */
function valueOf(configuration: vscode.WorkspaceConfiguration, name: string): unknown {
  const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect(name) ?? {};
  const values = (projectSettings as readonly string[]).includes(name) ? [workspaceFolderValue, workspaceValue, globalValue] : [globalValue];
  return values.find((value) => value !== undefined) ?? null;
}

/**
 * In Restricted Mode nothing runs without a question, not even in a trial, and what is approved runs in terminals of termhost's own: VS Code
 * asks for trust before it opens one of its own.
 */
const untrusted: Partial<AllSettings> = { autoApprove: false, allowedCommands: [], builtinRules: 'none', terminals: 'owned', fallback: 'owned' };

export function serverSettings(workspaceRules: readonly string[] = [], { isTrusted }: { readonly isTrusted: boolean } = vscode.workspace): AllSettings {
  const configuration = settings();
  const values = Object.fromEntries(wireSettings.map((name) => [name, valueOf(configuration, name)])) as unknown as AllSettings;
  if (workspaceRules.length > 0) values.allowedCommands = [...(values.allowedCommands ?? []), ...workspaceRules];
  if (isTrusted) return values;
  const sandbox = values.sandbox?.level === undefined || values.sandbox.level === 'auto' ? { level: 'off' as const } : { ...values.sandbox, askInside: true };
  return { ...values, ...untrusted, sandbox };
}

/** Remembers a prefix in the user's own settings, which no workspace can write. */
export async function rememberPrefix({ list, prefix }: ChosenRule): Promise<void> {
  const name = list === 'allowed' ? 'allowedCommands' : 'deniedCommands';
  const configuration = settings();
  const known = configuration.inspect<string[]>(name)?.globalValue ?? [];
  if (!known.includes(prefix)) await configuration.update(name, [...known, prefix], vscode.ConfigurationTarget.Global);
}
