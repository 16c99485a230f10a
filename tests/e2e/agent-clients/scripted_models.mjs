// Model servers that follow a script: they ask for one tool call after the other and note what the client hands the
// model as its result. One for each protocol that an agent speaks with its model.
import { createServer } from 'node:http';

const sse = (events) => events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
const textOf = (content) => (typeof content === 'string' ? content : content.map((part) => part.text ?? JSON.stringify(part)).join(''));

/** How a request tells of tool results, and how an answer asks for a call; `call` is undefined at the end. */
const protocols = {
  anthropic: {
    asks: ({ url, body }) => url.includes('/messages') && !url.includes('count_tokens') && body.tools?.length,
    tools: ({ body }) => body.tools,
    results: ({ body }) => body.messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter(({ type }) => type === 'tool_result').map(({ content }) => textOf(content)),
    answer(call, at) {
      const block = call ? { type: 'tool_use', id: `toolu_${at}`, name: call.tool ?? `mcp__termhost__${call.name}`, input: {} } : { type: 'text', text: '' };
      const delta = call ? { type: 'input_json_delta', partial_json: JSON.stringify(call.arguments) } : { type: 'text_delta', text: 'done' };
      const usage = { input_tokens: 1, output_tokens: 1 };
      return sse([
        ['message_start', { type: 'message_start', message: { id: `msg_${at}`, type: 'message', role: 'assistant', model: 'scripted', content: [], stop_reason: null, stop_sequence: null, usage } }],
        ['content_block_start', { type: 'content_block_start', index: 0, content_block: block }],
        ['content_block_delta', { type: 'content_block_delta', index: 0, delta }],
        ['content_block_stop', { type: 'content_block_stop', index: 0 }],
        ['message_delta', { type: 'message_delta', delta: { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null }, usage }],
        ['message_stop', { type: 'message_stop' }],
      ]);
    },
  },
  openai: {
    asks: ({ url }) => url.includes('/responses'),
    tools: ({ body }) => body.tools,
    results: ({ body }) => body.input.filter(({ type }) => type === 'function_call_output').map(({ output }) => textOf(output)),
    answer(call, at, { body }) {
      const namespace = body.tools.find(({ type, tools }) => type === 'namespace' && tools.some(({ name }) => name === call?.name))?.name;
      const item = call
        ? { type: 'function_call', call_id: `call_${at}`, arguments: JSON.stringify(call.arguments), ...(namespace ? { namespace, name: call.name } : { name: call.tool ?? `mcp__termhost__${call.name}` }) }
        : { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] };
      const usage = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 };
      return sse([
        ['response.created', { type: 'response.created', response: { id: `resp_${at}` } }],
        ['response.output_item.done', { type: 'response.output_item.done', output_index: 0, item }],
        ['response.completed', { type: 'response.completed', response: { id: `resp_${at}`, usage } }],
      ]);
    },
  },
  gemini: {
    asks: ({ url, body }) => url.includes('enerateContent') && body.tools?.length,
    tools: ({ body }) => body.tools.flatMap(({ functionDeclarations }) => functionDeclarations ?? []),
    results: ({ body }) => body.contents.flatMap(({ parts }) => parts).filter(({ functionResponse }) => functionResponse).map(({ functionResponse }) => functionResponse.response.output ?? functionResponse.response.error),
    answer(call, at) {
      const part = call ? { functionCall: { name: call.tool ?? `mcp_termhost_${call.name}`, args: call.arguments } } : { text: 'done' };
      return `data: ${JSON.stringify({ candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }], usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 } })}\n\n`;
    },
  },
};

/** A server for `protocol` that asks for what `nextCall` says at each turn; nothing ends it. `seen.results` are what came back, `seen.tools` what was offered. */
export async function scriptedModel(protocol, nextCall) {
  const speaks = protocols[protocol];
  const seen = { results: [], tools: [], requests: [] };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', async () => {
      const asked = { url: request.url, body: text.startsWith('{') ? JSON.parse(text) : {} };
      seen.requests.push(asked.url);
      if (!speaks.asks(asked)) {
        response.writeHead(request.method === 'GET' ? 404 : 200, { 'content-type': 'application/json' });
        return response.end('{}');
      }
      seen.tools = speaks.tools(asked);
      seen.results = speaks.results(asked);
      const at = seen.results.length;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(speaks.answer(await nextCall(at, seen.results), at, asked));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { seen, url: `http://127.0.0.1:${server.address().port}`, close: () => void server.close(server.closeAllConnections()) };
}
