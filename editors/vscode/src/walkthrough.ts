import * as vscode from 'vscode';

/** A step of the walkthrough is ticked when the user has done it, not when its button was pressed. */
export async function achieved(step: 'connectedAgent' | 'ranCommand' | 'answeredQuestion'): Promise<void> {
  await vscode.commands.executeCommand('setContext', `termhost.${step}`, true);
}
