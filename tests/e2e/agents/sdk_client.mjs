// The official MCP client, which validates each structure, as the situations of answers.mjs are put to it.
import { binary, environment, load } from './support.mjs';

const sdk = '@modelcontextprotocol/sdk';
const { Client } = await load(sdk, './client/index.js');
const { StdioClientTransport } = await load(sdk, './client/stdio.js');
const { ElicitRequestSchema } = await load(sdk, './types.js');

/** Calls by names of their own, and what came of them. */
export class SdkClient {
  static async started(args, { client, capabilities, person, cwd, env }) {
    const started = new SdkClient();
    started.answers = new Map();
    started.client = new Client({ name: client, version: '1' }, { capabilities });
    if (person) started.client.setRequestHandler(ElicitRequestSchema, ({ params }) => filledIn(person(params)));
    await started.client.connect(new StdioClientTransport({ command: binary, args, env: environment(env), cwd, stderr: 'ignore' }));
    await started.client.listTools(); // from here on structures are validated
    return started;
  }

  request(id, method, call) {
    const failed = ({ code, message }) => ({ error: { code, message: message.replace(`MCP error ${code}: `, '') } });
    this.answers.set(id, this.client.callTool(call).then((result) => ({ result }), failed));
  }

  answer(id) {
    return this.answers.get(id);
  }

  end() {
    return this.client.close();
  }
}

function filledIn({ result, error }) {
  if (error) throw Object.assign(new Error(error.message), { code: error.code });
  return result;
}
