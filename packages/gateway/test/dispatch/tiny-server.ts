// A small MCP server for tests, over any transport. Free of imports, so that a child process starts quickly.

export interface Rpc {
  readonly jsonrpc?: string;
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Writes to the client: a value as JSON, a string as it is. `of` is the request whose stream it goes to. */
export type Say = (message: object | string, of: string | number | null) => void;

export interface TinyOptions {
  readonly era: 'legacy' | 'modern' | 'both';
  /** Ways to misbehave; see where they are asked for. */
  readonly quirks: readonly string[];
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const SUBSCRIPTION_KEY = 'io.modelcontextprotocol/subscriptionId';
const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: {},
  resources: { subscribe: true, listChanged: true },
  logging: {},
  completions: {},
};
const INFO = { name: 'tiny', version: '1.0.0' };

const answer = (text: string): object => ({ content: [{ type: 'text', text }] });

export class TinyServer {
  readonly #options: TinyOptions;
  readonly #say: Say;
  readonly #asked = new Map<string, (answer: Rpc) => void>();
  readonly #cancelled = new Set<unknown>();
  readonly #polls = new Map<string, number>();
  /** Modern: request ids of open subscriptions. */
  readonly #listening = new Map<string | number, Record<string, unknown>>();
  #nextAsk = 0;

  constructor(options: TinyOptions, say: Say) {
    this.#options = options;
    this.#say = say;
  }

  #has(quirk: string): boolean {
    return this.#options.quirks.includes(quirk);
  }

