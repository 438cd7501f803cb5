import { memoryKeys, verifyAuditLog } from '@callgate/gate';
import { parseEntry } from '@callgate/gate/record';
import { openPostgresReader, verifyJournals } from '@callgate/cluster';
import type { JournalsResult } from '@callgate/cluster';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { chainEntry } from '../../gate/src/record/chain-entry.ts';
import { Cluster } from './postgres/cluster.ts';
import { call, recorder } from '../../gate/test/office.ts';
import { testLimit, trackSteps } from '../../gate/test/long-test.ts';
import { Random, cases, seedOf } from '../../gate/test/random.ts';
import { freshPlace } from './store-place.ts';
import { openOffice, castVote } from './office.ts';

let cluster: Cluster;
let url: string;

const keys = memoryKeys();

/** A held call, an approved one with a grant and one that ran, by two gates; then nobody has it open. */
const record = async (): Promise<void> => {
  const one = await openOffice(url, { keys });
  const other = await openOffice(url, { keys });
  await one.gate.begin(call('delete_note', { id: '1' }));
  const held = await other.gate.begin(call('delete_note', { id: '2' }, { context: 'c2' }));
  await castVote(one.gate, held.call, 'approve', { kind: 'session', uses: 3, endsInMs: 3_600_000 });
  await other.gate.run(call('read_note', {}), recorder().dispatch);
  await one.close();
  await other.close();
};

const select = async (sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const search_path = new URL(url).searchParams.get('schema') ?? '';
  const client = postgres(cluster.url(), { max: 1, onnotice: () => {}, connection: { search_path } });
  try {
    return [...(await client.unsafe(sql))];
  } finally {
    await client.end();
  }
};

const edit = async (sql: string): Promise<void> => void (await select(sql));

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const TABLES = ['record', 'journal', 'chains', 'numbered', 'calls', 'votes', 'grants'];

beforeAll(async () => {
  cluster = await Cluster.start();
  url = freshPlace(cluster.url());
  await record();
  await edit(
    [
      'CREATE SCHEMA kept_copy',
      ...TABLES.map((name) => `CREATE TABLE kept_copy.${name} AS TABLE ${name}`),
    ].join(';'),
  );
}, 120_000);
const restore = (): Promise<void> =>
  edit(
    TABLES.map(
      (name) =>
        `DELETE FROM ${name}; INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM kept_copy.${name}`,
    ).join(';'),
  );
afterEach(restore);
afterAll(() => cluster.remove());

interface TamperVerdict {
  readonly record: Awaited<ReturnType<typeof verifyAuditLog>>;
  readonly journals: JournalsResult;
}

const verified = async (): Promise<TamperVerdict> => {
  const { read, close } = await openPostgresReader(url);
  try {
    return { record: await verifyAuditLog(read, { keys }), journals: await verifyJournals(url) };
  } finally {
    await close();
  }
};

it('a database that nobody edited holds, and every row of two journals is in the record', async () => {
  const { record: held, journals } = await verified();
  expect(held).toMatchObject({ ok: true, problems: [] });
  expect(journals).toMatchObject({ ok: true, problems: [], waiting: 0, copied: 0, rows: held.rows });
  expect(journals.rows).toBeGreaterThan(6);
});

it.each([
  ['another scope of a grant', `UPDATE grants SET scope = '{"kind":"session","session":"x"}'`],
  ['another tool of a grant', "UPDATE grants SET target = 'send_mail'"],
  ['other givers of a grant', `UPDATE grants SET given_by = '["ann","bob"]'`],
  ['more uses of a grant', 'UPDATE grants SET uses_left = 1000'],
  ['a later end of an approval', 'UPDATE calls SET expires_at = expires_at + 1 WHERE expires_at IS NOT NULL'],
  ['another binding', "UPDATE calls SET binding = 'sha256:00' WHERE binding IS NOT NULL"],
  ['a vote less', 'DELETE FROM votes'],
  ['a call that cannot be read', "UPDATE calls SET outcome = 'zzz'"],
  ['a row less', 'DELETE FROM record WHERE seq = (SELECT max(seq) FROM record)'],
  [
    'other bytes of a row',
    "UPDATE record SET bytes = overlay(bytes placing '~'::bytea from 20) WHERE seq = 3",
  ],
])('%s in the database is found', async (_, sql) => {
  await edit(sql);
  const { record: held } = await verified();
  expect(held.ok).toBe(false);
  expect(held.problems.length).toBeGreaterThan(0);
});

const LAST = '(SELECT max(place) FROM journal WHERE chain = 1)';

