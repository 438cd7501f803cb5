import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import type { Dispatchable, Gate, PendingCall, Keys, StoppedCall } from '@callgate/gate';
import type { AllowChoice, AllowOffer, InBandConnection, ApprovalRequest } from '@callgate/gate/confirm';
import { ALLOW_CHOICES, promptText, formatQuestion } from '@callgate/gate/confirm';
import type { DispatchedCall } from '@callgate/gate/host';
import { approvalMessages, voteReasonText } from '@callgate/messages/approval';
import type { ClientRule, GatewayConfig } from '../config/gateway-config.ts';
import type { ClientQuestion, Passage } from '../dispatch/passage.ts';
import type { ConnectedClient } from '../wire/exchange.ts';
import { clientName } from '../wire/request-meta.ts';
import type { CarriedState } from '../wire/seal.ts';
import { seal } from '../wire/seal.ts';
import type { InBandGroups } from './in-band-group.ts';

/** Longer questions do not fit where clients show them: they are for the inbox. */
const MAX_QUESTION = 16_000;

/** The one name under which we ask in an `input_required` result. */
const APPROVAL_INPUT = 'dev.callgate/approval';

/** Whether the client shows forms to its person. */
const canShowForms = ({ capabilities }: ConnectedClient): boolean => {
  const elicitation = getOwn(capabilities, 'elicitation');
  if (elicitation === undefined || !isJsonObject(elicitation)) return false;
  return Object.hasOwn(elicitation, 'form') || !Object.hasOwn(elicitation, 'url');
};

export const findClientRule = (
  rules: readonly ClientRule[],
  client: ConnectedClient,
): ClientRule | undefined => {
  const name = clientName(client);
  return rules.find((rule) => rule.name === name);
};

/** The client's connection, as the gate judges answers over it; undefined where the client shows no forms. */
export const inBandConnection = (client: ConnectedClient): InBandConnection | undefined =>
  canShowForms(client) ? { transport: client.transport, client: clientName(client) } : undefined;

const text = approvalMessages.form;

const CHOICE_TITLES = { approve: text.approve, refuse: text.deny, details: text.details };

type Choice = keyof typeof CHOICE_TITLES;

/** The narrowest first, which is also what a form says that nobody fills in. */
const allowField = (offers: readonly AllowOffer[]): JsonObject => ({
  type: 'string',
  title: text.allow,
  description: text.allowHelp,
  enum: offers.map(({ choice }) => choice),
  enumNames: offers.map(({ words }) => words),
  default: 'once',
});

const formWith = (choices: readonly Choice[], offers: readonly AllowOffer[]): JsonObject => ({
  type: 'object',
  properties: {
    decision: {
      type: 'string',
      title: text.decision,
      description: text.decisionHelp,
      enum: choices,
      enumNames: choices.map((choice) => CHOICE_TITLES[choice]),
    },
    // no default and no example: a client that fills forms by itself must not find the code here
    ...(choices.includes('approve')
      ? { code: { type: 'string', title: text.codeField, description: text.codeHelp } }
      : {}),
    ...(choices.includes('approve') && offers.length > 1 ? { allow: allowField(offers) } : {}),
    reason: { type: 'string', title: text.reason, description: text.reasonHelp },
  },
  required: ['decision'],
});

/** What a client is asked to show, and what its person may choose. */
interface ApprovalForm {
  readonly message: string;
  readonly choices: readonly Choice[];
}

const withCode = (lines: readonly string[], code: string | null): string =>
  [...lines, text.code({ code: code ?? '' }), text.onlyPeople].join('\n');

/** Everything that is known of a call; undefined where it would not fit. */
const detailsForm = (question: ApprovalRequest, code: string | null): ApprovalForm | undefined => {
  const message = withCode([formatQuestion(question, { open: true })], code);
  return message.length > MAX_QUESTION ? undefined : { message, choices: ['approve', 'refuse'] };
};

