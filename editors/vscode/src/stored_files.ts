import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { settings } from './config';

/** The path of what the program has kept of a command under this name, on this machine. */
export async function storedFile(name: string): Promise<string | undefined> {
  const tasks = path.join(storageFolder(), 'tasks');
  for (const task of await fs.readdir(tasks).catch(() => [])) {
    const file = path.join(tasks, task, 'command-output', name);
    if (await fs.stat(file).catch(() => undefined)) return file;
  }
  return undefined;
}

/** As the program has it where no setting names another. */
function storageFolder(): string {
  const named = settings().get<string>('storageDir', '');
  const { XDG_STATE_HOME: state = '' } = process.env;
  return named === '' ? path.join(state === '' ? path.join(os.homedir(), '.local/state') : state, 'termhost') : named;
}
