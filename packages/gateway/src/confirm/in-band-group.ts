import type { Json, JsonObject } from '@callgate/core';
import { display, getOwn, isJsonObject } from '@callgate/core';
import type { Clock, Gate } from '@callgate/gate';
import type { ApprovalRequest, InBandConnection, InBandGroup } from '@callgate/gate/confirm';
import { GATHER_MS, promptText } from '@callgate/gate/confirm';
import { approvalMessages } from '@callgate/messages/approval';
import type { RequestExchange } from '../wire/exchange.ts';

/** Longer questions do not fit where clients show them. */
const MAX_QUESTION = 16_000;
const MAX_REASON = 2000;
const MAX_CODE = 100;

const text = approvalMessages.form;

const fieldOf = (at: number): string => `call_${at + 1}`;

/** All calls with their whole arguments; undefined where they do not fit. */
export const groupMessage = (questions: readonly ApprovalRequest[], code: string): string | undefined => {
  const count = questions.length;
  const prompts = questions.map((question) => promptText(question));
  if (!prompts.every(({ isWhole }) => isWhole)) return undefined;
  const message = [
    text.group.title({ count }),
    ...prompts.flatMap(({ lines: [title = '', ...lines] }, at) => [
      text.group.number({ number: at + 1, count }) + title,
      ...lines.map((line) => `    ${line}`),
    ]),
    text.code({ code }),
    text.onlyPeople,
  ].join('\n');
  return message.length > MAX_QUESTION ? undefined : message;
};

const answerField = ({ server, target }: ApprovalRequest, at: number): JsonObject => ({
  type: 'string',
  title: text.group.field({ number: at + 1, tool: display(`${server}/${target}`, { max: 120 }) }),
  description: text.group.fieldHelp,
  enum: ['approve', 'refuse'],
  enumNames: [text.approve, text.deny],
});

const groupForm = ({ text: message, questions }: InBandGroup): JsonObject => ({
  message,
  requestedSchema: {
    type: 'object',
    properties: {
      ...Object.fromEntries(questions.map(({ question }, at) => [fieldOf(at), answerField(question, at)])),
      // no default and no example: a client that fills forms by itself must not find the code here
      code: { type: 'string', title: text.codeField, description: text.codeHelp },
      reason: { type: 'string', title: text.reason, description: text.reasonHelp },
    },
    required: [],
  },
});

interface GroupAnswers {
  readonly verdicts: readonly ('approve' | 'refuse' | undefined)[];
  readonly code?: string;
  readonly reason?: string;
}

const textIn = (content: JsonObject, key: string, max: number): string | undefined => {
  const value = getOwn(content, key);
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, max) : undefined;
};

/** Reads what a client brought back about so many calls. What is not plainly an answer is none. */
export const readGroupAnswers = (answer: Json, count: number): GroupAnswers | undefined => {
  if (!isJsonObject(answer)) return undefined;
  const action = getOwn(answer, 'action');
  if (action === 'decline') return { verdicts: Array.from({ length: count }, () => 'refuse' as const) };
  const content = getOwn(answer, 'content');
  if (action !== 'accept' || content === undefined || !isJsonObject(content)) return undefined;
  const code = textIn(content, 'code', MAX_CODE);
  const reason = textIn(content, 'reason', MAX_REASON);
  return {
    verdicts: Array.from({ length: count }, (_, at) => {
      const verdict = getOwn(content, fieldOf(at));
      return verdict === 'approve' || verdict === 'refuse' ? verdict : undefined;
    }),
    ...(code === undefined ? {} : { code }),
    ...(reason === undefined ? {} : { reason }),
  };
};

interface GatheredCalls {
  readonly calls: string[];
  /** The calls that one form asks about, once it is on its way. */
  readonly asked: Promise<ReadonlySet<string>>;
}

const NOBODY: ReadonlySet<string> = new Set();

interface InBandGroupParts {
  readonly gate: Gate;
  readonly clock: Clock;
  waitMs(): number;
}

/** Asks about calls that came together over one connection with one form. */
export class InBandGroups {
  readonly #parts: InBandGroupParts;
  readonly #gatherings: Map<string, GatheredCalls> = new Map();

  constructor(parts: InBandGroupParts) {
    this.#parts = parts;
  }

  /** Whether a form for several calls asks about this one, too. Waits a moment for the others. */
  async isAsked(exchange: RequestExchange, connection: InBandConnection, call: string): Promise<boolean> {
    const { key } = exchange.client;
    const gathering = this.#gatherings.get(key) ?? this.#gather(exchange, connection);
    gathering.calls.push(call);
    return (await gathering.asked.catch(() => NOBODY)).has(call);
  }

  #gather(exchange: RequestExchange, connection: InBandConnection): GatheredCalls {
    const { key } = exchange.client;
    const { promise, resolve } = Promise.withResolvers<void>();
    const calls: string[] = [];
    const gathering: GatheredCalls = {
      calls,
      asked: promise.then(async () => {
        const asked = await this.ask(exchange, connection, calls);
        // it is answered while each call waits
        asked?.answered.catch(() => {});
        return asked?.calls ?? NOBODY;
      }),
    };
    this.#gatherings.set(key, gathering);
    this.#parts.clock.after(GATHER_MS, () => {
      this.#gatherings.delete(key);
      resolve();
    });
    return gathering;
  }

  /** One form for those that are one question. `answered` resolves once the votes were cast; undefined where none is shown. */
  async ask(
    exchange: RequestExchange,
    connection: InBandConnection,
    calls: readonly string[],
  ): Promise<{ readonly calls: ReadonlySet<string>; readonly answered: Promise<void> } | undefined> {
    const { desk } = this.#parts.gate;
    if (calls.length < 2) return undefined;
    const [largest = []] = (await desk.group(calls)).toSorted((a, b) => b.length - a.length);
    const group = await desk.askTogetherInBand(largest, connection, groupMessage);
    if (group === undefined) return undefined;
    return {
      calls: new Set(group.questions.map(({ question }) => question.call)),
      answered: this.#converse(exchange, connection, group),
    };
  }

  async #converse(
    exchange: RequestExchange,
    connection: InBandConnection,
    group: InBandGroup,
  ): Promise<void> {
    const { gate } = this.#parts;
    const left = new Set(group.questions.map(({ question }) => question.call));
    const over = new AbortController();
    const stop = gate.onEvent((event) => {
      if (event.type === 'moved' && left.delete(event.call) && left.size === 0) over.abort();
    });
    try {
      const given = await exchange.ask('elicitation/create', groupForm(group), {
        signal: AbortSignal.any([over.signal, exchange.signal]),
        timeoutMs: this.#parts.waitMs(),
      });
      const answers = readGroupAnswers(given, group.questions.length);
      if (answers !== undefined) await this.#vote(connection, group, answers);
    } finally {
      stop();
    }
  }

  async #vote(
    connection: InBandConnection,
    { questions }: InBandGroup,
    { verdicts, code, reason }: GroupAnswers,
  ): Promise<void> {
    for (const [at, { question, subject, receipt }] of questions.entries()) {
      const verdict = verdicts[at];
      if (verdict === undefined) continue;
      await this.#parts.gate.desk.vote({
        call: question.call,
        binding: question.binding,
        subject,
        verdict,
        via: 'elicitation',
        // a yes counts only to a question that showed the whole arguments
        opened: true,
        ...(reason === undefined ? {} : { reason }),
        inBand: { connection, receipt, ...(code === undefined ? {} : { code }) },
      });
    }
  }
}
