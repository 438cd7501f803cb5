import type { Outcome } from '@callgate/core';
import { OUTCOMES } from '@callgate/core';
import { LAYERS } from '@callgate/core/decide';
import { z } from 'zod';
import { CALL_STATES } from '../../record/call-row.ts';
import type { RuleFigure, RuleFigures, TimeSpan } from '../figures.ts';
import { Columns, parseStored } from '../rows/columns.ts';
import type { Range, Walk } from './call-walk.ts';
import { START, step } from './call-walk.ts';

import type { Dialect, Position, Reading } from './reading.ts';
import { AT_ONCE } from './reading.ts';

export const rulesOfCall = ({
  rulesIn,
}: Dialect): string => `SELECT c.outcome, coalesce(${rulesIn('d.decision')},
    (SELECT ${rulesIn('text')} FROM decisions WHERE n = d.shared)) AS rules
  FROM calls c JOIN call_details d ON d.n = c.n WHERE c.n = ?`;

const outcome = z.enum(OUTCOMES);

const rulesSchema = z.array(
  z.looseObject({
    id: z.string(),
    layer: z.enum(LAYERS),
    outcome: outcome.nullable(),
    reason: z.string(),
  }),
);

type StoredRules = z.infer<typeof rulesSchema>;

const MOST_REMEMBERED = 1000;

/** Calls that were not let through by themselves, the newest first. */
const walkOf = ({ since, until }: TimeSpan): Walk => ({
  ranges: CALL_STATES.flatMap((state) =>
    (['confirm', 'block'] as const).flatMap((held) =>
      [0, 1].map((ai): Range => ({
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
class RuleCount {
  readonly #known: Map<string, StoredRules> = new Map();
  readonly #counts: Map<string, RuleFigure> = new Map();
  calls = 0;

  #read(text: string): StoredRules {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const rules = parseStored(text, rulesSchema, 'rules of a decision');
    if (this.#known.size < MOST_REMEMBERED) this.#known.set(text, rules);
    return rules;
  }

  async add(reading: Reading, n: number): Promise<void> {
    const row = await reading.get(rulesOfCall(reading.dialect), n);
    if (row === undefined) return;
    const from = new Columns(row, 'a call');
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
export const ruleFigures = async (
  reading: Reading,
  span: TimeSpan,
  { most, calls }: { readonly most: number; readonly calls: number },
): Promise<RuleFigures> => {
  const walk = walkOf(span);
  const count = new RuleCount();
  for (let position: Position = START[walk.direction]; ; await reading.pause()) {
    const from = position;
    const { found, reached } = await step(reading, walk, from, AT_ONCE);
    for (let at = 0; at < found.length && count.calls < calls; at += AT_ONCE) {
      const some = found.slice(at, Math.min(at + AT_ONCE, at + calls - count.calls));
      for (const { n } of some) await count.add(reading, n);
      await reading.pause();
    }
    if (reached === undefined)
      return { rules: count.most(most), calls: count.calls, all: count.calls < calls };
    if (count.calls >= calls) return { rules: count.most(most), calls: count.calls, all: false };
    position = reached;
  }
};
