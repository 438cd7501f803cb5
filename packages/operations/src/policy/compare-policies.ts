import type { Decision, Outcome, Policy, Principal, ToolInput } from '@callgate/core';
import { Engine, LOCAL_PRINCIPAL, NO_LABELS, UNTRACED_ORIGINS } from '@callgate/core';
import { describeObligations } from '@callgate/core/decide';
import type { Clock, Keys } from '@callgate/gate';
import type { StoreReader } from '@callgate/gate/store';
import type { RejudgedDecision, UnreadableDecision } from '@callgate/gate/replay';
import { replayLatest } from '@callgate/gate/replay';
import { operationMessages } from '@callgate/messages/operations';
import type {
  ChangeKind,
  ChangedCalls,
  ChangedTool,
  ComparisonResult,
  OutcomeTotals,
} from '../api/policy.ts';
import { CHANGE_KINDS } from './change-kinds.ts';
import { effectiveOutcome, weighChange } from './weigh-change.ts';

/** A call that was made, with what it was decided from. */
export interface ComparedCall extends Pick<RejudgedDecision, 'call' | 'at' | 'tool' | 'principal' | 'input'> {
  readonly type: 'decided';
  /** What was decided then, where that is known. */
  readonly recorded?: Pick<Decision, 'outcome' | 'mode'>;
}

export interface CallComparison {
  readonly before: Policy;
  readonly after: Policy;
  readonly tools: readonly ToolInput[];
  readonly clock: Clock;
  /** How many calls were compared. */
  readonly onProgress?: (done: number) => void;
  /** Others want to be served meanwhile. */
  readonly pause?: () => Promise<void>;
  readonly signal?: AbortSignal;
}

export interface ComparisonInput extends CallComparison {
  readonly read: Pick<StoreReader, 'head' | 'rows' | 'kept'>;
  /** Without them what is sealed stays sealed, and those calls cannot be compared. */
  readonly keys: Keys | undefined;
  /** The last so many calls. */
  readonly calls: number;
}

const MOST_GROUPS = 500;
const CALLS_SHOWN = 20;
const UNREADABLE_SHOWN = 20;
const TOOLS_SHOWN = 500;
const AT_ONCE = 20;

interface ChangeGroup extends Omit<ChangedCalls, 'count' | 'calls'> {
  count: number;
  readonly calls: { readonly call: string; readonly at: number; readonly principal: string }[];
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

const byKind = (one: { readonly kind: ChangeKind }, other: { readonly kind: ChangeKind }): number =>
  CHANGE_KINDS.indexOf(one.kind) - CHANGE_KINDS.indexOf(other.kind);

const isLooser = ({ kind }: { readonly kind: ChangeKind }): boolean => kind === 'runs' || kind === 'loosened';

/** Adds up how calls fare. Its memory does not grow with their number. */
class ChangeTally {
  readonly #groups: Map<string, ChangeGroup> = new Map();
  readonly #before: Record<Outcome, number> = { auto: 0, confirm: 0, block: 0 };
  readonly #after: Record<Outcome, number> = { auto: 0, confirm: 0, block: 0 };
  readonly #changes: Record<ChangeKind, number> = { runs: 0, loosened: 0, tightened: 0, otherwise: 0 };
  readonly #unreadable: { seq: number; tool: string; because: string }[] = [];
  #calls = 0;
  #unlisted = 0;
  #otherwise = 0;
  #notRead = 0;

  add(found: ComparedCall, then: Decision, now: Decision): void {
    this.#calls += 1;
    this.#before[effectiveOutcome(then)] += 1;
    this.#after[effectiveOutcome(now)] += 1;
    const { recorded = then } = found;
    if (recorded.outcome !== then.outcome || recorded.mode !== then.mode) this.#otherwise += 1;
    const kind = weighChange(then, now);
    if (kind === undefined) return;
    this.#changes[kind] += 1;
    const change = changeOf(kind, found.tool, then, now);
    const key = JSON.stringify(change);
    const group = this.#groups.get(key) ?? this.#newGroup(key, change);
    if (group === undefined) {
      this.#unlisted += 1;
      return;
    }
    group.count += 1;
    if (group.calls.length < CALLS_SHOWN)
      group.calls.push({ call: found.call, at: found.at, principal: found.principal });
  }

