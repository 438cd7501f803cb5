import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { manyLives } from '../../test/record-memory.ts';
import type { StoreReader } from '../store/store-reader.ts';
import { openSqliteReader, openSqliteStore } from '../store/sqlite/index.ts';
import { memoryKeys } from '../record/memory-keys.ts';
import { readAhead } from './read-ahead.ts';
import { packEntries, unpackEntries } from './read-ahead-batch.ts';
import { EMPTY_LOG_HEAD } from '../record/chain-entry.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

const ROWS = 9000;

/** A database with so many rows, and somebody's change to it. */
const database = async (sql?: string): Promise<string> => {
  const path = join(mkdtempSync(join(tmpdir(), 'callgate-ahead-')), 'callgate.db');
  const store = await openSqliteStore({ path, keys: memoryKeys(), durable: false });
  await store.transact(async (tx) => {
    for (let index = 0; index < ROWS; index += 1)
      await tx.append({
        event: 'heard',
        outcome: 'allowed',
        principal: 'ada',
        tool: '',
        call: null,
        detail: { index },
      });
  });
  await store.close();
  if (sql !== undefined) {
    const file = new DatabaseSync(path);
    file.exec(sql);
    file.close();
  }
  return path;
};

const verifiedAhead = async (
  path: string,
): Promise<{ readonly plain: unknown; readonly ahead: unknown; readonly read: number }> => {
  const { read, close } = await openSqliteReader(path);
  let asked = 0;
  const counting: Pick<StoreReader, 'rows'> = {
    rows: async (from, limit) => {
      asked += 1;
      return await read.rows(from, limit);
    },
  };
  const reader = {
    hashes: (from: number, limit: number) => read.hashes(from, limit),
    rowsOfNoCall: (...args: Parameters<StoreReader['rowsOfNoCall']>) => read.rowsOfNoCall(...args),
    head: () => read.head(),
    checkpoints: () => read.checkpoints(),
    kept: (digest: string) => read.kept(digest),
    keptDigests: (after: string, limit: number) => read.keptDigests(after, limit),
    callsAfter: (after: string, limit: number) => read.callsAfter(after, limit),
    call: (id: string) => read.call(id),
    rowsOfCall: (id: string) => read.rowsOfCall(id),
    votes: (id: string) => read.votes(id),
    grants: (...args: Parameters<StoreReader['grants']>) => read.grants(...args),
    storedLabels: (...args: Parameters<StoreReader['storedLabels']>) => read.storedLabels(...args),
    voteCount: () => read.voteCount(),
  };
  const other = readAhead(path, counting);
  try {
    const ahead = await verifyAuditLog({ ...reader, rows: other.rows });
    const plain = await verifyAuditLog({ ...reader, rows: (from, limit) => read.rows(from, limit) });
    return { plain, ahead, read: asked };
  } finally {
    await other.close();
    await close();
  }
};

describe('rows that another thread reads', () => {
  it('are the same rows', async () => {
    const { plain, ahead, read } = await verifiedAhead(await database());
    expect(ahead).toEqual(plain);
    expect(ahead).toMatchObject({ ok: true, rows: ROWS });
    // only the end, and what stands before the first row, were asked for here
    expect(read).toBe(2);
  });

  it.each([
    [
      "UPDATE record SET bytes = CAST(replace(CAST(bytes AS TEXT), 'ada', 'eve') AS BLOB) WHERE seq = 4321",
      'ROW_HASH',
    ],
    ['UPDATE record SET hash = zeroblob(32) WHERE seq = 4321', 'ROW_HASH'],
    ['UPDATE record SET at = at + 1 WHERE seq = 4321', 'ROW_COLUMN'],
    ['UPDATE record SET hash = zeroblob(31) WHERE seq = 4321', 'ROW_HASH'],
    ["UPDATE record SET event = 'nothing' WHERE seq = 4321", 'ROW_UNREADABLE'],
    ['DELETE FROM record WHERE seq = 4320', 'ROW_SEQ'],
  ])('show the same problems: %s', async (sql, code) => {
    const { plain, ahead } = await verifiedAhead(await database(sql));
    expect(ahead).toEqual(plain);
    expect(ahead).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([expect.objectContaining({ code, seq: 4321 })]),
    });
  });

  it('are read here where there is no such database', async () => {
    const { rows } = manyLives(30).recorded;
    const ahead = readAhead('/no/such/database', { rows: async (from) => rows.slice(from - 1) });
    expect(await ahead.rows(1, 2000)).toEqual(rows);
    expect(await ahead.rows(11, 2000)).toEqual(rows.slice(10));
    await ahead.close();
  });
});

describe('a batch', () => {
  it('gives its rows back, and knows whether their hashes hold', () => {
    const { rows } = manyLives(30).recorded;
    const changed = rows.map((row, index) =>
      index === 7 ? { ...row, bytes: row.bytes.map((byte, at) => (at === 9 ? byte ^ 1 : byte)) } : row,
    );
    const batch = packEntries(EMPTY_LOG_HEAD, changed);
    if (batch === undefined) throw new Error('rows can be packed');
    const back = unpackEntries(structuredClone(batch));
    expect(back.map(({ hashHolds }) => hashHolds)).toEqual(rows.map((_, index) => index !== 7));
    for (const [index, { hashHolds: _, ...row }] of back.entries())
      expect({ ...row, bytes: Buffer.from(row.bytes), hash: Buffer.from(row.hash) }).toEqual({
        ...changed[index],
        bytes: Buffer.from(changed[index]?.bytes ?? []),
        hash: Buffer.from(changed[index]?.hash ?? []),
      });
  });

  it('is not made of rows that do not fit in', () => {
    const [row] = manyLives(5).recorded.rows;
    if (row === undefined) throw new Error('there is a row');
    expect(packEntries(EMPTY_LOG_HEAD, [{ ...row, hash: new Uint8Array(31) }])).toBeUndefined();
    expect(packEntries(EMPTY_LOG_HEAD, [{ ...row, seq: Number.NaN }])).toBeUndefined();
    expect(packEntries(EMPTY_LOG_HEAD, [])).toMatchObject({ calls: [] });
  });
});
