import { canonical } from '@callgate/core';
import { auditLogMessages } from '@callgate/messages/audit-log';
import { FACT_PARTS, listFactTexts, hashCallFacts } from './call-facts.ts';
import type { CallRow } from '../record/call-row.ts';
import type { TrackedCall, TrackedGrant } from './call-track.ts';
import { canonicalGrant, isRecordedVote } from './call-track.ts';
import { EntryScanner } from '../record/entry-scanner.ts';
import type { AuditProblems } from './audit-problem.ts';
import { isCorruptStore } from './audit-problem.ts';
import type { AuditLogReader } from './verify-audit-log.ts';

const storeTexts = auditLogMessages.store;

const BATCH = 1000;

/** What the store says of a call against what the record says of it. */
class CallComparison {
  readonly #reader: AuditLogReader;
  readonly #tracked: ReadonlyMap<string, TrackedCall>;
  readonly #rows: number;
  readonly #problems: AuditProblems;
  readonly #scan: EntryScanner = new EntryScanner();
  count = 0;

  constructor(
    reader: AuditLogReader,
    tracked: ReadonlyMap<string, TrackedCall>,
    rows: number,
    problems: AuditProblems,
  ) {
    this.#reader = reader;
    this.#tracked = tracked;
    this.#rows = rows;
    this.#problems = problems;
  }

