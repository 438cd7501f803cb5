/** A table that every kind of store has, with what identifies its rows. */
export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** In this order rows are read; no two have the same. */
  readonly key: readonly string[];
}

const table = (name: string, key: string, columns: string): CopiedTable => ({
  name,
  key: key.split(' '),
  columns: columns.split(/\s+/),
});

/** Everything in a store, opener by opener and row by row. What is not here is made anew from it. */
export const COPIED_TABLES: readonly CopiedTable[] = [
  table('record', 'seq', 'seq at event call hash bytes'),
  table('kept', 'n', 'n digest text'),
  table('checkpoints', 'size', 'size bytes signature'),
  table(
    'calls',
    'n',
    `n id rev state outcome ai kind server target principal session instance same arguments_digest policy binding
     waiting ticket key attached attempt grant_id twin received_at held_at asked_at expires_at opens_at dispatched_at
     ended_at released settled_at fault settled`,
  ),
  table(
    'call_details',
    'n',
    'n context authenticated enforced definition who situation shared decision sealed_arguments',
  ),
  table('decisions', 'n', 'n text'),
  table('counted', 'n', 'n series holder at amount call'),
  table('votes', 'n', 'n call subject verdict via at opened reason'),
  table(
    'grants',
    'n',
    `n id principal server target definition policy call given_at ends_at uses uses_left revoked_at revoked_by
     revoked_reason scope rules given_by server_identity`,
  ),
  table('alerts', 'n', 'n id at code message call told'),
  table('sessions', 'n', 'n key version head'),
  table('session_parts', 'session part', 'session part sealed'),
  table('session_seen', 'session place', 'session place sealed'),
  table('labels', 'n', 'n kind name labels'),
  table('instances', 'instance', 'instance opened_at'),
];

/** Rows after one with these keys, or the first ones. */
export const makeSelectAfter = ({ name, key, columns }: CopiedTable, isFirst: boolean): string => {
  const places = key.map(() => '?').join(', ');
  const after = isFirst ? '' : ` WHERE (${key.join(', ')}) > (${places})`;
  return `SELECT ${columns.join(', ')} FROM ${name}${after} ORDER BY ${key.join(', ')} LIMIT ?`;
};