/** A call in at most 12 lines. Without the whole arguments it has no code: nobody can approve on it. */
const promptForm = (question: ApprovalRequest, code: string | null): ApprovalForm | undefined => {
  if (detailsForm(question, code) === undefined) return undefined;
  const { lines, isWhole } = promptText(question);
  return isWhole
    ? { message: withCode(lines, code), choices: ['approve', 'refuse', 'details'] }
    : {
        message: [...lines, text.showDetailsFirst, text.onlyPeople].join('\n'),
        choices: ['details', 'refuse'],
      };
};

interface ClientVote {
  readonly verdict: 'approve' | 'refuse';
  readonly reason?: string;
  readonly code?: string;
  readonly allow?: AllowChoice;
}

const MAX_REASON = 2000;
const MAX_CODE = 100;

/** A field that nobody filled in is for one call; anything else that is no choice is no answer. */
const readAllow = (value: Json | undefined): AllowChoice | undefined =>
  value === undefined || value === null || value === ''
    ? 'once'
    : ALLOW_CHOICES.find((choice) => choice === value);

/** Reads what a client brought back. Whatever is not plainly an answer is none. */
export const readClientVote = (answer: Json | undefined): ClientVote | 'details' | undefined => {
  if (answer === undefined || !isJsonObject(answer)) return undefined;
  const action = getOwn(answer, 'action');
  if (action === 'decline') return { verdict: 'refuse' };
  const content = getOwn(answer, 'content');
  if (action !== 'accept' || content === undefined || !isJsonObject(content)) return undefined;
  const decision = getOwn(content, 'decision');
  const reason = getOwn(content, 'reason');
  if (decision === 'details') return 'details';
  if (decision !== 'approve' && decision !== 'refuse') return undefined;
  const code = getOwn(content, 'code');
  const allow = readAllow(getOwn(content, 'allow'));
  if (allow === undefined && decision === 'approve') return undefined;
  return {
    verdict: decision,
    ...(typeof reason === 'string' && reason.trim() !== '' ? { reason: reason.slice(0, MAX_REASON) } : {}),
    ...(typeof code === 'string' ? { code: code.slice(0, MAX_CODE) } : {}),
    ...(allow === undefined || allow === 'once' || decision === 'refuse' ? {} : { allow }),
  };
};

type ClientAnswerOutcome = Dispatchable | PendingCall | StoppedCall | DispatchedCall;

/** The question that was shown to a client, and who answers it over which connection. */
interface ShownQuestion {
  readonly call: string;
  readonly binding: string;
  readonly subject: string;
  readonly connection: InBandConnection;
  readonly receipt: string;
}

interface ShownForm extends ShownQuestion {
  readonly form: JsonObject;
}

const NOTHING_CARRIED = { state: null, inputs: null } as const;

interface InBandApprovalParts {
  readonly gate: Gate;
  readonly keys: Keys;
  readonly groups: InBandGroups;
  config(): GatewayConfig;
}

/** Asks the person behind the agent's own connection about a call that waits. */
export class InBandApproval {
  readonly #parts: InBandApprovalParts;
  readonly #passage: Passage;
  /** Why an answer over the client's own connection did not count. */
  uncounted: string | undefined;
  /** The person wants to see the details before they decide. */
  wantsDetails = false;

  constructor(parts: InBandApprovalParts, passage: Passage) {
    this.#parts = parts;
    this.#passage = passage;
  }

  /** The client is back with what it carried, and with a person's word or without. */
  async comeBack(carried: Extract<CarriedState, { type: 'approval' }>): Promise<ClientAnswerOutcome> {
    const { request, retry, exchange } = this.#passage;
    const word = readClientVote(retry?.inputs?.[APPROVAL_INPUT]);
    const connection = inBandConnection(exchange.client);
    if (word === 'details') this.wantsDetails = true;
    else if (word !== undefined && connection !== undefined)
      await this.#vote({ ...carried, subject: exchange.client.principal.subject, connection }, word);
    return await this.#parts.gate.resume(carried.ticket, request);
  }

