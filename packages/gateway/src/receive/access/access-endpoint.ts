import type { Json, Principal } from '@callgate/core';
import { canonical } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { parseStrict } from '@callgate/core/receive';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpRequestContext } from '@callgate/http';
import { writeJson, writePlain } from '@callgate/http';
import { agentMessages } from '@callgate/messages/agent';
import { callerWithoutSession } from '../http/caller.ts';
import type { AccessReply, Caller, Protocol } from '../../wire/exchange.ts';

const texts = agentMessages.http;

export interface AccessEndpointOptions {
  readonly protocol: Pick<Protocol, 'evaluateAccess' | 'refused'>;
  readonly parseLimits: ParseLimits;
  readonly closeMs: number;
}

type AccessRefusal = Extract<AccessReply, { readonly type: 'refused' }>;

const refusal = (status: number, reason: string, message: string): AccessRefusal => ({
  type: 'refused',
  status,
  reason,
  message,
});

/** A token of visible ASCII, as it may stand in a header. */
const REQUEST_ID = /^[!-~]{1,200}$/;

/** The id by which the program knows its request comes back. */
const echoed = ({ request }: HttpRequestContext): readonly string[] => {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? ['X-Request-ID', given] : [];
};

/** Programs that ask whether a call may run, by OpenID AuthZEN 1.0. */
export class AccessEndpoint {
  readonly #options: AccessEndpointOptions;
  readonly #running: Set<Promise<void>> = new Set();
  #closing = false;

  constructor(options: AccessEndpointOptions) {
    this.#options = options;
  }

  receive(visit: HttpRequestContext, principal: Principal, body: Uint8Array, isBatch: boolean): void {
    if (this.#closing) {
      writePlain(visit.response, 503, `${texts.closing}\n`, ['Connection', 'close']);
      return;
    }
    const answering = this.#answer(visit, callerWithoutSession(principal), body, isBatch).finally(() => {
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
    visit: HttpRequestContext,
    caller: Caller,
    body: Uint8Array,
    isBatch: boolean,
  ): Promise<void> {
    const answer = await this.#evaluate(caller, body, isBatch);
    const more = echoed(visit);
    if (answer.type === 'decided') {
      writeJson(visit.response, 200, canonical(answer.answer), more);
      return;
    }
    const { status, reason, message } = answer;
    this.#options.protocol.refused(caller, reason, message);
    writeJson(visit.response, status, canonical({ error: reason, message }), more);
  }

  async #evaluate(caller: Caller, body: Uint8Array, isBatch: boolean): Promise<AccessReply> {
    let asked: Json;
    try {
      asked = parseStrict(body, this.#options.parseLimits);
    } catch {
      return refusal(400, 'ACCESS_REQUEST', agentMessages.modelAdvice.notJson);
    }
    try {
      const { protocol } = this.#options;
      return (
        (await protocol.evaluateAccess?.(caller, asked, isBatch)) ?? refusal(404, 'HTTP_PATH', texts.failed)
      );
    } catch {
      // nothing was recorded, so nothing is allowed
      return refusal(500, 'ACCESS_UNRECORDED', agentMessages.access.unrecorded);
    }
  }
}
