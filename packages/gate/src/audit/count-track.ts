import type { DecisionInput, Engine } from '@callgate/core';
import { CallgateError, canonical } from '@callgate/core';
import type { HistoryReadings } from '@callgate/core/decide';
import { fallId, listFallShares, listQuestions, listShares, makeHistory } from '../decide/call-history.ts';
import type { CountedDecision } from '../decide/call-history.ts';
import { MemoryCounts } from '../decide/memory-counts.ts';
import type { DecisionDetail } from '../record/entry-detail.ts';
import type { ParsedEntry } from '../record/entry-schema.ts';
import { readDecisionDetail, readLabelFall } from '../record/entry-schema.ts';
import type { DecisionRebuilder } from './decision-rebuilder.ts';

const ENDS: ReadonlySet<string> = new Set(['blocked', 'refused', 'expired', 'withdrawn']);

const plain = (history: HistoryReadings): string =>
  canonical(Object.fromEntries(Object.entries(history).map(([name, reading]) => [name, { ...reading }])));

/** Counts the calls of a log anew, entry by entry, and holds what decisions read against it. */
export class CountTrack {
  readonly #rebuilding: DecisionRebuilder;
  readonly #counts: MemoryCounts = new MemoryCounts();
  readonly #counted: Set<string> = new Set();
  /** Something that was counted cannot be read: nobody can say what the rest comes to. */
  isLost = false;

  constructor(rebuilding: DecisionRebuilder) {
    this.#rebuilding = rebuilding;
  }

  /** The counters that a decision read otherwise than the entries before it say; empty where all is as it was. */
  async follow({ call, event, detail }: ParsedEntry): Promise<readonly string[]> {
    if (this.isLost) return [];
    const fall = event === 'declassified' ? readLabelFall(detail) : undefined;
    if (fall !== undefined) this.#counts.count(fallId(fall), listFallShares(fall), fall.at);
    if (call === null) return [];
    const decided = Object.hasOwn(detail, 'decision') ? readDecisionDetail(detail) : undefined;
    const differs = decided === undefined ? [] : await this.#follow(call, event, decided);
    if (ENDS.has(event) && this.#counted.delete(call)) this.#counts.remove(call);
    return differs;
  }

  async #follow(call: string, event: string, decided: DecisionDetail): Promise<readonly string[]> {
    try {
      const engine = await this.#rebuilding.engineOf(decided.input.policy);
      if (engine.counters.length === 0 && !this.#counted.has(call)) return [];
      const { input } = await this.#rebuilding.rebuild(call, decided);
      const whole = { ...input, policy: engine.policy.revision };
      const differs = this.#compare(call, engine, whole, decided);
      if (event === 'held' || event === 'dispatching')
        this.#count(
          call,
          engine,
          { ...decided.request, input: whole, decision: engine.decide(whole), store: decided.input.store },
          event,
        );
      return differs;
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      this.isLost = true;
      return [];
    }
  }

  #compare(
    call: string,
    engine: Engine,
    input: DecisionInput,
    { request: { session }, input: { sessions = [session], history = {}, store } }: DecisionDetail,
  ): readonly string[] {
    const { tool, principal, time } = input;
    const questions = listQuestions(engine.policy, tool, { sessions, principal, store }, time.at);
    const expected = makeHistory(questions, this.#counts.counts(questions, call), time.at);
    const names = new Set([...Object.keys(expected), ...Object.keys(history)]);
    return [...names].filter(
      (name) => plain({ read: history[name] ?? NOTHING }) !== plain({ read: expected[name] ?? NOTHING }),
    );
  }

  #count(call: string, engine: Engine, about: CountedDecision, event: 'held' | 'dispatching'): void {
    const isLeaving = event === 'dispatching';
    const shares = listShares(engine.counters, about, isLeaving);
    this.#counts.count(call, shares, isLeaving ? about.input.time.at : null);
    if (shares.length > 0) this.#counted.add(call);
  }
}

const NOTHING = { most: -1, ran: -1 };