  addUnreadable({ seq, tool, because }: UnreadableDecision): void {
    this.#notRead += 1;
    if (this.#unreadable.length < UNREADABLE_SHOWN) this.#unreadable.push({ seq, tool, because });
  }

  /** What loosens is listed before all else: it takes the place of what does not. */
  #newGroup(key: string, change: ChangeGroup): ChangeGroup | undefined {
    if (this.#groups.size >= MOST_GROUPS) {
      const [lastKey, last] = [...this.#groups].toSorted(([, a], [, b]) => byKind(a, b)).at(-1) ?? [];
      if (lastKey === undefined || last === undefined || byKind(change, last) >= 0) return undefined;
      this.#groups.delete(lastKey);
      this.#unlisted += last.count;
    }
    this.#groups.set(key, change);
    return change;
  }

  result(tools: ComparisonResult['tools']): ComparisonResult {
    return {
      calls: this.#calls,
      before: this.#before satisfies OutcomeTotals,
      after: this.#after,
      changes: this.#changes,
      changed: [...this.#groups.values()].toSorted((a, b) => byKind(a, b) || b.count - a.count),
      unlisted: this.#unlisted,
      decidedOtherwise: this.#otherwise,
      unreadable: { count: this.#notRead, some: this.#unreadable },
      tools,
    };
  }
}

const SESSIONS = [
  { session: 'clean', labels: NO_LABELS },
  { session: 'labelled', labels: { private: 'known', untrusted: 'known' } },
] as const;

const ANYBODY: Principal = LOCAL_PRINCIPAL;

/** One tool as it is described before and after a change. */
export interface ToolPair {
  readonly before: ToolInput;
  readonly after: ToolInput;
}

/** How tools fare that were perhaps never called: without arguments, in a session that touched nothing and in one that did. */
export const compareTools = (
  tools: readonly ToolPair[],
  before: Engine,
  after: Engine,
  clock: Clock,
): ComparisonResult['tools'] => {
  const at = clock.now();
  const time = { at, offsetMinutes: clock.offsetMinutes(at) };
  const changed = tools.flatMap((pair): ChangedTool[] =>
    SESSIONS.flatMap(({ session, labels }) => {
      const input = {
        v: 1,
        labels,
        words: true,
        origins: UNTRACED_ORIGINS,
        principal: ANYBODY,
        args: {},
        time,
      } as const;
      const then = before.decide({ ...input, tool: pair.before, policy: before.policy.revision });
      const now = after.decide({ ...input, tool: pair.after, policy: after.policy.revision });
      const kind = weighChange(then, now);
      if (kind === undefined) return [];
      return [
        {
          kind,
          tool: `${pair.after.server.name}/${pair.after.name}`,
          session,
          before: effectiveOutcome(then),
          after: effectiveOutcome(now),
        },
      ];
    }),
  );
  const loosened = new Set(changed.filter(isLooser).map(({ tool }) => tool)).size;
  return { compared: tools.length, loosened, changed: changed.toSorted(byKind).slice(0, TOOLS_SHOWN) };
};

/** Decides calls again by two policies, each call by itself in its session as it was. */
export const compareCalls = async (
  calls: AsyncIterable<ComparedCall | UnreadableDecision>,
  wanted: CallComparison,
): Promise<ComparisonResult> => {
  const [before, after] = [new Engine(wanted.before), new Engine(wanted.after)];
  const tally = new ChangeTally();
  let done = 0;
  for await (const found of calls) {
    wanted.signal?.throwIfAborted();
    if (found.type === 'unreadable') tally.addUnreadable(found);
    else
      tally.add(
        found,
        before.decide({ ...found.input, policy: before.policy.revision }),
        after.decide({ ...found.input, policy: after.policy.revision }),
      );
    done += 1;
    if (done % AT_ONCE === 0) {
      wanted.onProgress?.(done);
      await wanted.pause?.();
    }
  }
  wanted.onProgress?.(done);
  const tools = wanted.tools.map((tool) => ({ before: tool, after: tool }));
  return tally.result(compareTools(tools, before, after, wanted.clock));
};

/** The same of the last calls of the audit log. */
export const comparePolicies = (wanted: ComparisonInput): Promise<ComparisonResult> =>
  compareCalls(replayLatest(wanted, new Engine(wanted.after), wanted.calls), wanted);

/** How many calls and tools of a comparison would run by themselves or be asked less about than now. */
export const countLoosened = ({ changes, tools }: Pick<ComparisonResult, 'changes' | 'tools'>): number =>
  changes.runs + changes.loosened + tools.loosened;
