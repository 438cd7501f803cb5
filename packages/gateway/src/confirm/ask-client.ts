import type { JsonObject } from '@callgate/core';
import type {
  AlreadyOut,
  Dispatchable,
  Gate,
  HeldCall,
  InBandConnection,
  Keys,
  Stopped,
} from '@callgate/gate';
import type { GatewayConfig } from '../config/config.ts';
import type { ClientQuestion, Passage } from '../dispatch/passage.ts';
import type { Carried } from '../wire/seal.ts';
import { seal } from '../wire/seal.ts';
import type { Word } from './in-band.ts';
import { APPROVAL_INPUT, approvalForm, approvalText, inBandConnection, readWord } from './in-band.ts';

type Step = Dispatchable | HeldCall | Stopped | AlreadyOut;

/** The question that was shown to a client, and who answers it over which connection. */
interface ShownQuestion {
  readonly call: string;
  readonly binding: string;
  readonly subject: string;
  readonly connection: InBandConnection;
  readonly receipt: string;
}

const NOTHING_CARRIED = { state: null, inputs: null } as const;

interface AskClientParts {
  readonly gate: Gate;
  readonly keys: Keys;
  config(): GatewayConfig;
}

/** Asks the person behind the agent's own connection about a call that waits. */
export class AskClient {
  readonly #parts: AskClientParts;
  readonly #passage: Passage;
  /** Why an answer over the client's own connection did not count. */
  uncounted: string | undefined;

  constructor(parts: AskClientParts, passage: Passage) {
    this.#parts = parts;
    this.#passage = passage;
  }

  /** The client is back with what it carried, and with a person's word or without. */
  async comeBack(carried: Extract<Carried, { type: 'approval' }>): Promise<Step> {
    const { request, retry, exchange } = this.#passage;
    const word = readWord(retry?.inputs?.[APPROVAL_INPUT]);
    const connection = inBandConnection(exchange.client);
    if (word !== undefined && connection !== undefined)
      await this.#vote({ ...carried, subject: exchange.client.principal.subject, connection }, word);
    return await this.#parts.gate.resume(carried.ticket, request);
  }

  /** Undefined where this client cannot be asked. */
  async ask(held: HeldCall): Promise<Step | ClientQuestion | undefined> {
    const { exchange, retry, detached = false } = this.#passage;
    const { client } = exchange;
    if (detached) return undefined;
    const connection = inBandConnection(client);
    if (connection === undefined || (client.era === 'legacy' && !client.stateful)) return undefined;
    const asked = await this.#parts.gate.desk.askInBand(held.call, connection, approvalText);
    if (!asked.asked) {
      this.uncounted = asked.because;
      return undefined;
    }
    const { question, subject, receipt } = asked;
    const form = approvalForm(asked.text);
    const { call, ticket, expiresAt } = held;
    const { binding } = question;
    if (client.era !== 'modern')
      return await this.#elicit(held, { call, binding, subject, connection, receipt }, form);
    const { state, inputs } = retry?.inner ?? NOTHING_CARRIED;
    const carried = { type: 'approval', ticket, call, binding, receipt, state, inputs } as const;
    return {
      state: 'asks',
      inputRequests: {
        [APPROVAL_INPUT]: { method: 'elicitation/create', params: { mode: 'form', ...form } },
      },
      requestState: seal(this.#parts.keys, client, carried, expiresAt),
    };
  }

  async #vote(shown: ShownQuestion, { verdict, reason, code }: Word): Promise<void> {
    const { call, binding, subject, connection, receipt } = shown;
    const { refusedBecause } = await this.#parts.gate.desk.vote({
      call,
      subject,
      verdict,
      via: 'elicitation',
      binding,
      // the question shows the whole arguments, or it is not asked this way
      opened: true,
      ...(reason === undefined ? {} : { reason }),
      inBand: { connection, receipt, ...(code === undefined ? {} : { code }) },
    });
    this.uncounted = refusedBecause;
  }

  /** Asks over the connection while others may decide too; whoever is first counts. */
  async #elicit(held: HeldCall, shown: ShownQuestion, form: JsonObject): Promise<Step> {
    const { exchange, request, signal = exchange.signal } = this.#passage;
    const { waitMs = this.#parts.config().approvals.waitMs } = this.#passage;
    const enough = new AbortController();
    const asking = exchange
      .ask('elicitation/create', form, { signal: enough.signal, timeoutMs: waitMs })
      .then(async (answer) => {
        const word = readWord(answer);
        if (word !== undefined) await this.#vote(shown, word);
      })
      // a client that cannot be asked leaves the question to the inbox
      .catch(() => {});
    const step = await this.#parts.gate.waitFor(held, request, { withinMs: waitMs, signal });
    enough.abort();
    await asking;
    return step;
  }
}
