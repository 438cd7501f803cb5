import type { Decision, DecisionInput, Policy, TracedTool } from '@callgate/core';
import { Engine } from '@callgate/core';
import { counterText, listRuleCounters } from '@callgate/core/decide';
import type { Counter } from '@callgate/core/decide';
import type { Clock } from '../environment/clock.ts';
import type { EventStream } from '../events/event-stream.ts';
import type { GateEvent } from '../events/gate-event.ts';
import type { AuditLogWriter } from '../record/audit-entry.ts';
import type { CallState } from '../record/call-row.ts';
import type { CountedDecision } from './call-history.ts';
import { listQuestions, listShares, makeHistory } from './call-history.ts';
import type { TallyLimits, TallyResult } from './change-tally.ts';
import { ChangeTally } from './change-tally.ts';
import type { DecidedCall } from './decide-call.ts';
import { MemoryCounts } from './memory-counts.ts';

export type ShadowedPolicy = Pick<Policy, 'name' | 'revision' | 'mode'>;

export interface ShadowParts {
  readonly clock: Clock;
  readonly store: { transact(work: (tx: AuditLogWriter) => Promise<unknown>): Promise<unknown> };
  readonly events: Pick<EventStream<GateEvent>, 'on'>;
}

/** What a candidate made of calls since it is evaluated. */
export interface ShadowStatus {
  readonly policy: ShadowedPolicy;
  readonly calls: number;
  /** Of them, those that the candidate would decide otherwise. */
  readonly changed: number;
  readonly unjudged: number;
}

interface SeenCall extends Pick<DecidedCall, 'input' | 'decision' | 'policy' | 'session'> {
  readonly traced: TracedTool;
  readonly at: number;
  readonly state: CallState;
  readonly tool: string;
  readonly principal: string;
}

/** What is counted between two entries, of one policy in force. */
interface Count {
  readonly base: ShadowedPolicy;
  readonly tally: ChangeTally;
  readonly since: number;
  until: number;
  unjudged: number;
}

/** Calls that wait to be judged. More than these at once are counted and not judged. */
const MOST_WAITING = 1000;
/** Calls that wait for people, as far as they are remembered. */
const MOST_HELD = 10_000;
const NEVER_LEFT: ReadonlySet<CallState> = new Set(['blocked', 'refused', 'expired', 'withdrawn']);
/** How long counts wait for their entry. */
const QUIET_MS = 60_000;
/** The same where a call fares like none before it. */
const NEWS_MS = 1000;
/** An entry stays small. */
const LIMITS: TallyLimits = { groups: 100, callsShown: 3 };

const summaryOf = ({ name, revision, mode }: ShadowedPolicy): ShadowedPolicy => ({ name, revision, mode });

/**
 * A candidate evaluated beside the policy in force. It looks at calls after they were decided, outside of their
 * transactions, and writes counts of what it would decide otherwise into the audit log. Nothing of it reaches a call.
 */
export class ShadowPolicy {
  readonly policy: Policy;
  readonly #parts: ShadowParts;
  readonly #engine: Pick<Engine, 'decide'>;
  readonly #counters: readonly Counter[];
  /** Of counters that the policy in force does not have: calls since the candidate is evaluated. */
  readonly #memory: MemoryCounts = new MemoryCounts();
  /** Calls that wait for people, and what counts once they leave. */
  readonly #held: Map<string, CountedDecision> = new Map();
  readonly #stopListening: () => void;
  /** By call: a transaction that is done again shows the same call twice. */
  readonly #waiting: Map<string, SeenCall> = new Map();
  #counts: Count[] = [];
  #judging: NodeJS.Immediate | undefined;
  #stopTimer: (() => void) | undefined;
  #dueAt = Infinity;
  #writing: Promise<void> = Promise.resolve();
  #status = { calls: 0, changed: 0, unjudged: 0 };

  constructor(policy: Policy, parts: ShadowParts, engine: Pick<Engine, 'decide'> = new Engine(policy)) {
    this.policy = policy;
    this.#parts = parts;
    this.#engine = engine;
    this.#counters = listRuleCounters(policy.rules);
    this.#stopListening =
      this.#counters.length === 0
        ? () => {}
        : parts.events.on((event) => {
            if (event.type === 'moved') this.#moved(event.call, event.state, event.at);
          });
  }