it.each([
  ['a row of a journal less', 'DELETE FROM journal WHERE chain = 1 AND place = 2', 'is missing'],
  ['the last row of a journal less', `DELETE FROM journal WHERE chain = 1 AND place = ${LAST}`, 'is missing'],
  [
    'other bytes in a journal',
    "UPDATE journal SET bytes = overlay(bytes placing '~'::bytea from 20) WHERE chain = 1 AND place = 2",
    'its hash is not that of its bytes',
  ],
  ['another end of a journal', 'UPDATE chains SET place = place - 1 WHERE id = 1', 'should end with'],
  ['a journal of nobody', 'UPDATE journal SET chain = 99 WHERE chain = 1', 'no replica opened it'],
  [
    'rows of the record that change their places in a journal',
    'UPDATE record SET place = place + 100 WHERE chain = 1; UPDATE record SET place = CASE place WHEN 102 THEN 3 WHEN 103 THEN 2 ELSE place - 100 END WHERE chain = 1',
    'differs from',
  ],
  [
    'a row of the record that hides where it is from',
    'UPDATE record SET chain = NULL WHERE seq = 4',
    'is in no journal',
  ],
  [
    'a row that stands in a journal and not in the record',
    `DELETE FROM record WHERE chain = 1 AND place = ${LAST}`,
    '',
  ],
])('%s is found', async (_, sql, words) => {
  await edit(sql);
  const { problems, ok, waiting } = await verifyJournals(url);
  if (words === '') expect(waiting).toBeGreaterThan(0);
  else {
    expect(ok).toBe(false);
    expect(problems.join('\n')).toContain(words);
  }
});

const FLIPS = cases(20, 2000);

it(
  `${FLIPS} single bits that are flipped in rows of the record or of journals are found`,
  { timeout: testLimit(8) },
  async () => {
    const random = new Random(seedOf('flips in a database'));
    const { rows } = await verifyJournals(url);
    const step = trackSteps();
    for (let flip = 0; flip < FLIPS; flip += 1) {
      step(`flip ${flip} of ${FLIPS}`);
      const table = random.pick(['record', 'journal']);
      const column = random.pick(['bytes', 'hash']);
      const at = random.below(1_000_000);
      const place = `(SELECT ctid FROM ${table} ORDER BY chain, place OFFSET ${random.below(rows)} LIMIT 1)`;
      const bit = `${at} % (8 * length(${column}))`;
      const flipped = `set_bit(${column}, ${bit}, 1 - get_bit(${column}, ${bit}))`;
      await edit(`UPDATE ${table} SET ${column} = ${flipped} WHERE ctid = ${place}`);
      const { record: held, journals } = await verified();
      expect(held.ok && journals.ok, `${table} ${column} ${at}`).toBe(false);
      await restore();
    }
  },
);

/** A row that follows the same row as another one does, rightly linked, as two would write it who do not know each other. */
const twinOf = async (table: 'record' | 'journal'): Promise<void> => {
  const [before, row] = await select(
    `SELECT * FROM ${table} WHERE chain = 1 ORDER BY place DESC LIMIT 2`,
  ).then((rows) => rows.toReversed());
  if (before === undefined || row === undefined) throw new Error('too few rows');
  const order = table === 'record' ? 'seq' : 'place';
  const head = { seq: Number(before[order]), at: Number(before['at']), hash: before['hash'] as Uint8Array };
  const { event, outcome, principal, tool, call: of, detail } = parseEntry(row['bytes'] as Uint8Array);
  const { seq: _seq, ...rest } = detail;
  const twin = chainEntry(
    head,
    { event, outcome, principal: `${principal}x`, tool, call: of, detail: rest },
    Number(row['at']),
    'twin',
  );
  await edit(
    table === 'journal'
      ? `ALTER TABLE journal DROP CONSTRAINT journal_pkey;
         INSERT INTO journal (chain, place, at, hash, bytes)
         VALUES (1, ${twin.seq}, ${twin.at}, '\\x${hex(twin.hash)}', '\\x${hex(twin.bytes)}')`
      : `ALTER TABLE record DROP CONSTRAINT record_pkey; ALTER TABLE record DROP CONSTRAINT record_chain_place_key;
         INSERT INTO record (seq, at, event, call, chain, place, hash, bytes)
         SELECT seq, at, event, call, chain, place, '\\x${hex(twin.hash)}', '\\x${hex(twin.bytes)}'
         FROM record WHERE seq = ${twin.seq}`,
  );
};

it.each(['record', 'journal'] as const)(
  'two rows that follow the same one in a %s are found',
  async (table) => {
    await twinOf(table);
    const { record: held, journals } = await verified();
    expect(held.ok && journals.ok).toBe(false);
    await restore();
    await edit(
      table === 'journal'
        ? 'ALTER TABLE journal ADD PRIMARY KEY (chain, place)'
        : 'ALTER TABLE record ADD PRIMARY KEY (seq), ADD UNIQUE (chain, place)',
    );
  },
);

it('rows that came from another store stand before all others and need no journal', async () => {
  await edit('UPDATE record SET chain = NULL, place = NULL; DELETE FROM journal; DELETE FROM chains');
  const { ok, copied, rows } = await verifyJournals(url);
  expect({ ok, rows }).toEqual({ ok: true, rows: 0 });
  expect(copied).toBeGreaterThan(6);
});
