import type { Outcome } from '@callgate/core';
import { OUTCOMES } from '@callgate/core';
import { RULE_LAYERS } from '@callgate/core/decide';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import { z } from 'zod';
import { CALL_STATES } from '../../record/call-row.ts';
import type { RuleFigure, RuleFigures, TimeSpan } from '../figures.ts';
import { ColumnReader, parseStored } from '../rows/column-reader.ts';
import type { IndexRange, CallWalk } from './call-walk.ts';
import { WALK_START, takeWalkStep } from './call-walk.ts';

import type { SqlDialect, RowPosition, ReadConnection } from './read-connection.ts';
import { ROWS_PER_TURN } from './read-connection.ts';

export const makeRulesQuery = ({
  rulesIn,
}: SqlDialect): string => `SELECT c.outcome, coalesce(${rulesIn('d.decision')},
    (SELECT ${rulesIn('text')} FROM decisions WHERE n = d.shared)) AS rules
  FROM calls c JOIN call_details d ON d.n = c.n WHERE c.n = ?`;

const outcome = z.enum(OUTCOMES);

const rulesSchema = z.array(
  z.looseObject({
    id: z.string(),
    layer: z.enum(RULE_LAYERS),
    outcome: outcome.nullable(),
    reason: z.string(),
  }),
);

type StoredRules = z.infer<typeof rulesSchema>;

const MOST_REMEMBERED = 1000;

/** Calls that were not let through by themselves, the newest first. */
const walkOf = ({ since, until }: TimeSpan): CallWalk => ({
  ranges: CALL_STATES.flatMap((state) =>
    (['confirm', 'block'] as const).flatMap((held) =>
      [0, 1].map((ai): IndexRange => ({
        index: 'calls_state',
        time: 'received_at',
        where: 'state = ? AND outcome = ? AND ai = ? AND received_at >= ? AND received_at < ?',
        values: [state, held, ai, since, until],
      })),
    ),
  ),
  direction: 'latest first',
  also: { sql: '', values: [] },
  still: { sql: '', values: [] },
});

/** Counts the rules that decided, one call after the other. Most calls have rules that another had. */
class RuleCounter {
  readonly #known: Map<string, StoredRules> = new Map();
  readonly #counts: Map<string, RuleFigure> = new Map();
  calls = 0;

  #read(text: string): StoredRules {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const rules = parseStored(text, rulesSchema, storedRecordMessages.rules);
    if (this.#known.size < MOST_REMEMBERED) this.#known.set(text, rules);
    return rules;
  }

  async add(reading: ReadConnection, n: number): Promise<void> {
    const row = await reading.get(makeRulesQuery(reading.dialect), n);
    if (row === undefined) return;
    const from = new ColumnReader(row, storedRecordMessages.call);
    const decided: Outcome = from.oneOf('outcome', OUTCOMES);
    this.calls += 1;
    for (const { id, layer, outcome: wanted, reason } of this.#read(from.text('rules'))) {
      if (wanted !== decided) continue;
      const key = JSON.stringify([id, layer, wanted, reason]);
      const calls = (this.#counts.get(key)?.calls ?? 0) + 1;
      this.#counts.set(key, { rule: id, layer, outcome: wanted, reason, calls });
    }
  }

  most(count: number): readonly RuleFigure[] {
    return [...this.#counts.values()]
      .toSorted((one, other) => other.calls - one.calls || (one.rule < other.rule ? -1 : 1))
      .slice(0, count);
  }
}

/** Why calls were held or blocked: the rules that decided, by how often. */
export const countRules = async (
  reading: ReadConnection,
  span: TimeSpan,
  { most, calls }: { readonly most: number; readonly calls: number },
): Promise<RuleFigures> => {
  const walk = walkOf(span);
  const count = new RuleCounter();
  for (let position: RowPosition = WALK_START[walk.direction]; ; await reading.pause()) {
    const from = position;
    const { found, reached } = await takeWalkStep(reading, walk, from, ROWS_PER_TURN);
    for (let at = 0; at < found.length && count.calls < calls; at += ROWS_PER_TURN) {
      const some = found.slice(at, Math.min(at + ROWS_PER_TURN, at + calls - count.calls));
      for (const { n } of some) await count.add(reading, n);
      await reading.pause();
    }
    if (reached === undefined)
      return { rules: count.most(most), calls: count.calls, all: count.calls < calls };
    if (count.calls >= calls) return { rules: count.most(most), calls: count.calls, all: false };
    position = reached;
  }
};
