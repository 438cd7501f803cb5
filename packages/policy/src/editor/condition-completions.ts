import type { Field } from '@callgate/core/decide';
import { LABEL_STRENGTHS } from '@callgate/core/label';
import { ANSWERS } from '@callgate/core/vocabulary';
import { FUNCTIONS } from '../translate-condition.ts';

/** A name or value that can stand in a condition. */
export interface ConditionWord {
  readonly label: string;
  readonly says: string;
  /** How many characters before the cursor it takes the place of. */
  readonly written: number;
}

/** What a field can be compared with. `quote` is what texts stand in. */
const valuesOf = ({ type, values = [] }: Field, quote: string): readonly string[] => {
  if (type === 'answer') return ANSWERS;
  return type === 'label' ? LABEL_STRENGTHS : values.map((value) => `${quote}${value}${quote}`);
};

const COMPARED = /([A-Za-z]+\.\w+)\s*(?:(?:==|!=)\s*|in\s+\[(?:[^\]]*,)?\s*)(["']?)(\w*)$/;

/** What can come next in a condition, by what stands before the cursor. */
export const listConditionWords = (before: string, fields: readonly Field[]): readonly ConditionWord[] => {
  const [, name, open = '', value = ''] = COMPARED.exec(before) ?? [];
  const compared = fields.find((field) => field.name === name);
  if (compared !== undefined) {
    // a quote of the other kind than the one the whole condition stands in
    const quote = open === '' ? (before.startsWith('"') ? "'" : '"') : open;
    return valuesOf(compared, quote).map((label) => ({
      label,
      says: compared.description,
      written: open.length + value.length,
    }));
  }
  const [written = ''] = /[\w.]*$/.exec(before) ?? [];
  const names = [
    ...fields.map((field) => ({ label: field.name, says: field.description })),
    ...FUNCTIONS.map((each) => ({ label: `${each}(`, says: '' })),
    { label: 'args.', says: '' },
  ];
  return names
    .filter(({ label }) => label.startsWith(written))
    .map(({ label, says }) => ({ label, says, written: written.length }));
};
