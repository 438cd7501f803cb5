/**
 * An MCP server that appends every byte it receives to a file before it reads it, in both eras, over stdio or HTTP.
 * What it says and does is in `tools.json` beside the log, read anew each time; it is written without any library so
 * that it reads what really arrived.
 */
import { appendFileSync, existsSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
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
const arrivals = join(folder, 'arrivals.log');
const say = join(folder, 'say.txt');

/** When each message came, line by line beside the log. */
const arrived = (messages: number): void => {
  if (messages > 0) appendFileSync(arrivals, `${Date.now()}\n`.repeat(messages));
};

const TOOLS = [
  ['read_note', { readOnlyHint: true, openWorldHint: false }, ['id']],
  ['write_note', { readOnlyHint: false, destructiveHint: false, openWorldHint: false }, ['id', 'text']],
  ['delete_note', { readOnlyHint: false, destructiveHint: true, openWorldHint: false }, ['id']],
  ['fetch_page', { readOnlyHint: true, openWorldHint: true }, ['url']],
  ['send_mail', { readOnlyHint: false, destructiveHint: false, openWorldHint: true }, ['to', 'body']],
  ['undescribed', undefined, ['x']],
  ['fail', { readOnlyHint: true, openWorldHint: false }, []],
  ['slow', { readOnlyHint: false, destructiveHint: false, openWorldHint: false }, ['ms']],
  ['slow_read', { readOnlyHint: true, openWorldHint: false }, ['ms']],
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
  /** Written as they are, before the answer to a call; `$ID` is the id of the request here too, `$TOKEN` its progress token. */
  readonly before?: readonly string[];
  /** Written as it is in place of the answer; `$ID` is the id of the request. */
  readonly answer?: string;
  readonly result?: unknown;
  /** Results of calls by the name of the tool. */
  readonly toolResults?: Readonly<Record<string, unknown>>;
  /** Before lists are answered. */
  readonly listMs?: number;
  /** Written to the standard error, and then the process ends, in place of the answer to a call. */
  readonly lastWords?: string;
  /** HTTP: the status of the answer to a call, with `answer` as its body. */
  readonly status?: number;
  readonly resources?: unknown;
  readonly prompts?: unknown;
  readonly instructions?: string;
  /** In place of its own capabilities. */
  readonly capabilities?: unknown;
  /** Answer to `tools/resolve`: a result, or `{ error }`. */
  readonly resolve?: { readonly error?: unknown };
  readonly templates?: unknown;
  /** Answers to any other request, by method; in place of its own. */
  readonly results?: Readonly<Record<string, unknown>>;
}

const scripted = (): Script => (existsSync(script) ? JSON.parse(readFileSync(script, 'utf8')) : {});

const serverInfo = { name: 'oracle', version: '1' };
const ownCapabilities = {
  tools: { listChanged: true },
  resources: { subscribe: true },
  prompts: {},
  completions: {},
  logging: {},
};
const isModern = (params: Record<string, unknown> | undefined): boolean =>
  (params?.['_meta'] as Record<string, unknown> | undefined)?.['io.modelcontextprotocol/protocolVersion'] !==
  undefined;

const saysOfItself = (): { readonly capabilities: unknown; readonly instructions?: string } => {
  const { instructions, capabilities = ownCapabilities } = scripted();
  return { capabilities, ...(instructions === undefined ? {} : { instructions }) };
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Questions to the client that are open, by id. */
const questions = new Map<unknown, (answer: unknown) => void>();
let asked = 0;

const told = (answer: unknown): unknown => ({ content: [{ type: 'text', text: JSON.stringify(answer) }] });

/** Asks the client what the arguments say, and gives back what it answered. */
const question = async ({ params = {} }: Request): Promise<unknown> => {
  const { method, params: about } = (params['arguments'] ?? {}) as Record<string, unknown>;
  if (isModern(params)) {
    const { inputResponses, requestState } = params;
    if (inputResponses !== undefined) return told({ inputResponses, requestState });
    return {
      resultType: 'input_required',
      inputRequests: { q: { method, params: about ?? {} } },
      requestState: 'the state of the oracle',
    };
  }
  const id = `question-${(asked += 1)}`;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  questions.set(id, resolve);
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: about ?? {} })}\n`);
  return told(await promise);
};

/** The result of a request, or undefined where nothing is known of it. */
const resultOf = async (request: Request): Promise<unknown> => {
  const { method, params = {} } = request;
  const args = (params['arguments'] ?? {}) as Record<string, unknown>;
  const given = method === undefined ? undefined : scripted().results?.[method];
  if (given !== undefined) return given;
  switch (method) {
    case 'initialize':
      if (eras === 'modern') return undefined;
      return { protocolVersion: params['protocolVersion'], serverInfo, ...saysOfItself() };
    case 'server/discover':
      if (eras === 'legacy') return undefined;
      return {
        supportedVersions: ['2026-07-28'],
        ...saysOfItself(),
        _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
      };
    case 'ping':
      return {};
    case 'tools/list': {
      const { tools, pages, listMs } = scripted();
      if (listMs !== undefined) await wait(listMs);
      if (pages === undefined) return { tools: tools ?? defined };
      const page = Number(params['cursor'] ?? 0);
      return {
        tools: pages[page % pages.length] ?? [],
        nextCursor: page + 1 < pages.length ? String(page + 1) : undefined,
      };
    }
    case 'resources/list':
      return { resources: scripted().resources ?? [{ uri: 'note://one', name: 'one' }] };
    case 'resources/templates/list':
      return { resourceTemplates: scripted().templates ?? [{ uriTemplate: 'note://{id}', name: 'note' }] };
    case 'prompts/list':
      return { prompts: scripted().prompts ?? [{ name: 'greet', arguments: [{ name: 'who' }] }] };
    case 'completion/complete':
      return { completion: { values: ['one', 'two'] } };
    case 'resources/subscribe':
    case 'resources/unsubscribe':
    case 'logging/setLevel':
      return {};
    case 'resources/read':
      return { contents: [{ uri: params['uri'], text: 'what stands there' }] };
    case 'prompts/get':
      return {
        messages: [{ role: 'user', content: { type: 'text', text: `Hello ${String(args['who'])}` } }],
      };
    case 'tools/call': {
      const { result, toolResults } = scripted();
      const ofTool = toolResults?.[String(params['name'])] ?? result;
      if (ofTool !== undefined) return ofTool;
      if (params['name'] === 'slow' || params['name'] === 'slow_read') await wait(Number(args['ms']));
      if (params['name'] === 'question') return await question(request);
      if (params['name'] === 'big')
        return { content: [{ type: 'text', text: 'x'.repeat(Number(args['bytes'])) }] };
      return { content: [{ type: 'text', text: `${String(params['name'])} ${JSON.stringify(args)}` }] };
    }
    default:
      return undefined;
  }
};

const tokenOf = (params: Request['params']): unknown =>
  (params?.['_meta'] as Record<string, unknown> | undefined)?.['progressToken'];

const withId = (text: string, { id, params }: Request): string =>
  text
    .replaceAll('$ID', JSON.stringify(id) ?? 'null')
    .replaceAll('$TOKEN', JSON.stringify(tokenOf(params)) ?? 'null');

const answerText = async (request: Request): Promise<string> => {
  const { id, method, params } = request;
  const { answer, lastWords } = method === 'tools/call' ? scripted() : {};
  if (lastWords !== undefined) {
    process.stderr.write(`${lastWords}\n`);
    await wait(50);
    process.exit(3);
  }
  if (method === 'tools/call' && answer !== undefined) return withId(answer, request);
  if (method === 'tools/call' && params?.['name'] === 'fail')
    return JSON.stringify({
      jsonrpc: '2.0',
      id,
      error: { code: -32050, message: 'it failed', data: { why: 'because' } },
    });
  const resolved = method === 'tools/resolve' ? scripted().resolve : undefined;
  if (resolved?.error !== undefined) return JSON.stringify({ jsonrpc: '2.0', id, error: resolved.error });
  const result = resolved ?? (await resultOf(request));
  if (result === undefined)
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'not known' } });
  const typed = isModern(params) ? { resultType: 'complete', ...(result as object) } : result;
  return JSON.stringify({ jsonrpc: '2.0', id, result: typed });
};

const answerMessage = async (message: Request): Promise<string | undefined> =>
  message.id === undefined || message.method === undefined ? undefined : await answerText(message);

const acknowledgement = (id: Request['id']): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: {
      _meta: { 'io.modelcontextprotocol/subscriptionId': id },
      notifications: { toolsListChanged: true },
    },
  });

/** Hundreds look, for as long as a gateway has them, and few are told anything. */
const SAY_MS = 50;

/** Says by itself what a test wrote into `say.txt`, line by line; `exit` ends it. */
const sayBetween = (write: (line: string) => void): void => {
  setInterval(() => {
    if (!existsSync(say)) return;
    const taken = `${say}.taken`;
    renameSync(say, taken);
    const lines = readFileSync(taken, 'utf8').split('\n');
    unlinkSync(taken);
    for (const line of lines) {
      if (line === 'exit') process.exit(3);
      if (line !== '') write(line);
    }
  }, SAY_MS).unref();
};

const takeLine = async (line: string): Promise<void> => {
  const message = JSON.parse(line) as Request;
  if (message.method === undefined) questions.get(message.id)?.(message);
  if (message.method === 'subscriptions/listen' && eras !== 'legacy') {
    process.stdout.write(`${acknowledgement(message.id)}\n`);
    return;
  }
  // as the script was when the call came: it may change while a slow one runs
  const { before = [] } = message.method === 'tools/call' ? scripted() : {};
  const answer = await answerMessage(message);
  if (answer === undefined) return;
  for (const each of before) process.stdout.write(`${withId(each, message)}\n`);
  process.stdout.write(`${answer}\n`);
};

const overStdio = (): void => {
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text: string) => {
    appendFileSync(log, text);
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    arrived(lines.length);
    for (const line of lines) takeLine(line).catch(() => {});
  });
  process.stdin.on('end', () => process.exit(0));
  sayBetween((line) => process.stdout.write(`${line}\n`));
};

/** Streams on which it can say things by itself. */
const streams = new Set<ServerResponse>();

const event = (text: string): string => `data: ${text}\n\n`;

const openStream = (response: ServerResponse, first?: string): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(first === undefined ? ': \n\n' : event(first));
  streams.add(response);
  response.on('close', () => streams.delete(response));
};

const takeRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  appendFileSync(log, `${text}\n`);
  if (text !== '') arrived(1);
  appendFileSync(join(folder, 'headers.log'), `${JSON.stringify(request.headers)}\n`);
  if (request.method === 'GET' && eras !== 'modern') return openStream(response);
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const message = JSON.parse(text) as Request;
  if (message.method === 'subscriptions/listen' && eras !== 'legacy')
    return openStream(response, acknowledgement(message.id));
  const { before, status = 200 } = message.method === 'tools/call' ? scripted() : {};
  const answer = await answerMessage(message);
  if (answer === undefined) return void response.writeHead(202).end();
  const session = message.method === 'initialize' ? { 'mcp-session-id': 'oracle' } : {};
  if (before === undefined)
    return void response.writeHead(status, { 'content-type': 'application/json', ...session }).end(answer);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const each of before) response.write(event(withId(each, message)));
  response.end(event(answer));
};

const overHttp = async (): Promise<void> => {
  // most are spoken to over stdio, and start sooner without it
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    takeRequest(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp\n`);
  });
  sayBetween((line) => {
    for (const stream of streams) stream.write(event(line));
  });
};

if (transport === 'http') await overHttp();
else overStdio();
