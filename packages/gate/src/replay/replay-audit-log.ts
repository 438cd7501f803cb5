import type { Decision, DecisionInput, Engine, Json, Outcome } from '@callgate/core';
import { CallgateError, canonical } from '@callgate/core';
import { auditErrors } from '@callgate/messages/errors/audit';
import { auditLogMessages } from '@callgate/messages/audit-log';
import { makeKeptDecision } from '../record/call-details.ts';
import { EMPTY_LOG_HEAD } from '../record/chain-entry.ts';
import type { AuditLogHead, StoredEntry } from '../record/audit-entry.ts';
import type { Keys } from '../record/keys.ts';
import type { DecisionDetail } from '../record/entry-detail.ts';
import type { ParsedEntry } from '../record/entry-schema.ts';
import { readDecisionDetail, parseEntry } from '../record/entry-schema.ts';
import { readHeadBefore } from '../audit/read-head-before.ts';
import { verifyEntry } from '../audit/verify-entry.ts';
import type { StoreReader } from '../store/store-reader.ts';
import { CountTrack } from '../audit/count-track.ts';
import { DecisionRebuilder } from '../audit/decision-rebuilder.ts';

/** Where a decision stands in the record. */
export interface DecisionLocation {
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly call: string;
  /** `server/target` */
  readonly tool: string;
  readonly principal: string;
  /** The call was decided about before: it was resumed, or tried again. */
  readonly again: boolean;
}

/** One decision of the record, made again with another policy. */
export interface RejudgedDecision extends DecisionLocation {
  readonly type: 'decided';
  readonly recorded: DecisionDetail['decision'];
  /** What the new policy says. */
  readonly now: Decision;
  /** What it was made from, for asking yet another policy. */
  readonly input: Omit<DecisionInput, 'policy'>;
}

/** The same, made again with the policy of its time as well. */
export interface ReplayedDecision extends RejudgedDecision {
  /** In which parts the recorded policy now comes to something else; empty where all is as it was. */
  readonly differs: readonly string[];
  /** What the recorded policy says now. */
  readonly reproduced: Decision;
}

/** A row that tells of a decision that cannot be made again. */
export interface UnreadableDecision {
  readonly type: 'unreadable';
  readonly seq: number;
  readonly call: string | null;
  readonly tool: string;
  readonly because: string;
}

export interface ReplaySource {
  readonly read: Pick<StoreReader, 'rows' | 'hashes' | 'kept'>;
  /** Without them what is sealed stays sealed. */
  readonly keys: Keys | undefined;
}

const AT_ONCE = 200;
/** A process that asks for the last calls serves others meanwhile. */
const LATEST_AT_ONCE = 40;

const plain = (value: unknown): string => canonical(JSON.parse(JSON.stringify(value)) as Json);

/** The parts that must come out equal. Reasons may quote what is secret, so they are not compared. */
const PARTS: readonly (readonly [
  name: string,
  of: (decision: Decision | DecisionDetail['decision']) => unknown,
])[] = [
  ['outcome', ({ outcome }) => outcome],
  ['mode', ({ mode }) => mode],
  ['rules', ({ rules }) => rules.map(({ id, outcome, counted }) => ({ id, outcome, counted }))],
  ['exceptions', (decision) => ('exceptions' in decision ? decision.exceptions : [])],
  ['obligations', ({ obligations }) => obligations],
];

const differing = (recorded: DecisionDetail['decision'], again: Decision): readonly string[] =>
  PARTS.filter(([, of]) => plain(of(recorded)) !== plain(of(again))).map(([name]) => name);

const tellsOfDecision = (row: ParsedEntry): boolean =>
  Object.hasOwn(row.detail, 'decision') && Object.hasOwn(row.detail, 'input');

class DecisionReplay {
  readonly #rebuilding: DecisionRebuilder;
  readonly #engine: Engine;
  readonly #counts: CountTrack;
  readonly #read: ReplaySource['read'];
  #before: AuditLogHead = EMPTY_LOG_HEAD;

  constructor({ read, keys }: ReplaySource, engine: Engine) {
    this.#read = read;
    this.#rebuilding = new DecisionRebuilder(read, keys);
    this.#engine = engine;
    this.#counts = new CountTrack(this.#rebuilding);
  }

  /** Made again with the policy of its time too. Undefined where a row tells of no decision. */
  redecide(stored: StoredEntry): Promise<ReplayedDecision | UnreadableDecision | undefined> {
    let counted: readonly string[] = [];
    const follow = async (row: ParsedEntry): Promise<void> => {
      counted = await this.#counts.follow(row);
    };
    const make = async (row: ParsedEntry): Promise<ReplayedDecision> => {
      const { judged, engine } = await this.#judge(row);
      const { input, recorded } = judged;
      const reproduced = engine.decide({ ...input, policy: engine.policy.revision });
      const kept = makeKeptDecision(reproduced, engine.policy).digest;
      const differs = [
        ...differing(recorded, reproduced),
        ...(kept === recorded.kept ? [] : ['conditions']),
        ...(counted.length === 0 ? [] : ['history']),
      ];
      return { ...judged, differs, reproduced };
    };
    return this.#row(stored, make, follow);
  }

