import type { Decision, Engine, Json, Outcome } from '@callgate/core';
import { CallgateError, canonical } from '@callgate/core';
import type { DecidedDetail, Keys, ReadRow, Reader, RecordHead, RecordRow } from '@callgate/gate';
import { NO_ROWS, decidedDetail, keptOfDecision, readRow, verifyRow } from '@callgate/gate';
import { Rebuilding } from './from-record-rebuild.ts';

/** Where a decision stands in the record. */
export interface DecisionPlace {
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

/** What became of one decision of the record. */
export interface Redecided extends DecisionPlace {
  readonly type: 'decided';
  readonly recorded: DecidedDetail['decision'];
  /** In which parts the recorded policy now comes to something else; empty where all is as it was. */
  readonly differs: readonly string[];
  /** What the recorded policy says now. */
  readonly reproduced: Decision;
  /** What the new policy says. */
  readonly now: Decision;
}

/** A row that tells of a decision that cannot be made again. */
export interface Unreadable {
  readonly type: 'unreadable';
  readonly seq: number;
  readonly call: string | null;
  readonly tool: string;
  readonly because: string;
}

export interface RecordToReplay {
  readonly read: Pick<Reader, 'rows' | 'kept'>;
  /** Without them what is sealed stays sealed. */
  readonly keys: Keys | undefined;
}

const AT_ONCE = 200;

const plain = (value: unknown): string => canonical(JSON.parse(JSON.stringify(value)) as Json);

/** The parts that must come out equal. Reasons may quote what is secret, so they are not compared. */
const PARTS: readonly (readonly [
  name: string,
  of: (decision: Decision | DecidedDetail['decision']) => unknown,
])[] = [
  ['outcome', ({ outcome }) => outcome],
  ['mode', ({ mode }) => mode],
  ['rules', ({ rules }) => rules.map(({ id, outcome, counted }) => ({ id, outcome, counted }))],
  ['exceptions', (decision) => ('exceptions' in decision ? decision.exceptions : [])],
  ['obligations', ({ obligations }) => obligations],
];

const differing = (recorded: DecidedDetail['decision'], again: Decision): readonly string[] =>
  PARTS.filter(([, of]) => plain(of(recorded)) !== plain(of(again))).map(([name]) => name);

const tellsOfDecision = (row: ReadRow): boolean =>
  Object.hasOwn(row.detail, 'decision') && Object.hasOwn(row.detail, 'input');

class Replaying {
  readonly #rebuilding: Rebuilding;
  readonly #engine: Engine;
  #before: RecordHead = NO_ROWS;

  constructor({ read, keys }: RecordToReplay, engine: Engine) {
    this.#rebuilding = new Rebuilding(read, keys);
    this.#engine = engine;
  }

  /** Undefined where a row tells of no decision. */
  async row(stored: RecordRow): Promise<Redecided | Unreadable | undefined> {
    const fault = this.#fault(stored);
    if (fault !== undefined)
      return { type: 'unreadable', seq: stored.seq, call: stored.call, tool: '', because: fault };
    let row: ReadRow | undefined;
    try {
      row = readRow(stored.bytes);
      return tellsOfDecision(row) ? await this.#decide(row) : undefined;
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      const { seq, call } = stored;
      return { type: 'unreadable', seq, call, tool: row?.tool ?? '', because: error.message };
    }
  }

  /** A record that somebody changed reproduces nothing; where, `audit verify` tells. */
  #fault(stored: RecordRow): string | undefined {
    const [fault] = verifyRow(this.#before, stored);
    this.#before = stored;
    return fault === undefined ? undefined : `the row is not what was recorded: ${fault.what}`;
  }

  async #decide(row: ReadRow): Promise<Redecided> {
    const detail = decidedDetail(row.detail);
    if (detail === undefined || row.call === null)
      throw new CallgateError('REPLAY_ROW', 'what it says of a decision cannot be read');
    const { input, engine } = await this.#rebuilding.rebuild(row.call, detail);
    const reproduced = engine.decide({ ...input, policy: engine.policy.revision });
    return {
      type: 'decided',
      seq: row.seq,
      at: row.at,
      call: row.call,
      tool: row.tool,
      principal: row.principal,
      again: !detail.arrows.includes('received'),
      recorded: detail.decision,
      differs: [
        ...differing(detail.decision, reproduced),
        ...(keptOfDecision(reproduced, engine.policy).digest === detail.decision.kept ? [] : ['conditions']),
      ],
      reproduced,
      now: this.#engine.decide({ ...input, policy: this.#engine.policy.revision }),
    };
  }
}

/** Decides again everything that a record tells of, in its order, with the recorded policies and with a new one. */
export async function* replayRecord(
  record: RecordToReplay,
  engine: Engine,
): AsyncGenerator<Redecided | Unreadable> {
  const replaying = new Replaying(record, engine);
  for (let from = 1; ;) {
    const rows = await record.read.rows(from, AT_ONCE);
    for (const row of rows) {
      const found = await replaying.row(row);
      if (found !== undefined) yield found;
      from = row.seq + 1;
    }
    if (rows.length < AT_ONCE) return;
  }
}

export const isChanged = ({ recorded, now }: Redecided): boolean => recorded.outcome !== now.outcome;

/** `auto` → `confirm` */
export const changeName = (from: Outcome, to: Outcome): string => `${from} -> ${to}`;
