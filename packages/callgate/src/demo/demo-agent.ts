import type { JsonObject } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { demoErrors } from '@callgate/messages/errors/demo';
import { demoMessages } from '@callgate/messages/cli/demo';
import { z } from 'zod';
import { sendLocalRequest } from './send-local-request.ts';

const DECISION_KEY = 'dev.callgate/decision';
const VERSION = '2025-11-25';

const content = z.array(z.looseObject({ text: z.string().optional() })).default([]);
const decision = z.looseObject({ outcome: z.string(), call: z.string().optional() });
const messageSchema = z.looseObject({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.looseObject({ message: z.string().optional() }).optional(),
  result: z
    .looseObject({
      content,
      isError: z.boolean().default(false),
      _meta: z.looseObject({ [DECISION_KEY]: decision.optional() }).optional(),
    })
    .optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});

type AgentMessage = z.infer<typeof messageSchema>;

/** What came of a call, as the agent reads it. */
export interface DemoCallResult {
  /** `ran`, `failed`, or what Callgate says it did with the call: `blocked`, `refused`, `held` … */
  readonly outcome: string;
  readonly text: string;
}

const readCallResult = ({ result, error }: AgentMessage): DemoCallResult => {
  if (result === undefined) return { outcome: 'failed', text: error?.message ?? '' };
  const stopped = result['_meta']?.[DECISION_KEY];
  return {
    outcome: stopped?.outcome ?? (result.isError ? 'failed' : 'ran'),
    text: result.content.map(({ text }) => text ?? '').join('\n'),
  };
};

/** An agent that does what a story tells it to, over streamable HTTP. */
export class DemoAgent {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #gone: AbortController = new AbortController();
  #ids = 0;

  private constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#headers = headers;
  }

  static async connect(url: string, token: string): Promise<DemoAgent> {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const hello = await sendLocalRequest({
      url,
      method: 'POST',
      headers,
      body: canonical({
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: {
          protocolVersion: VERSION,
          capabilities: {},
          clientInfo: { name: 'callgate-demo', version: '1' },
        },
      }),
    });
    const session = hello.headers['mcp-session-id'];
    if (typeof session !== 'string')
      throw new CallgateError(demoErrors.gatewayAnswer({ status: hello.status, text: display(hello.text) }));
    const agent = new DemoAgent(url, {
      ...headers,
      'mcp-session-id': session,
      'mcp-protocol-version': VERSION,
    });
    await agent.#post({ method: 'notifications/initialized' });
    return agent;
  }

  async call(
    tool: string,
    args: JsonObject,
    onProgress?: (message: string) => void,
  ): Promise<DemoCallResult> {
    this.#ids += 1;
    const id = this.#ids;
    const params = { name: tool, arguments: args, _meta: { progressToken: id } };
    const message = await this.#post({ id, method: 'tools/call', params }, ({ method, params: told }) => {
      if (method === 'notifications/progress') onProgress?.(told?.message ?? '');
    });
    return message === undefined
      ? { outcome: 'failed', text: demoMessages.noAnswer }
      : readCallResult(message);
  }

  leave(): void {
    this.#gone.abort();
  }

  async #post(
    message: JsonObject,
    onNotification?: (message: AgentMessage) => void,
  ): Promise<AgentMessage | undefined> {
    let answer: AgentMessage | undefined;
    const take = (text: string): void => {
      const read = messageSchema.parse(parseStrict(text));
      if (read.method === undefined) answer = read;
      else onNotification?.(read);
    };
    const body = canonical({ jsonrpc: '2.0', ...message });
    const { text } = await sendLocalRequest({
      url: this.#url,
      method: 'POST',
      headers: this.#headers,
      body,
      onEvent: take,
      signal: this.#gone.signal,
    });
    if (text !== '') take(text);
    return answer;
  }
}