  rejudge(stored: StoredEntry): Promise<RejudgedDecision | UnreadableDecision | undefined> {
    return this.#row(stored, async (row) => (await this.#judge(row)).judged);
  }

  async #row<T>(
    stored: StoredEntry,
    make: (row: ParsedEntry) => Promise<T>,
    follow?: (row: ParsedEntry) => Promise<void>,
  ): Promise<T | UnreadableDecision | undefined> {
    const fault = await this.#fault(stored);
    if (fault !== undefined)
      return { type: 'unreadable', seq: stored.seq, call: stored.call, tool: '', because: fault };
    let row: ParsedEntry | undefined;
    try {
      row = parseEntry(stored.bytes);
      await follow?.(row);
      return tellsOfDecision(row) ? await make(row) : undefined;
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      const { seq, call } = stored;
      return { type: 'unreadable', seq, call, tool: row?.tool ?? '', because: error.message };
    }
  }

  /** A changed audit log reproduces nothing; `audit verify` tells where. */
  async #fault(stored: StoredEntry): Promise<string | undefined> {
    if (stored.seq !== this.#before.seq + 1) this.#before = await readHeadBefore(this.#read, stored.seq);
    const [fault] = verifyEntry(this.#before, stored);
    this.#before = stored;
    return fault === undefined ? undefined : auditLogMessages.entry.changed({ problem: fault.what });
  }

  async #judge(row: ParsedEntry): Promise<{ readonly judged: RejudgedDecision; readonly engine: Engine }> {
    const detail = readDecisionDetail(row.detail);
    if (detail === undefined || row.call === null) throw new CallgateError(auditErrors.decisionUnreadable());
    const { input, engine } = await this.#rebuilding.rebuild(row.call, detail);
    const { seq, at, call, tool, principal } = row;
    return {
      engine,
      judged: {
        type: 'decided',
        seq,
        at,
        call,
        tool,
        principal,
        again: !detail.arrows.includes('received'),
        recorded: detail.decision,
        now: this.#engine.decide({ ...input, policy: this.#engine.policy.revision }),
        input,
      },
    };
  }
}

/** Decides again everything that a record tells of, in its order, with the recorded policies and with a new one. */
export async function* replayAuditLog(
  record: ReplaySource,
  engine: Engine,
): AsyncGenerator<ReplayedDecision | UnreadableDecision> {
  const replaying = new DecisionReplay(record, engine);
  for (let from = 1; ;) {
    const rows = await record.read.rows(from, AT_ONCE);
    for (const row of rows) {
      const found = await replaying.redecide(row);
      if (found !== undefined) yield found;
      from = row.seq + 1;
    }
    if (rows.length < AT_ONCE) return;
  }
}

/** The first decision about a call, made again by another policy. Undefined where the audit log tells of none. */
export const replayCall = async (
  record: ReplaySource & { readonly read: Pick<StoreReader, 'rowsOfCall'> },
  engine: Engine,
  call: string,
): Promise<RejudgedDecision | UnreadableDecision | undefined> => {
  const replaying = new DecisionReplay(record, engine);
  for (const row of await record.read.rowsOfCall(call)) {
    const found = await replaying.rejudge(row);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The calls that were decided about last, newest first, at most so many, each judged by another policy. */
export async function* replayLatest(
  record: ReplaySource & { readonly read: Pick<StoreReader, 'head'> },
  engine: Engine,
  most: number,
): AsyncGenerator<RejudgedDecision | UnreadableDecision> {
  const replaying = new DecisionReplay(record, engine);
  const { seq } = await record.read.head();
  let left = most;
  for (let end = seq; end > 0 && left > 0; end -= LATEST_AT_ONCE) {
    const from = Math.max(1, end - LATEST_AT_ONCE + 1);
    const rows = await record.read.rows(from, end - from + 1);
    const found: (RejudgedDecision | UnreadableDecision)[] = [];
    for (const row of rows.filter(({ seq: place }) => place <= end)) {
      const one = await replaying.rejudge(row);
      if (one !== undefined && (one.type === 'unreadable' || !one.again)) found.push(one);
    }
    for (const one of found.toReversed().slice(0, left)) yield one;
    left -= found.length;
  }
}

export const isOutcomeChanged = ({ recorded, now }: ReplayedDecision): boolean =>
  recorded.outcome !== now.outcome;

/** `auto` → `confirm` */
export const formatOutcomeChange = (from: Outcome, to: Outcome): string => `${from} -> ${to}`;
