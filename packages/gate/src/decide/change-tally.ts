import type { Decision, Outcome } from '@callgate/core';
import { describeObligations } from '@callgate/core/decide';
import { operationMessages } from '@callgate/messages/operations';
import type { ChangeKind } from './weigh-change.ts';
import { CHANGE_KINDS, compareByKind, effectiveOutcome, weighChange } from './weigh-change.ts';

export interface OutcomeTotals {
  readonly auto: number;
  readonly confirm: number;
  readonly block: number;
}

/** Calls of one tool that fare alike. */
export interface ChangedCalls {
  readonly kind: ChangeKind;
  readonly tool: string;
  /** What happens: a policy that only observes lets everything run. */
  readonly before: Outcome;
  readonly after: Outcome;
  readonly rulesBefore: readonly string[];
  readonly rulesAfter: readonly string[];
  /** Why, under the other policy. */
  readonly reason: string;
  /** Duties that fall away and duties that are new, in words, safe to show. */
  readonly dropped: readonly string[];
  readonly added: readonly string[];
  readonly count: number;
  readonly calls: readonly { readonly call: string; readonly at: number; readonly principal: string }[];
}

/** How calls fare under another policy. */
export interface TallyResult {
  readonly calls: number;
  readonly before: OutcomeTotals;
  readonly after: OutcomeTotals;
  readonly changes: Readonly<Record<ChangeKind, number>>;
  /** Those that run or are loosened first. */
  readonly changed: readonly ChangedCalls[];
  /** Changed calls that are counted and not listed. */
  readonly unlisted: number;
}

/** A call, as far as a change names it. */
export interface TalliedCall {
  readonly call: string;
  readonly at: number;
  readonly tool: string;
  readonly principal: string;
}

export interface TallyLimits {
  readonly groups: number;
  readonly callsShown: number;
}

const MOST: TallyLimits = { groups: 500, callsShown: 20 };

interface ChangeGroup extends Omit<ChangedCalls, 'count' | 'calls'> {
  count: number;
  readonly calls: ChangedCalls['calls'][number][];
}

const missingFrom = (from: readonly string[], other: readonly string[]): readonly string[] =>
  from.filter((each) => !other.includes(each));

const ids = ({ rules }: Decision): readonly string[] => rules.map(({ id }) => id);

const firstReason = ({ mode, reasons }: Decision): string =>
  mode === 'observe' ? operationMessages.policy.observes : (reasons[0] ?? '');

const changeOf = (kind: ChangeKind, tool: string, then: Decision, now: Decision): ChangeGroup => {
  const [before, after] = [describeObligations(then.obligations), describeObligations(now.obligations)];
  return {
    kind,
    tool,
    before: effectiveOutcome(then),
    after: effectiveOutcome(now),
    rulesBefore: ids(then),
    rulesAfter: ids(now),
    reason: firstReason(now),
    dropped: missingFrom(before, after),
    added: missingFrom(after, before),
    count: 0,
    calls: [],
  };
};

const OUTCOMES_COUNTED = ['auto', 'confirm', 'block'] as const;

/** Adds up how calls fare. Its memory does not grow with their number. */
export class ChangeTally {
  readonly #limits: TallyLimits;
  readonly #groups: Map<string, ChangeGroup> = new Map();
  readonly #before: Record<Outcome, number> = { auto: 0, confirm: 0, block: 0 };
  readonly #after: Record<Outcome, number> = { auto: 0, confirm: 0, block: 0 };
  readonly #changes: Record<ChangeKind, number> = { runs: 0, loosened: 0, tightened: 0, otherwise: 0 };
  #calls = 0;
  #unlisted = 0;

  constructor(limits: TallyLimits = MOST) {
    this.#limits = limits;
  }

  /** `new`: it fares like no call before it. */
  add({ tool, call, at, principal }: TalliedCall, then: Decision, now: Decision): 'same' | 'changed' | 'new' {
    this.#calls += 1;
    this.#before[effectiveOutcome(then)] += 1;
    this.#after[effectiveOutcome(now)] += 1;
    const kind = weighChange(then, now);
    if (kind === undefined) return 'same';
    this.#changes[kind] += 1;
    const known = this.#groups.size;
    this.#addTo(changeOf(kind, tool, then, now), 1, [{ call, at, principal }]);
    return this.#groups.size > known ? 'new' : 'changed';
  }

  /** Adds what another one counted. */
  merge({ calls, before, after, changes, changed, unlisted }: TallyResult): void {
    this.#calls += calls;
    this.#unlisted += unlisted;
    for (const outcome of OUTCOMES_COUNTED) {
      this.#before[outcome] += before[outcome];
      this.#after[outcome] += after[outcome];
    }
    for (const kind of CHANGE_KINDS) this.#changes[kind] += changes[kind];
    for (const { count, calls: shown, ...change } of changed)
      this.#addTo({ ...change, count: 0, calls: [] }, count, shown);
  }

  result(): TallyResult {
    return {
      calls: this.#calls,
      before: this.#before,
      after: this.#after,
      changes: this.#changes,
      changed: [...this.#groups.values()].toSorted((a, b) => compareByKind(a, b) || b.count - a.count),
      unlisted: this.#unlisted,
    };
  }

  #addTo(change: ChangeGroup, count: number, calls: ChangedCalls['calls']): void {
    const { kind, tool, before, after, rulesBefore, rulesAfter, reason, dropped, added } = change;
    const key = JSON.stringify([kind, tool, before, after, rulesBefore, rulesAfter, reason, dropped, added]);
    const group = this.#groups.get(key) ?? this.#newGroup(key, change);
    if (group === undefined) {
      this.#unlisted += count;
      return;
    }
    group.count += count;
    group.calls.push(...calls.slice(0, Math.max(0, this.#limits.callsShown - group.calls.length)));
  }

  /** What loosens is listed before all else: it takes the place of what does not. */
  #newGroup(key: string, change: ChangeGroup): ChangeGroup | undefined {
    if (this.#groups.size >= this.#limits.groups) {
      const [lastKey, last] = [...this.#groups].toSorted(([, a], [, b]) => compareByKind(a, b)).at(-1) ?? [];
      if (lastKey === undefined || last === undefined || compareByKind(change, last) >= 0) return undefined;
      this.#groups.delete(lastKey);
      this.#unlisted += last.count;
    }
    this.#groups.set(key, change);
    return change;
  }
}
