import type { Decision, DecisionInput, Engine, Policy, Principal, ToolInput } from '@callgate/core';
import type { Counter, CounterReading, CounterScope, HistoryReadings } from '@callgate/core/decide';
import {
  AMOUNT_UNITS,
  counterText,
  countsCallsOf,
  listCountersRead,
  listRuleCounters,
  readAmount,
} from '@callgate/core/decide';
import type { Contexts } from '@callgate/core/label';
import { listMemberKeys } from '@callgate/core/label';
import type { ProposedCall } from '../receive/propose-call.ts';
import type { CallCount, CallShare, CountQuestion } from '../store/call-counts.ts';
import type { Tx } from '../store/store.ts';
import type { DecidedCall } from './decide-call.ts';

/** No window of a policy is longer. */
const LONGEST_WINDOW_MS = 31 * 86_400_000;

/** The name under which calls count, whatever window a policy looks through. */
const seriesOf = (counter: Counter): string => {
  const { measure } = counter;
  const family = measure === 'since' ? 'after' : measure;
  return counterText({ ...counter, measure: family, windowMs: null, per: 'session' });
};

/** A label that a person takes away counts in a series of its own: what was raised before it is no more. */
const fallenSeriesOf = (counter: Counter): string => `${seriesOf(counter)} declassified`;

const labelCounter = (label: string): Counter => ({
  measure: 'label',
  tools: [],
  label,
  windowMs: null,
  per: 'session',
});

export const sessionHolder = (session: string): string => `session ${session}`;
export const storeHolder = (store: string): string => `store ${store}`;

/** How a decision names a label that the store of its tool has. */
const storedName = ({ label }: Counter): string => `${JSON.stringify(label)} in store.labels`;

/** Whose call it is, as counters tell calls apart. */
export interface CountedCaller {
  /** Its session, and those whose calls count as its own. */
  readonly sessions: readonly string[];
  readonly principal: Pick<Principal, 'subject'>;
  /** What the tool reads and writes: labels of one's own travel through it. */
  readonly store?: string | undefined;
}

const holdersOf = (
  per: CounterScope,
  { sessions, principal }: CountedCaller,
  { server }: ToolInput,
): readonly string[] => {
  switch (per) {
    case 'session':
      return sessions.map(sessionHolder);
    case 'principal':
      return [`principal ${principal.subject}`];
    case 'server':
      return [`server ${server.name}`];
    case 'all':
      return ['all'];
  }
};

/** What is asked of what was counted, for a counter of a policy. */
export interface CounterQuestion extends CountQuestion {
  readonly counter: Counter;
  /** Under which the answer is read. */
  readonly name: string;
  /** Asks when the label was taken away. */
  readonly isFall?: true;
}

/** Each holder by itself: a label that was taken away from one session is still there in another. */
const labelQuestions = (
  counter: Counter,
  name: string,
  holders: readonly string[],
): readonly CounterQuestion[] =>
  holders.flatMap((holder): CounterQuestion[] => [
    { counter, name, series: seriesOf(counter), holders: [holder], after: -1 },
    { counter, name, series: fallenSeriesOf(counter), holders: [holder], after: -1, isFall: true },
  ]);

const labelsByPolicy: WeakMap<Policy, readonly Counter[]> = new WeakMap();

/** Labels of one's own that rules read: every call may carry them on. */
export const listLabelCounters = (policy: Policy): readonly Counter[] => {
  const known = labelsByPolicy.get(policy);
  if (known !== undefined) return known;
  const found = listRuleCounters(policy.rules).filter(({ measure }) => measure === 'label');
  labelsByPolicy.set(policy, found);
  return found;
};

/** What a policy has to know of earlier calls to decide about one of a tool. */
export const listQuestions = (
  policy: Policy,
  tool: ToolInput,
  caller: CountedCaller,
  now: number,
): readonly CounterQuestion[] => {
  const counted = listCountersRead(policy, tool)
    .filter(({ measure }) => measure !== 'label')
    .map((counter) => ({
      counter,
      name: counterText(counter),
      series: seriesOf(counter),
      holders: holdersOf(counter.per, caller, tool),
      after: counter.windowMs === null ? -1 : now - counter.windowMs,
    }));
  // any call carries labels on, whatever the rules about its tool read
  return [
    ...counted,
    ...listLabelCounters(policy).flatMap((counter) => [
      ...labelQuestions(counter, counterText(counter), caller.sessions.map(sessionHolder)),
      ...(caller.store === undefined
        ? []
        : labelQuestions(counter, storedName(counter), [storeHolder(caller.store)])),
    ]),
  ];
};

/** What a policy reads of calls that were counted. */
const readCount = (
  { measure, windowMs }: Counter,
  { waiting, ran, first, last }: CallCount,
  now: number,
): CounterReading => {
  const since = windowMs === null || first === null ? {} : { first };
  const calls = waiting.calls + ran.calls;
  switch (measure) {
    case 'count':
      return { most: calls, ran: ran.calls, ...since };
    case 'sum':
      return {
        most: waiting.amounts + ran.amounts < calls ? null : (waiting.units + ran.units) / AMOUNT_UNITS,
        ran: ran.amounts < ran.calls ? null : ran.units / AMOUNT_UNITS,
        ...since,
      };
    case 'since':
    case 'after':
    case 'label':
      return { most: waiting.calls > 0 ? now : last, ran: last };
  }
};

const withoutFallen = ({ most, ran, ...rest }: CounterReading, fall: number | undefined): CounterReading => {
  if (fall === undefined) return { most, ran, ...rest };
  const since = (at: number | null): number | null => (at !== null && at < fall ? null : at);
  return { most: since(most), ran: since(ran), ...rest };
};

