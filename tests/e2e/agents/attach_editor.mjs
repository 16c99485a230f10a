// An editor that agents in its terminals can join.
import { chmodSync } from 'node:fs';
import { Editor } from '../serve/editor.mjs';
import { scratch } from './support.mjs';

/** An editor whose person answers with `approve`, and what its terminals have in their environment. */
export async function editorWith({ approve, run, args = ['--listen'], initialize } = {}) {
  const runtime = scratch();
  chmodSync(runtime, 0o700);
  const editor = await Editor.started({
    approve,
    initialize,
    run: run ?? ((command, execution) => { execution.write(`ran ${command}\r\n`); execution.end(5); }),
    session: { args, env: { XDG_RUNTIME_DIR: runtime } },
  });
  const { env } = await editor.session.request('terminal/launch', {});
  return { editor, runtime, env };
}
