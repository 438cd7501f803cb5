/**
 * An MCP server that appends every byte it receives to a file before it reads it, in both eras, over stdio or HTTP.
 * What it says and does is in `tools.json` beside the log, read anew each time; it is written without any library so
 * that it reads what really arrived.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { join } from 'node:path';

interface Request {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
}

const [, , transport = 'stdio', folder = '.', eras = 'both'] = process.argv;
const log = join(folder, 'received.log');
const script = join(folder, 'tools.json');

const TOOLS = [
  ['read_note', { readOnlyHint: true, openWorldHint: false }, ['id']],
  ['write_note', { readOnlyHint: false, destructiveHint: false, openWorldHint: false }, ['id', 'text']],
  ['delete_note', { readOnlyHint: false, destructiveHint: true, openWorldHint: false }, ['id']],
  ['fetch_page', { readOnlyHint: true, openWorldHint: true }, ['url']],
  ['send_mail', { readOnlyHint: false, destructiveHint: false, openWorldHint: true }, ['to', 'body']],
  ['undescribed', undefined, ['x']],
  ['fail', { readOnlyHint: true, openWorldHint: false }, []],
  ['slow', { readOnlyHint: true, openWorldHint: false }, ['ms']],
  ['big', { readOnlyHint: true, openWorldHint: false }, ['bytes']],
  ['ask', { readOnlyHint: true, openWorldHint: false }, ['what']],
] as const;

const defined = TOOLS.map(([name, annotations, keys]) => ({
  name,
  description: `The tool ${name}`,
  inputSchema: { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, {}])) },
  ...(annotations === undefined ? {} : { annotations }),
}));

interface Script {
  readonly tools?: unknown;
  readonly pages?: readonly unknown[];
  /** Written as they are, before the answer to a call. */
  readonly before?: readonly string[];
  /** Written as it is in place of the answer; `$ID` is the id of the request. */
  readonly answer?: string;
  readonly result?: unknown;
}

const scripted = (): Script => (existsSync(script) ? JSON.parse(readFileSync(script, 'utf8')) : {});

const serverInfo = { name: 'oracle', version: '1' };
const capabilities = { tools: { listChanged: true }, resources: {}, prompts: {}, logging: {} };
const isModern = (params: Record<string, unknown> | undefined): boolean =>
  (params?.['_meta'] as Record<string, unknown> | undefined)?.['io.modelcontextprotocol/protocolVersion'] !==
  undefined;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The result of a request, or undefined where nothing is known of it. */
const resultOf = async (request: Request): Promise<unknown> => {
  const { method, params = {} } = request;
  const args = (params['arguments'] ?? {}) as Record<string, unknown>;
  switch (method) {
    case 'initialize':
      if (eras === 'modern') return undefined;
      return { protocolVersion: params['protocolVersion'], capabilities, serverInfo };
    case 'server/discover':
      if (eras === 'legacy') return undefined;
      return {
        supportedVersions: ['2026-07-28'],
        capabilities,
        _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
      };
    case 'ping':
      return {};
    case 'tools/list': {
      const { tools, pages } = scripted();
      if (pages === undefined) return { tools: tools ?? defined };
      const page = Number(params['cursor'] ?? 0);
      return {
        tools: pages[page % pages.length] ?? [],
        nextCursor: page + 1 < pages.length ? String(page + 1) : undefined,
      };
    }
    case 'resources/list':
      return { resources: [{ uri: 'note://one', name: 'one' }] };
    case 'resources/templates/list':
      return { resourceTemplates: [{ uriTemplate: 'note://{id}', name: 'note' }] };
    case 'prompts/list':
      return { prompts: [{ name: 'greet', arguments: [{ name: 'who' }] }] };
    case 'resources/read':
      return { contents: [{ uri: params['uri'], text: 'what stands there' }] };
    case 'prompts/get':
      return {
        messages: [{ role: 'user', content: { type: 'text', text: `Hello ${String(args['who'])}` } }],
      };
    case 'tools/call': {
      const { result } = scripted();
      if (result !== undefined) return result;
      if (params['name'] === 'slow') await wait(Number(args['ms']));
      if (params['name'] === 'big')
        return { content: [{ type: 'text', text: 'x'.repeat(Number(args['bytes'])) }] };
      return { content: [{ type: 'text', text: `${String(params['name'])} ${JSON.stringify(args)}` }] };
    }
    default:
      return undefined;
  }
};

const answerText = async (request: Request): Promise<string> => {
  const { id, method, params } = request;
  const { answer } = scripted();
  if (method === 'tools/call' && answer !== undefined) return answer.replaceAll('$ID', JSON.stringify(id));
  if (method === 'tools/call' && params?.['name'] === 'fail')
    return JSON.stringify({
      jsonrpc: '2.0',
      id,
      error: { code: -32050, message: 'it failed', data: { why: 'because' } },
    });
  const result = await resultOf(request);
  if (result === undefined)
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'not known' } });
  const typed = isModern(params) ? { resultType: 'complete', ...(result as object) } : result;
  return JSON.stringify({ jsonrpc: '2.0', id, result: typed });
};

const answerLine = async (line: string): Promise<string | undefined> => {
  const message = JSON.parse(line) as Request;
  return message.id === undefined || message.method === undefined ? undefined : await answerText(message);
};

const overStdio = (): void => {
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text: string) => {
    appendFileSync(log, text);
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines)
      answerLine(line).then(
        (answer) => {
          if (answer === undefined) return;
          const { before = [] } = line.includes('"tools/call"') ? scripted() : {};
          for (const each of before) process.stdout.write(`${each}\n`);
          process.stdout.write(`${answer}\n`);
        },
        () => {},
      );
  });
  process.stdin.on('end', () => process.exit(0));
};

const overHttp = (): void => {
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    appendFileSync(log, `${text}\n`);
    appendFileSync(join(folder, 'headers.log'), `${JSON.stringify(request.headers)}\n`);
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const answer = await answerLine(text);
    if (answer === undefined) return void response.writeHead(202).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  };
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp\n`);
  });
};

if (transport === 'http') overHttp();
else overStdio();