  #wrong(call: string, seq: number, what: string): void {
    this.#problems.add({ code: 'CALL_STORE', seq, call, what });
  }

  /** Another process may have moved the call since its rows were read; the next verification sees it. */
  async #hasMovedOn(id: string): Promise<boolean> {
    const rows = await this.#reader.rowsOfCall(id);
    return rows.some(({ seq }) => seq > this.#rows);
  }

  async compare(call: CallRow): Promise<void> {
    this.count += 1;
    const tracked = this.#tracked.get(call.id);
    if (tracked === undefined) {
      if (!(await this.#hasMovedOn(call.id)))
        this.#problems.add({
          code: 'CALL_UNRECORDED',
          call: call.id,
          what: storeTexts.callUnrecorded,
        });
      return;
    }
    tracked.compared = true;
    if (hashCallFacts(call) !== tracked.facts) await this.#nameFacts(call, tracked);
    for (const what of differences(call, tracked))
      if (!(await this.#hasMovedOn(call.id))) this.#wrong(call.id, tracked.lastSeq, what);
    const isOpen = call.state === tracked.state && (call.state === 'held' || call.state === 'approved');
    if (isOpen || tracked.votes !== undefined) await this.#votes(call.id, tracked);
  }

  /** Slow, and only for calls that differ: says in what. */
  async #nameFacts(call: CallRow, { firstSeq }: TrackedCall): Promise<void> {
    const [first] = await this.#reader.rows(firstSeq, 1);
    const texts = listFactTexts(call);
    const readable = first !== undefined && this.#scan.scan(first.bytes);
    const names = FACT_PARTS.filter(([name, part]) => !readable || !this.#scan.isRaw(part, texts[name]));
    this.#wrong(call.id, firstSeq, storeTexts.factsDiffer({ names: names.map(([name]) => name).join(', ') }));
  }

  async #votes(id: string, tracked: TrackedCall): Promise<void> {
    const votes = await this.#reader.votes(id);
    const same =
      votes.length === (tracked.votes?.size ?? 0) &&
      votes.every((vote) => isRecordedVote(vote, tracked.votes?.get(vote.subject)));
    if (!same && !(await this.#hasMovedOn(id))) this.#wrong(id, tracked.lastSeq, storeTexts.votesDiffer);
  }

  async missing(id: string, { lastSeq, state }: TrackedCall): Promise<void> {
    let there: CallRow | undefined;
    try {
      there = await this.#reader.call(id);
    } catch (error) {
      if (!isCorruptStore(error)) throw error;
      this.#wrong(id, lastSeq, storeTexts.callUnreadable);
      return;
    }
    if (there === undefined) this.#wrong(id, lastSeq, storeTexts.callMissing({ state }));
    else await this.compare(there);
  }
}

const differences = (call: CallRow, tracked: TrackedCall): string[] => {
  const told: string[] = [];
  const { names, none } = storeTexts;
  const differs = (name: string, stored: string, recorded: string): void => {
    if (stored !== recorded) told.push(storeTexts.valueDiffers({ name, stored, recorded }));
  };
  differs(names.state, call.state, tracked.state);
  differs(names.attempt, String(call.attempt), String(tracked.attempt));
  differs(names.binding, call.binding ?? none, tracked.binding ?? none);
  if (tracked.held !== undefined) {
    differs(names.expiry, String(call.expiresAt), String(tracked.held.expiresAt));
    differs(names.duplicate, call.twin ?? none, tracked.held.twin ?? none);
  }
  differs(names.policy, canonical(call.policy), tracked.policy);
  differs(names.outcome, canonical(call.outcome), tracked.outcome);
  const isSettledAlike = call.settled?.as === tracked.settled?.as && call.settled?.by === tracked.settled?.by;
  if (!isSettledAlike) told.push(storeTexts.settlementDiffers);
  return told;
};

/** How many calls the store has. */
export const compareCalls = async (
  reader: AuditLogReader,
  tracked: ReadonlyMap<string, TrackedCall>,
  rows: number,
  problems: AuditProblems,
): Promise<number> => {
  const comparison = new CallComparison(reader, tracked, rows, problems);
  try {
    for (let after = ''; ;) {
      const calls = await reader.callsAfter(after, BATCH);
      for (const call of calls) await comparison.compare(call);
      const last = calls.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
  } catch (error) {
    // each that the record knows is asked for by its id; those it does not know cannot be looked for
    if (!isCorruptStore(error)) throw error;
    problems.add({
      code: 'CALL_STORE',
      what: storeTexts.someCallUnreadable,
    });
  }
  for (const [id, call] of tracked) if (!call.compared) await comparison.missing(id, call);
  return comparison.count;
};

/** Votes on calls that nobody voted on in the record are found by their number: all others were compared. */
export const compareVoteCount = async (
  reader: AuditLogReader,
  tracked: ReadonlyMap<string, TrackedCall>,
  rows: number,
  problems: AuditProblems,
): Promise<void> => {
  let recorded = 0;
  for (const { votes } of tracked.values()) recorded += votes?.size ?? 0;
  const stored = await reader.voteCount();
  if (stored !== recorded && (await reader.head()).seq === rows)
    problems.add({
      code: 'VOTE_STORE',
      what: storeTexts.voteCount({ stored, recorded }),
    });
};

/** Every grant was given in the record, and is used and revoked as it says. */
export const compareGrants = async (
  reader: AuditLogReader,
  tracked: ReadonlyMap<string, TrackedGrant>,
  rows: number,
  problems: AuditProblems,
): Promise<void> => {
  const wrong = async (what: string): Promise<void> => {
    if ((await reader.head()).seq === rows) problems.add({ code: 'GRANT_STORE', what });
  };
  const missing = new Set(tracked.keys());
  let after: string | undefined;
  do {
    const page = await reader.grants(
      { limit: BATCH, ...(after === undefined ? {} : { after }) },
      { live: false, now: 0 },
    );
    for (const stored of page.items) {
      const { id, usesLeft, revoked } = stored;
      const grant = tracked.get(id);
      missing.delete(id);
      if (grant === undefined) await wrong(storeTexts.grantUnrecorded({ grant: id }));
      else if ((revoked !== null) !== grant.revoked && !(grant.mayBeRevoked && revoked !== null))
        await wrong(
          revoked === null ? storeTexts.grantInForce({ grant: id }) : storeTexts.grantRevoked({ grant: id }),
        );
      else if (usesLeft !== grant.uses - grant.used) await wrong(storeTexts.grantUses({ grant: id }));
      else if (canonicalGrant(JSON.parse(JSON.stringify(stored))) !== grant.text)
        await wrong(storeTexts.grantDiffers({ grant: id }));
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
  for (const id of missing) await wrong(storeTexts.grantMissing({ grant: id }));
};
