const literal = (value: string | number | null): string => {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
};

/** The text of an array in PostgreSQL, so that one statement takes any number of rows. */
export const toArrayLiteral = (values: readonly (string | number | null)[]): string =>
  `{${values.map(literal).join(',')}}`;

/** A value that is an array of such a type. */
export const arrayOf = (type: string): string => `(?::text)::${type}[]`;
