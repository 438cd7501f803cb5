/** What a database gives back for one column. */
export type SqlColumn = number | bigint | string | Uint8Array | null;

/** What a database gives back for one row, before anybody has looked at it. */
export type SqlRow = Readonly<Record<string, SqlColumn>>;

/** What is written into a column. Flags are 0 and 1. */
export type SqlValue = number | string | Uint8Array | null;
