import type { SqlColumn, SqlRow, SqlValue } from '@callgate/gate/sql';

const known: Map<string, string> = new Map();

/** The same statement in the words of PostgreSQL: values are numbered, and it chooses its indexes itself. */
export const toPostgresSql = (sql: string): string => {
  const made = known.get(sql);
  if (made !== undefined) return made;
  let count = 0;
  const text = sql.replaceAll(/ INDEXED BY \w+/g, '').replaceAll('?', () => `$${(count += 1)}`);
  known.set(sql, text);
  return text;
};

/** Stands before what PostgreSQL cannot have in a text. */
const MARK = '\u001a';

/** PostgreSQL has no text with a NUL in it. */
export const encodeValue = (value: SqlValue): SqlValue =>
  typeof value === 'string' && (value.includes('\0') || value.includes(MARK))
    ? value.replaceAll(MARK, `${MARK}1`).replaceAll('\0', `${MARK}0`)
    : value;

const decoded = (value: SqlColumn): SqlColumn =>
  typeof value === 'string' && value.includes(MARK)
    ? value.replaceAll(`${MARK}0`, '\0').replaceAll(`${MARK}1`, MARK)
    : value;

export const decodeRow = (row: SqlRow): SqlRow => {
  for (const value of Object.values(row))
    if (typeof value === 'string' && value.includes(MARK))
      return Object.fromEntries(Object.entries(row).map(([name, each]) => [name, decoded(each)]));
  return row;
};
