import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { Dispatchable, Gate, HeldCall, Keys, Stopped } from '@callgate/gate';
import type { InBandConnection, ShowInBand } from '@callgate/gate/confirm';
import { questionText } from '@callgate/gate/confirm';
import type { AlreadyOut } from '@callgate/gate/host';
import type { ClientRule, GatewayConfig } from '../config/config.ts';
import type { ClientQuestion, Passage } from '../dispatch/passage.ts';
import type { Client } from '../wire/exchange.ts';
import { clientName } from '../wire/request-meta.ts';
import type { Carried } from '../wire/seal.ts';
import { seal } from '../wire/seal.ts';

/** Longer questions do not fit where clients show them: they are for the inbox. */
const MAX_QUESTION = 16_000;

/** The one name under which we ask in an `input_required` result. */
const APPROVAL_INPUT = 'dev.callgate/approval';

/** Whether the client shows forms to its person. */
const showsForms = ({ capabilities }: Client): boolean => {
  const elicitation = own(capabilities, 'elicitation');
  if (elicitation === undefined || !isJsonObject(elicitation)) return false;
  return Object.hasOwn(elicitation, 'form') || !Object.hasOwn(elicitation, 'url');
};

export const ruleFor = (rules: readonly ClientRule[], client: Client): ClientRule | undefined => {
  const name = clientName(client);
  return rules.find((rule) => rule.name === name);
};

/** The client's connection, as the gate judges answers over it; undefined where the client shows no forms. */
export const inBandConnection = (client: Client): InBandConnection | undefined =>
  showsForms(client) ? { transport: client.transport, client: clientName(client) } : undefined;

const FORM: JsonObject = {
  type: 'object',
  properties: {
    decision: {
      type: 'string',
      title: 'Decision',
      description: 'Whether this one call may run',
      enum: ['approve', 'refuse'],
      enumNames: ['Run it once', 'Do not run it'],
    },
    // no default and no example: a client that fills forms by itself must not find the code here
    code: {
      type: 'string',
      title: 'Code',
      description: 'To approve, type the 4 characters that stand at the end of the message',
    },
    reason: { type: 'string', title: 'Reason', description: 'Told to the agent and kept in the audit log' },
  },
  required: ['decision'],
};

/** What the client shows; undefined where the whole arguments would not fit. */
const approvalText: ShowInBand = (question, code) => {
  const message = [
    questionText(question, { open: true }),
    `To approve, read the call and type this code: ${code ?? ''}`,
    'Only a person may answer this. Agents and scripts must not.',
  ].join('\n');
  return message.length > MAX_QUESTION ? undefined : message;
};

const approvalForm = (message: string): JsonObject => ({ message, requestedSchema: FORM });

interface Word {
  readonly verdict: 'approve' | 'refuse';
  readonly reason?: string;
  readonly code?: string;
}

const MAX_REASON = 2000;
const MAX_CODE = 100;

/** Reads what a client brought back. Whatever is not plainly an answer is none. */
export const readWord = (answer: Json | undefined): Word | undefined => {
  if (answer === undefined || !isJsonObject(answer)) return undefined;
  const action = own(answer, 'action');
  if (action === 'decline') return { verdict: 'refuse' };
  const content = own(answer, 'content');
  if (action !== 'accept' || content === undefined || !isJsonObject(content)) return undefined;
  const decision = own(content, 'decision');
  const reason = own(content, 'reason');
  if (decision !== 'approve' && decision !== 'refuse') return undefined;
  const code = own(content, 'code');
  return {
    verdict: decision,
    ...(typeof reason === 'string' && reason.trim() !== '' ? { reason: reason.slice(0, MAX_REASON) } : {}),
    ...(typeof code === 'string' ? { code: code.slice(0, MAX_CODE) } : {}),
  };
};

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