  get status(): ShadowStatus {
    return { policy: summaryOf(this.policy), ...this.#status };
  }

  /** Total: it only remembers. */
  see({ call, tool, input, decision, policy, session }: DecidedCall, at: number, state: CallState): void {
    const seen = {
      input,
      decision,
      policy,
      session,
      traced: tool,
      at,
      state,
      tool: `${call.server}/${call.target}`,
      principal: call.principal.subject,
    };
    if (this.#waiting.size >= MOST_WAITING && !this.#waiting.has(call.id)) {
      this.#countFor(seen).unjudged += 1;
      this.#status.unjudged += 1;
      return;
    }
    this.#waiting.set(call.id, seen);
    this.#judging ??= setImmediate(() => this.#judgeWaiting()).unref();
  }

  /** Resolves when everything that was seen stands in the audit log. A log that cannot be written keeps the counts. */
  flush(): Promise<void> {
    this.#judgeWaiting();
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#dueAt = Infinity;
    const counts = this.#counts;
    this.#counts = [];
    if (counts.length === 0) return this.#writing;
    this.#writing = this.#writing
      .then(() => this.#write(counts))
      .catch(() => {
        this.#counts = [...counts, ...this.#counts];
      });
    return this.#writing;
  }

  async close(): Promise<void> {
    await this.flush();
    this.#stopListening();
    this.#stopTimer?.();
  }

  #judgeWaiting(): void {
    clearImmediate(this.#judging);
    this.#judging = undefined;
    const seen = [...this.#waiting];
    this.#waiting.clear();
    for (const [call, each] of seen) this.#judge(call, each);
  }

  #judge(call: string, seen: SeenCall): void {
    const count = this.#countFor(seen);
    const input = this.#withHistory(seen);
    const decision = this.#decide(input);
    if (decision === undefined) {
      count.unjudged += 1;
      this.#status.unjudged += 1;
      return;
    }
    const { at, tool, principal } = seen;
    const added = count.tally.add({ call, at, tool, principal }, seen.decision, decision);
    this.#status.calls += 1;
    if (added !== 'same') this.#status.changed += 1;
    this.#remember(call, seen, input, decision);
    this.#writeWithin(added === 'new' ? NEWS_MS : QUIET_MS);
  }

  /** What the policy in force counts is read as it read it; the rest from what was seen. */
  #withHistory({ input, session, traced }: SeenCall): DecisionInput {
    if (this.#counters.length === 0) return input;
    const { tool, principal, time, history = {} } = input;
    const caller = { sessions: [session], principal, store: traced.store };
    const questions = listQuestions(this.policy, tool, caller, time.at).filter(
      ({ counter }) => !Object.hasOwn(history, counterText(counter)),
    );
    const counted = makeHistory(questions, this.#memory.counts(questions, ''), time.at);
    return { ...input, history: { ...history, ...counted } };
  }

  #remember(
    call: string,
    { state, at, session, traced }: SeenCall,
    input: DecisionInput,
    decision: Decision,
  ): void {
    if (this.#counters.length === 0 || (state !== 'dispatching' && state !== 'held')) return;
    const decided = { session, input, decision, store: traced.store };
    const isLeaving = state === 'dispatching';
    this.#memory.count(call, listShares(this.#counters, decided, isLeaving), isLeaving ? at : null);
    if (isLeaving) return;
    this.#held.set(call, decided);
    const [oldest] = this.#held.keys();
    if (this.#held.size > MOST_HELD && oldest !== undefined) this.#held.delete(oldest);
  }

  /** A call that waited leaves, or never will. */
  #moved(call: string, state: CallState, at: number): void {
    if (this.#waiting.has(call)) this.#judgeWaiting();
    const decided = this.#held.get(call);
    if (decided === undefined || state === 'held' || state === 'approved') return;
    this.#held.delete(call);
    if (state === 'dispatching') this.#memory.count(call, listShares(this.#counters, decided, true), at);
    else if (NEVER_LEFT.has(state)) this.#memory.remove(call);
  }

  #decide(input: DecisionInput): Decision | undefined {
    try {
      return this.#engine.decide({ ...input, policy: this.policy.revision });
    } catch {
      return undefined;
    }
  }

  #countFor({ policy, at }: SeenCall): Count {
    const last = this.#counts.at(-1);
    if (last?.base.revision === policy.revision) {
      last.until = Math.max(last.until, at);
      return last;
    }
    const count = {
      base: summaryOf(policy),
      tally: new ChangeTally(LIMITS),
      since: at,
      until: at,
      unjudged: 0,
    };
    this.#counts.push(count);
    this.#writeWithin(QUIET_MS);
    return count;
  }

  #writeWithin(ms: number): void {
    const { clock } = this.#parts;
    const dueAt = clock.now() + ms;
    if (dueAt >= this.#dueAt) return;
    this.#stopTimer?.();
    this.#dueAt = dueAt;
    this.#stopTimer = clock.after(ms, () => void this.flush(), 'idle');
  }

  async #write(counts: readonly Count[]): Promise<void> {
    await this.#parts.store.transact(async (tx) => {
      for (const { base, tally, since, until, unjudged } of counts)
        await tx.append({
          event: 'shadow',
          outcome: 'allowed',
          principal: 'callgate',
          tool: '',
          call: null,
          detail: {
            candidate: { ...summaryOf(this.policy) },
            base: { ...base },
            since,
            until,
            unjudged,
            ...asJson(tally.result()),
          },
        });
    });
  }
}

const asJson = (result: TallyResult): Record<string, never> => JSON.parse(JSON.stringify(result));