  /** Undefined where this client cannot be asked. */
  async ask(held: PendingCall): Promise<ClientAnswerOutcome | ClientQuestion | undefined> {
    const { exchange, retry, detached = false } = this.#passage;
    const { client } = exchange;
    if (detached) return undefined;
    const connection = inBandConnection(client);
    if (connection === undefined || (client.era === 'legacy' && !client.stateful)) return undefined;
    if (client.era !== 'modern' && (await this.#parts.groups.isAsked(exchange, connection, held.call)))
      return await this.#wait(held);
    const shown = await this.#show(held, connection);
    if (shown === undefined) return undefined;
    if (client.era !== 'modern') return await this.#elicit(held, shown);
    const { call, binding, receipt, form } = shown;
    const { ticket, expiresAt } = held;
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

  /** Makes the form; undefined, and told in `uncounted`, where no answer to it would count. */
  async #show({ call }: PendingCall, connection: InBandConnection): Promise<ShownForm | undefined> {
    let choices: readonly Choice[] = [];
    const asked = await this.#parts.gate.desk.askInBand(call, connection, (question, code) => {
      const form = this.wantsDetails ? detailsForm(question, code) : promptForm(question, code);
      if (form === undefined) return undefined;
      ({ choices } = form);
      const canApprove = choices.includes('approve');
      const allows = question.offers.map(({ choice }) => choice);
      return { text: form.message, canApprove, ...(canApprove ? { allows } : {}) };
    });
    if (!asked.asked) {
      this.uncounted = voteReasonText(asked.because);
      return undefined;
    }
    const { question, subject, receipt, text: message } = asked;
    const form = { message, requestedSchema: formWith(choices, question.offers) };
    return { call, binding: question.binding, subject, connection, receipt, form };
  }

  async #vote(shown: ShownQuestion, { verdict, reason, code, allow }: ClientVote): Promise<void> {
    const { call, binding, subject, connection, receipt } = shown;
    const { refusedBecause } = await this.#parts.gate.desk.vote({
      call,
      subject,
      verdict,
      via: 'elicitation',
      binding,
      // a yes counts only to a question that showed the whole arguments
      opened: true,
      ...(reason === undefined ? {} : { reason }),
      inBand: {
        connection,
        receipt,
        ...(code === undefined ? {} : { code }),
        ...(allow === undefined ? {} : { allow }),
      },
    });
    this.uncounted = refusedBecause && voteReasonText(refusedBecause);
  }

  /** Asks until the person votes. The details are shown once. */
  async #converse(
    held: PendingCall,
    shown: ShownForm,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<void> {
    const word = readClientVote(
      await this.#passage.exchange.ask('elicitation/create', shown.form, { signal, timeoutMs }),
    );
    if (word === undefined) return;
    if (word !== 'details') {
      await this.#vote(shown, word);
      return;
    }
    if (this.wantsDetails) return;
    this.wantsDetails = true;
    const details = await this.#show(held, shown.connection);
    if (details !== undefined) await this.#converse(held, details, signal, timeoutMs);
  }

  get #waitMs(): number {
    return this.#passage.waitMs ?? this.#parts.config().approvals.waitMs;
  }

  async #wait(held: PendingCall): Promise<ClientAnswerOutcome> {
    const { exchange, request, signal = exchange.signal } = this.#passage;
    return await this.#parts.gate.waitFor(held, request, { withinMs: this.#waitMs, signal });
  }

  /** Asks over the connection while others may decide too; the first vote counts. */
  async #elicit(held: PendingCall, shown: ShownForm): Promise<ClientAnswerOutcome> {
    const enough = new AbortController();
    const asking = this.#converse(held, shown, enough.signal, this.#waitMs)
      // a client that cannot be asked leaves the question to the inbox
      .catch(() => {});
    const step = await this.#wait(held);
    enough.abort();
    await asking;
    return step;
  }
}