  async receive(message: Rpc): Promise<void> {
    if (message.method === undefined) {
      this.#asked.get(String(message.id))?.(message);
      return;
    }
    if (message.id === undefined) {
      if (message.method === 'notifications/cancelled') this.#cancelled.add(message.params?.['requestId']);
      return;
    }
    const { id, method, params = {} } = message;
    const meta = (params['_meta'] ?? {}) as Record<string, unknown>;
    const modern = meta[VERSION_KEY] !== undefined;
    const reply = (result: object): void =>
      this.#say({ jsonrpc: '2.0', id, result: modern ? { resultType: 'complete', ...result } : result }, id);
    const fail = (code: number, text: string, data?: unknown): void =>
      this.#say(
        { jsonrpc: '2.0', id, error: { code, message: text, ...(data === undefined ? {} : { data }) } },
        id,
      );
    if (modern && this.#options.era === 'legacy') {
      if (this.#has('dies-of-discover')) process.exit(7);
      if (!this.#has('deaf-to-discover')) fail(-32601, 'Method not found');
      return;
    }
    if (!modern && this.#options.era === 'modern') {
      fail(-32022, 'Unsupported protocol version', { supported: ['2026-07-28'], requested: '' });
      return;
    }
    switch (method) {
      case 'initialize':
        await pause(this.#has('slow-start') ? 300 : 0);
        reply({
          protocolVersion: this.#has('odd-version')
            ? '1999-01-01'
            : this.#has('old')
              ? '2024-11-05'
              : params['protocolVersion'],
          capabilities: CAPABILITIES,
          serverInfo: INFO,
          instructions: 'be kind',
        });
        return;
      case 'server/discover':
        reply({
          supportedVersions: this.#has('odd-version') ? ['2030-01-01'] : ['2026-07-28'],
          capabilities: CAPABILITIES,
          instructions: 'be kind',
          _meta: { 'io.modelcontextprotocol/serverInfo': INFO },
        });
        return;
      case 'ping':
      case 'logging/setLevel':
      case 'resources/subscribe':
      case 'resources/unsubscribe':
        reply({});
        return;
      case 'tools/list':
        reply({
          tools: [
            {
              name: 'echo',
              inputSchema: {
                type: 'object',
                properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
              },
            },
          ],
        });
        return;
      case 'prompts/list':
        fail(-32601, 'no \u001b[31mprompts');
        return;
      case 'subscriptions/listen':
        if (this.#has('no-listen')) {
          fail(-32601, 'Method not found');
          return;
        }
        this.#listening.set(id, params['notifications'] as Record<string, unknown>);
        this.#say(
          {
            jsonrpc: '2.0',
            method: 'notifications/subscriptions/acknowledged',
            params: { notifications: params['notifications'], _meta: { [SUBSCRIPTION_KEY]: id } },
          },
          id,
        );
        return;
      case 'tasks/get':
        this.#taskGet(String(params['taskId']), modern, reply);
        return;
      case 'tasks/result':
        reply({ content: [{ type: 'text', text: 'late' }] });
        return;
      case 'tasks/cancel':
        reply({});
        return;
      case 'tools/call':
        await this.#tool(id, params, meta, modern, reply, fail);
        return;
      default:
        reply({ echoed: { method, params } });
    }
  }

  /** The request ids of subscriptions that are open, and what they asked for. */
  get listening(): ReadonlyMap<string | number, Record<string, unknown>> {
    return this.#listening;
  }

  #taskGet(taskId: string, modern: boolean, reply: (result: object) => void): void {
    const polls = (this.#polls.get(taskId) ?? 0) + 1;
    this.#polls.set(taskId, polls);
    const times = { createdAt: '2026-11-16T12:00:00Z', lastUpdatedAt: '2026-11-16T12:00:00Z' };
    const poll = modern ? { ttlMs: 60_000, pollIntervalMs: 60 } : { ttl: 60_000, pollInterval: 60 };
    const working = polls < 2 || taskId === 'endless';
    reply({
      taskId,
      status: working ? 'working' : 'completed',
      statusMessage: `poll ${polls}`,
      ...times,
      ...poll,
      ...(modern && !working
        ? { result: { resultType: 'complete', content: [{ type: 'text', text: 'late' }] } }
        : {}),
    });
  }

  async #tool(
    id: string | number,
    params: Record<string, unknown>,
    meta: Record<string, unknown>,
    modern: boolean,
    reply: (result: object) => void,
    fail: (code: number, text: string, data?: unknown) => void,
  ): Promise<void> {
    const say = (message: object | string): void => this.#say(message, id);
    const progress = (token: unknown, n: number, more: object = {}): void =>
      say({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: token, progress: n, ...more },
      });
    const token = meta['progressToken'];
    const task = modern ? { resultType: 'task', status: 'working', ttlMs: 60_000, pollIntervalMs: 60 } : null;
    switch (params['name']) {
      case 'echo':
        reply({ ...answer(JSON.stringify(params['arguments'])), structuredContent: { params } });
        return;
      case 'env':
        reply(answer(JSON.stringify(process.env)));
        return;
      case 'steps':
        for (const n of [1, 2, 3]) progress(token, n, { total: 3, message: `step ${n}` });
        reply(answer('done'));
        return;
      case 'log':
        say({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'hello' } });
        reply(answer('logged'));
        return;
      case 'fail':
        fail(-32602, 'bad \u202e arguments', { why: 'because' });
        return;
      case 'slow':
        while (!this.#cancelled.has(id)) await pause(5);
        progress(token, 9);
        // a late answer to a request that was cancelled
        reply(answer('too late'));
        return;
      case 'was-cancelled':
        reply(answer(JSON.stringify([...this.#cancelled])));
        return;
      case 'ask': {
        const { ask = 'elicitation/create', askId } = (params['arguments'] ?? {}) as Record<string, string>;
        this.#nextAsk += 1;
        const own = askId ?? `q${this.#nextAsk}`;
        const answered = new Promise<Rpc>((resolve) => this.#asked.set(own, resolve));
        say({ jsonrpc: '2.0', id: own, method: ask, params: { message: 'name?', messages: [] } });
        const { result, error } = await answered;
        reply(answer(JSON.stringify(result ?? error)));
        return;
      }
      case 'later':
        reply(
          task === null
            ? { task: { taskId: 't1', status: 'working', pollInterval: 60 } }
            : { ...task, taskId: 't1' },
        );
        return;
      case 'never':
        reply(
          task === null
            ? { task: { taskId: 'endless', status: 'working', pollInterval: 60 } }
            : { ...task, taskId: 'endless' },
        );
        return;
      case 'changed':
        for (const listening of modern ? this.#listening.keys() : [null]) {
          this.#say(
            {
              jsonrpc: '2.0',
              method: 'notifications/tools/list_changed',
              params: listening === null ? {} : { _meta: { [SUBSCRIPTION_KEY]: listening } },
            },
            listening,
          );
        }
        reply(answer('changed'));
        return;
      // ---- from here on: what no server should do
      case 'twice':
        reply(answer('first'));
        reply(answer('second'));
        return;
      case 'other-id':
        say({ jsonrpc: '2.0', id: 4711, result: answer('spoofed') });
        reply(answer('own'));
        return;
      case 'text-id':
        say({ jsonrpc: '2.0', id: String(id), result: answer('spoofed') });
        reply(answer('own'));
        return;
      case 'next-id':
        // an answer to what was not asked yet
        say({ jsonrpc: '2.0', id: Number(id) + 1, result: answer('spoofed') });
        reply(answer('own'));
        return;
      case 'foreign-progress':
        progress(Number(token) + 1000, 1);
        progress(String(token), 1);
        progress(token, 1);
        reply(answer('own'));
        return;
      case 'odd-notification':
        say({ jsonrpc: '2.0', method: 'notifications/evil', params: {} });
        say({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'x' } });
        reply(answer('own'));
        return;
      case 'odd-type':
        say({ jsonrpc: '2.0', id, result: { resultType: 'surprise', content: [] } });
        return;
      case 'needs-input':
        say({
          jsonrpc: '2.0',
          id,
          result:
            params['inputResponses'] === undefined
              ? {
                  resultType: 'input_required',
                  inputRequests: { name: { method: 'elicitation/create', params: {} } },
                  requestState: 's1',
                }
              : { resultType: 'complete', structuredContent: { params }, content: [] },
        });
        return;
      case 'raw':
        say(String((params['arguments'] as Record<string, unknown>)['text']).replaceAll('$ID', String(id)));
        return;
      case 'huge': {
        const { bytes } = params['arguments'] as Record<string, number>;
        reply(answer('x'.repeat(bytes ?? 0)));
        return;
      }
      default:
        fail(-32602, 'no such tool');
    }
  }
}
