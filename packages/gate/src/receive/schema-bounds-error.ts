export const MAX_SCHEMA_NODES = 20_000;
export const MAX_SCHEMA_DEPTH = 64;

/** A schema is too large, takes too long, or has a part that nobody can check. */
export class SchemaBoundsError extends RangeError {}
