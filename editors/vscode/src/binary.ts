import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import * as path from 'node:path';

export interface Binary {
  readonly path: string;
  readonly version: string;
  readonly origin: 'setting' | 'bundled' | 'PATH';
}

export class BinaryError extends Error {}

const PROBE_MS = 10_000;
const NAME = process.platform === 'win32' ? 'termhost.exe' : 'termhost';

/** The server program: the one of the setting, else the one in the extension, else the one in PATH. */
export async function findBinary(setting: string, extensionDir: string, searchPath = process.env.PATH ?? ''): Promise<Binary> {
  if (setting !== '') return { path: setting, version: await probe(setting), origin: 'setting' };
  const bundled = path.join(extensionDir, 'bin', NAME);
  if (await isExecutable(bundled)) return { path: bundled, version: await probe(bundled), origin: 'bundled' };
  for (const folder of searchPath.split(path.delimiter)) {
    const candidate = path.join(folder, NAME);
    if (folder !== '' && (await isExecutable(candidate))) {
      return { path: candidate, version: await probe(candidate), origin: 'PATH' };
    }
  }
  throw new BinaryError(
    'termhost was not found: this package has no program for this platform, and PATH has no termhost. Install termhost, or name its path in the setting termhost.server.path.',
  );
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** What `--version` prints; the handshake that this is termhost at all. */
function probe(file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(file, ['--version'], { timeout: PROBE_MS }, (error, stdout) => {
      const version = /^termhost (\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1];
      if (version !== undefined) resolve(version);
      else if (error) reject(new BinaryError(`'${file}' cannot be run: ${error.message.trim()}. Check the setting termhost.server.path.`));
      else reject(new BinaryError(`'${file}' is not termhost: '--version' printed '${stdout.trim()}'. Check the setting termhost.server.path.`));
    });
  });
}

/** Versions work together if their first number is the same, before 1.0 also the second. */
export function worksWith(server: string, extension: string): boolean {
  const significant = (version: string): string => {
    const [major = '0', minor = '0'] = version.split('.');
    return major === '0' ? `0.${minor}` : major;
  };
  return significant(server) === significant(extension);
}
