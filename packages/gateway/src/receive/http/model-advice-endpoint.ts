import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Json, Principal } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { parseStrict } from '@callgate/core/receive';
import type { RequestHead } from '@callgate/http';
import { writeJson, writePlain } from '@callgate/http';
import { agentMessages } from '@callgate/messages/agent';
import type { ModelAdviceReply, Caller, Protocol } from '../../wire/exchange.ts';
import { callerWithoutSession } from './caller.ts';
import type { HttpSession } from './http-session.ts';

const texts = agentMessages.http;

export interface ModelAdviceEndpointOptions {
  readonly protocol: Protocol;
  readonly sessions: {
    find(id: string, principal: Principal): HttpSession | undefined | Promise<HttpSession | undefined>;
  };
  readonly parseLimits: ParseLimits;
  readonly closeMs: number;
}

type AdviceRefusal = Extract<ModelAdviceReply, { type: 'refused' }>;

const adviceRefusal = (status: number, reason: string, message: string): AdviceRefusal => ({
  type: 'refused',
  status,
  reason,
  message,
});

const UNKNOWN_SESSION = adviceRefusal(404, 'SESSION_UNKNOWN', texts.adviceSessionUnknown);
const NONE = adviceRefusal(404, 'MODEL_NONE', agentMessages.modelAdvice.none);
const AWAY = adviceRefusal(503, 'SESSION_AWAY', texts.storeAway);
const FAILED = adviceRefusal(500, 'MODEL_ADVICE', texts.failed);

const toAscii = (text: string): string =>
  text.replace(/[^ -~]/gu, (each) => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`);

const unreadableRefusal = (error: unknown): AdviceRefusal => {
  const [code, message] =
    error instanceof CallgateError
      ? [error.code, error.message]
      : ['JSON_SYNTAX', agentMessages.modelAdvice.notJson];
  return adviceRefusal(
    400,
    'MODEL_ASK',
    agentMessages.modelAdvice.bodyUnreadable({
      problem: display(message, { max: 200 }),
      code: display(code),
    }),
  );
};

/** Hosts that ask which model to use next. Every refusal leaves a row and is told as `CODE: words`. */
export class ModelAdviceEndpoint {
  readonly #options: ModelAdviceEndpointOptions;
  readonly #running: Set<Promise<void>> = new Set();
  #closing = false;

  constructor(options: ModelAdviceEndpointOptions) {
    this.#options = options;
  }

  receive(head: RequestHead, principal: Principal, body: Uint8Array, response: ServerResponse): void {
    if (this.#closing) {
      writePlain(response, 503, `${texts.closing}\n`, ['Connection', 'close']);
      return;
    }
    const answering = this.#answer(head, principal, body, response).finally(() => {
      this.#running.delete(answering);
    });
    this.#running.add(answering);
  }

  /** Takes nothing new, and waits for what is being answered, for a while. */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#running.size === 0) return;
    const enough = new AbortController();
    const late = delay(this.#options.closeMs, undefined, { signal: enough.signal }).catch(() => {});
    await Promise.race([Promise.allSettled(this.#running), late]);
    enough.abort();
  }

  async #answer(
    head: RequestHead,
    principal: Principal,
    body: Uint8Array,
    response: ServerResponse,
  ): Promise<void> {
    const { protocol } = this.#options;
    const whose =
      head.session === undefined
        ? callerWithoutSession(principal)
        : await this.#whose(head.session, principal);
    const isCaller = 'context' in whose;
    const caller = isCaller ? whose : callerWithoutSession(principal);
    const answer = isCaller ? await this.#advise(whose, body) : whose;
    if (answer.type === 'refused') {
      const { status, reason, message } = answer;
      protocol.refused(caller, reason, message);
      const more = status === 503 ? ['Retry-After', '5'] : [];
      writePlain(response, status, `${reason}: ${toAscii(message)}\n`, more);
    } else writeJson(response, 200, canonical(answer.advice));
  }

  async #whose(session: string, principal: Principal): Promise<Caller | AdviceRefusal> {
    try {
      return (await this.#options.sessions.find(session, principal))?.client ?? UNKNOWN_SESSION;
    } catch {
      return AWAY;
    }
  }

  async #advise(caller: Caller, body: Uint8Array): Promise<ModelAdviceReply> {
    let asked: Json;
    try {
      asked = body.length === 0 ? {} : parseStrict(body, this.#options.parseLimits);
    } catch (error) {
      return unreadableRefusal(error);
    }
    try {
      return (await this.#options.protocol.recommend?.(caller, asked)) ?? NONE;
    } catch {
      return FAILED;
    }
  }
}
