/** A reason as a program gives it: its name in a table of texts, and what the text says. */
export type ReasonCode<Table> = {
  readonly [Name in keyof Table & string]: Table[Name] extends string
    ? { readonly code: Name }
    : Table[Name] extends (parameters: infer Parameters) => string
      ? { readonly code: Name } & Parameters
      : never;
}[keyof Table & string];

/** The sentence, made where it is shown. Another version may know other reasons: those stay codes. */
export const reasonText = <Table extends object>(table: Table, reason: ReasonCode<Table>): string => {
  const text: unknown = Object.hasOwn(table, reason.code) ? table[reason.code] : reason.code;
  return String(typeof text === 'function' ? text(reason) : text);
};
