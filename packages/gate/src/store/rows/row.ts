/** What a database gives back for one column. */
export type Column = number | bigint | string | Uint8Array | null;

/** What a database gives back for one row, before anybody has looked at it. */
export type Row = Readonly<Record<string, Column>>;

/** What is written into a column. Flags are 0 and 1. */
export type Value = number | string | Uint8Array | null;
