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

/** Whose call it is, as counters tell calls apart. */
export interface CountedCaller {
  /** Its session, and those whose calls count as its own. */
  readonly sessions: readonly string[];
  readonly principal: Pick<Principal, 'subject'>;
}

const holdersOf = (
  per: CounterScope,
  { sessions, principal }: CountedCaller,
  { server }: ToolInput,
): readonly string[] => {
  switch (per) {
    case 'session':
      return sessions.map((session) => `session ${session}`);
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
}

/** What a policy has to know of earlier calls to decide about one of a tool. */
export const listQuestions = (
  policy: Policy,
  tool: ToolInput,
  caller: CountedCaller,
  now: number,
): readonly CounterQuestion[] =>
  listCountersRead(policy, tool).map((counter) => ({
    counter,
    series: seriesOf(counter),
    holders: holdersOf(counter.per, caller, tool),
    after: counter.windowMs === null ? -1 : now - counter.windowMs,
  }));

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
): HistoryReadings =>
  Object.fromEntries(
    questions.flatMap(({ counter }, at) => {
      const count = counts[at];
      return count === undefined ? [] : [[counterText(counter), readCount(counter, count, now)]];
    }),
  );

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
  const caller = { sessions, principal: call.principal };
  const questions = listQuestions(policy, tool.tool, caller, now);
  return makeHistory(questions, await tx.callCounts(questions, except), now);
};

/** A decision about a call of a session, for what counts from then on. */
export interface CountedDecision {
  readonly session: string;
  readonly input: DecisionInput;
  readonly decision: Decision;
}

const isCounted = (counter: Counter, { input, decision }: CountedDecision, isLeaving: boolean): boolean =>
  counter.measure === 'label'
    ? isLeaving && (decision.obligations.raise ?? []).includes(counter.label ?? '')
    : countsCallsOf(counter, input.tool) && (counter.ai !== true || decision.facts.usesAi !== 'no');

/** Where a call counts: once in each series. A label is raised by what leaves. */
export const listShares = (
  counters: readonly Counter[],
  decided: CountedDecision,
  isLeaving: boolean,
): readonly CallShare[] => {
  const { session, input } = decided;
  const { principal, tool, args } = input;
  const caller = { sessions: [session], principal };
  const shares = counters
    .filter((counter) => isCounted(counter, decided, isLeaving))
    .flatMap((counter) =>
      holdersOf(counter.per, caller, tool).map((holder): CallShare => ({
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
    decided,
    isLeaving,
  );
