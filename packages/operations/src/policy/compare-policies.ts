import type { Decision, DecisionInput, Policy, Principal, ToolInput } from '@callgate/core';
import { Engine, LOCAL_PRINCIPAL, NO_LABELS, UNTRACED_ORIGINS } from '@callgate/core';
import type { Clock, Keys } from '@callgate/gate';
import type { StoreReader } from '@callgate/gate/store';
import type { ChangeKind, RejudgedDecision, UnreadableDecision } from '@callgate/gate/replay';
import {
  ChangeTally,
  compareByKind,
  effectiveOutcome,
  replayLatest,
  weighChange,
} from '@callgate/gate/replay';
import type { ChangedTool, ComparisonResult } from '../api/policy.ts';
import { listHistories } from './list-histories.ts';

/** A call that was made, with what it was decided from. */
export interface ComparedCall extends Pick<RejudgedDecision, 'call' | 'at' | 'tool' | 'principal' | 'input'> {
  readonly type: 'decided';
  /** The same for the policy after, where its counters come to something else. */
  readonly inputAfter?: DecisionInput;
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
  readonly read: Pick<StoreReader, 'head' | 'rows' | 'hashes' | 'kept'>;
  /** Without them what is sealed stays sealed, and those calls cannot be compared. */
  readonly keys: Keys | undefined;
  /** The last so many calls. */
  readonly calls: number;
}

const TOOLS_SHOWN = 500;
const AT_ONCE = 20;

const UNREADABLE_SHOWN = 20;

const isLooser = ({ kind }: { readonly kind: ChangeKind }): boolean => kind === 'runs' || kind === 'loosened';

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
  const { histories } = listHistories([before.policy, after.policy], at);
  const changed = tools.flatMap((pair): ChangedTool[] =>
    SESSIONS.flatMap(({ session, labels }) => {
      const changes = histories.map(({ history, args }) => {
        const input = {
          v: 1,
          labels,
          words: true,
          origins: UNTRACED_ORIGINS,
          principal: ANYBODY,
          args,
          time,
          ...(history === undefined ? {} : { history }),
        } as const;
        const then = before.decide({ ...input, tool: pair.before, policy: before.policy.revision });
        const now = after.decide({ ...input, tool: pair.after, policy: after.policy.revision });
        const kind = weighChange(then, now);
        return kind === undefined ? undefined : { kind, then, now };
      });
      const [change] = changes.filter((each) => each !== undefined).toSorted(compareByKind);
      if (change === undefined) return [];
      const { kind, then, now } = change;
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
  return { compared: tools.length, loosened, changed: changed.toSorted(compareByKind).slice(0, TOOLS_SHOWN) };
};

/** Decides calls again by two policies, each call by itself in its session as it was. */
export const compareCalls = async (
  calls: AsyncIterable<ComparedCall | UnreadableDecision>,
  wanted: CallComparison,
): Promise<ComparisonResult> => {
  const [before, after] = [new Engine(wanted.before), new Engine(wanted.after)];
  const tally = new ChangeTally();
  const some: ComparisonResult['unreadable']['some'][number][] = [];
  let [done, unreadable, decidedOtherwise] = [0, 0, 0];
  for await (const found of calls) {
    wanted.signal?.throwIfAborted();
    if (found.type === 'unreadable') {
      const { seq, tool, because } = found;
      unreadable += 1;
      if (unreadable <= UNREADABLE_SHOWN) some.push({ seq, tool, because });
    } else {
      const then = before.decide({ ...found.input, policy: before.policy.revision });
      const { recorded = then } = found;
      if (recorded.outcome !== then.outcome || recorded.mode !== then.mode) decidedOtherwise += 1;
      const { inputAfter = found.input } = found;
      tally.add(found, then, after.decide({ ...inputAfter, policy: after.policy.revision }));
    }
    done += 1;
    if (done % AT_ONCE === 0) {
      wanted.onProgress?.(done);
      await wanted.pause?.();
    }
  }
  wanted.onProgress?.(done);
  const tools = wanted.tools.map((tool) => ({ before: tool, after: tool }));
  return {
    ...tally.result(),
    decidedOtherwise,
    unreadable: { count: unreadable, some },
    tools: compareTools(tools, before, after, wanted.clock),
  };
};

/** The same of the last calls of the audit log. */
export const comparePolicies = (wanted: ComparisonInput): Promise<ComparisonResult> =>
  compareCalls(replayLatest(wanted, new Engine(wanted.after), wanted.calls), wanted);

/** How many calls and tools of a comparison would run by themselves or be asked less about than now. */
export const countLoosened = ({ changes, tools }: Pick<ComparisonResult, 'changes' | 'tools'>): number =>
  changes.runs + changes.loosened + tools.loosened;