/** Sessions whose calls count as those of this one. */
export const listCountedSessions = (
  { sessions }: Contexts,
  { session, ref }: Pick<ProposedCall, 'session' | 'ref'>,
): readonly string[] => [session, ...listMemberKeys(sessions[session], ref)];

/** The answers, as decisions read them. */
export const makeHistory = (
  questions: readonly CounterQuestion[],
  counts: readonly CallCount[],
  now: number,
): HistoryReadings => {
  const falls = new Map(
    questions.flatMap((question, at): (readonly [string, number])[] => {
      const last = counts[at]?.last ?? null;
      return question.isFall === true && last !== null ? [[placeOf(question), last]] : [];
    }),
  );
  const history: Record<string, CounterReading> = {};
  for (const [at, question] of questions.entries()) {
    const count = counts[at];
    if (count === undefined || question.isFall === true) continue;
    const { counter, name } = question;
    const reading = withoutFallen(readCount(counter, count, now), falls.get(placeOf(question)));
    // of a store nothing is said where it has no label
    if (name === storedName(counter) && reading.most === null) continue;
    const other = history[name];
    history[name] = other === undefined ? reading : laterOf(other, reading);
  }
  return history;
};

const placeOf = ({ name, holders }: CounterQuestion): string => [name, ...holders].join('\n');

const laterTime = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

const laterOf = (one: CounterReading, other: CounterReading): CounterReading => ({
  most: laterTime(one.most, other.most),
  ran: laterTime(one.ran, other.ran),
});

/** Everything the counters about a tool come to, without the call `except`. Nobody changes it until the end. */
export const loadHistory = async (
  tx: Tx,
  { policy }: Engine,
  proposed: ProposedCall,
  contexts: Contexts,
  now: number,
  except = '',
): Promise<HistoryReadings> => {
  const { tool, call } = proposed;
  const sessions = listCountedSessions(contexts, proposed);
  const caller = { sessions, principal: call.principal, store: tool.store };
  const questions = listQuestions(policy, tool.tool, caller, now);
  return makeHistory(questions, await tx.callCounts(questions, except), now);
};

/** A decision about a call of a session, for what counts from then on. */
export interface CountedDecision {
  readonly session: string;
  readonly input: DecisionInput;
  readonly decision: Decision;
  readonly store?: string | undefined;
}

/** A label is raised by what leaves: in the session by a rule or by what the store has, in the store by a write. */
const labelHolders = (
  counter: Counter,
  { session, input: { history = {} }, decision, store }: CountedDecision,
): readonly string[] => {
  const isRaised = (decision.obligations.raise ?? []).includes(counter.label ?? '');
  const has = (name: string): boolean => Object.hasOwn(history, name) && history[name]?.ran !== null;
  const isWritten = store !== undefined && decision.facts.mutates !== 'no';
  return [
    ...(isRaised || has(storedName(counter)) ? [sessionHolder(session)] : []),
    ...(isWritten && (isRaised || has(counterText(counter))) ? [storeHolder(store)] : []),
  ];
};

const isCounted = (counter: Counter, { input, decision }: CountedDecision): boolean =>
  countsCallsOf(counter, input.tool) && (counter.ai !== true || decision.facts.usesAi !== 'no');

/** Where a call counts: once in each series. A label is raised by what leaves. */
export const listShares = (
  counters: readonly Counter[],
  decided: CountedDecision,
  isLeaving: boolean,
): readonly CallShare[] => {
  const { session, input } = decided;
  const { principal, tool, args } = input;
  const caller = { sessions: [session], principal };
  const holders = (counter: Counter): readonly string[] => {
    if (counter.measure === 'label') return isLeaving ? labelHolders(counter, decided) : [];
    return isCounted(counter, decided) ? holdersOf(counter.per, caller, tool) : [];
  };
  const shares = counters.flatMap((counter) =>
    holders(counter).map((holder): CallShare => ({
      series: seriesOf(counter),
      holder,
      amount: counter.measure === 'sum' ? (readAmount(args, counter.of ?? []) ?? null) : null,
      keptMs: counter.windowMs === null ? 0 : LONGEST_WINDOW_MS,
    })),
  );
  return [...new Map(shares.map((share) => [`${share.series}\n${share.holder}`, share])).values()];
};

/** The same by the policy that decided, which may not be the current one any more. */
export const listDecidedShares = (
  { policy, counters }: Engine,
  decided: DecidedCall,
  isLeaving: boolean,
): readonly CallShare[] =>
  listShares(
    policy === decided.policy ? counters : listRuleCounters(decided.policy.rules),
    { ...decided, store: decided.tool.store },
    isLeaving,
  );

/** A label of one's own that a person takes away. */
export interface LabelFall {
  readonly label: string;
  readonly holders: readonly string[];
}

/** Under which it counts; a later one takes its place. */
export const fallId = ({ label, holders }: LabelFall): string =>
  `declassified ${JSON.stringify([label, ...holders])}`;

export const listFallShares = ({ label, holders }: LabelFall): readonly CallShare[] =>
  holders.map((holder) => ({
    series: fallenSeriesOf(labelCounter(label)),
    holder,
    amount: null,
    keptMs: 0,
  }));

/** When the label was raised last and not taken away since; null where it is not there. */
export const loadRaisedAt = async (tx: Tx, { label, holders }: LabelFall): Promise<number | null> => {
  const questions = labelQuestions(labelCounter(label), label, holders);
  const history = makeHistory(questions, await tx.callCounts(questions, ''), 0);
  return history[label]?.ran ?? null;
};
