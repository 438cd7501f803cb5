import type { JsonObject } from '@callgate/core';
import type { Store } from '@callgate/gate/store';
import { parseEntry, readDecisionDetail, readTransitionDetail } from '@callgate/gate/record';

interface OracleCall {
  readonly tool: string;
  readonly session: string;
  readonly principal: string;
  readonly args: JsonObject;
  /** Undefined while it waits. */
  at: number | undefined;
}

/** What the log says was read of a counter, beside what a count over everything before comes to. */
export interface CountedEntry {
  readonly call: string;
  readonly tool: string;
  readonly outcome: string;
  readonly event: string;
  readonly read: number | null | undefined;
  readonly expected: number | null;
}

/** One counter, counted naively. */
export interface OracleCounter {
  /** As the log names it. */
  readonly name: string;
  readonly tools: RegExp;
  readonly windowMs: number;
  readonly per: 'session' | 'principal' | 'all';
  /** Of a sum. */
  readonly amount?: string;
}

const ENDS: ReadonlySet<string> = new Set(['blocked', 'refused', 'expired', 'withdrawn']);

/** Counts all calls of a log anew, entry by entry, for every decision that read the counter. */
export const countByLog = async (store: Store, counter: OracleCounter): Promise<readonly CountedEntry[]> => {
  const calls = new Map<string, OracleCall>();
  const found: CountedEntry[] = [];
  for (let from = 1; ; from += 500) {
    const rows = await store.read.rows(from, 500);
    for (const row of rows) {
      const { call, tool, event, detail } = parseEntry(row.bytes);
      if (call === null) continue;
      const decided = readDecisionDetail(detail);
      if (decided !== undefined) {
        const { session, arguments: args } = decided.request;
        const principal = String(decided.input.principal['subject']);
        const now = decided.input.time.at;
        const own = { tool, session, principal, args, at: undefined };
        const same = [...calls].filter(
          ([id, other]) =>
            id !== call &&
            counter.tools.test(other.tool) &&
            (counter.per === 'all' || other[counter.per] === own[counter.per]) &&
            (other.at === undefined || other.at > now - counter.windowMs),
        );
        const amounts = same.map(([, other]) =>
          counter.amount === undefined ? 1 : other.args[counter.amount],
        );
        const isKnown = amounts.every((amount) => typeof amount === 'number' && amount >= 0);
        const expected = isKnown
          ? amounts.reduce((sum: number, amount) => sum + Math.round(Number(amount) * 100), 0) / 100
          : null;
        const read = decided.input.history?.[counter.name]?.most;
        found.push({ call, tool, outcome: decided.decision.outcome, event, read, expected });
        if (event === 'held') calls.set(call, own);
        if (event === 'dispatching') calls.set(call, { ...own, at: now });
      }
      if (ENDS.has(event) && readTransitionDetail(detail) !== undefined) calls.delete(call);
    }
    if (rows.length < 500) return found.filter(({ read }) => read !== undefined);
  }
};
