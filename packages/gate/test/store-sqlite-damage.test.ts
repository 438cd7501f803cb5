import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqliteStore } from '../src/store/sqlite/index.ts';
import { openSqliteStore } from '../src/store/sqlite/index.ts';
import { keysFromMaterial, newKeyMaterial } from '../src/record/key-material.ts';
import {
  fullSession,
  heldCall,
  sampleAlert,
  sampleEntry,
  sampleGrant,
  sampleLabels,
  sampleSeen,
  sampleVote,
} from './harness/store-suite/samples.ts';
import { suiteKeys } from './harness/store-suite/under-test.ts';

let folder = '';
let path = '';
let store: SqliteStore;
const call = heldCall({ fault: { code: 'X', message: 'x' } });
const grant = sampleGrant();
const KEY = '["local","context-1"]';

const open = (): Promise<SqliteStore> => openSqliteStore({ path, keys: suiteKeys() });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'callgate-damage-'));
  path = join(folder, 'store.db');
  store = await open();
  await store.transact(async (tx) => {
    await tx.insertCall(call);
    await tx.insertGrant(grant);
    await tx.addVote(sampleVote({ call: call.id }));
    await tx.addAlert(sampleAlert());
    await tx.saveSession(KEY, fullSession());
    await tx.saveLabels('store', 'files', sampleLabels('call-1'));
    await tx.append(sampleEntry({ call: call.id }));
  });
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Somebody else writes into the file while it is in use. */
const edit = (sql: string, ...values: readonly (string | number | null)[]): void => {
  const db = new DatabaseSync(path);
  // as a stranger would, past what the tables themselves refuse
  db.exec('PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON');
  db.prepare(sql).run(...values);
  db.close();
};

const CORRUPT = { code: 'STORE_CORRUPT' };

describe('a row that somebody else changed', () => {
  const decision = (change: object): string => JSON.stringify({ ...call.decision, ...change });

  it.each([
    ['calls', "state = 'finished'"],
    ['calls', "outcome = 'maybe'"],
    ['calls', "kind = 'spell'"],
    ['calls', "waiting = 'godot'"],
    ['calls', 'attached = 2'],
    ['calls', 'released = -1'],
    ['calls', "principal = 'eve'"],
    ['calls', "fault = '{'"],
    ['calls', `fault = '{"code":"X","message":"x","more":1}'`],
    ['calls', `fault = '{"code":"X","code":"Y","message":"x"}'`],
    ['calls', `settled = '{"as":"perhaps","at":1,"by":"x","reason":"x"}', settled_at = 1`],
    ['call_details', "decision = ''"],
    ['call_details', `decision = '${decision({ v: 2 })}'`],
    ['call_details', `decision = '${decision({ more: true })}'`],
    ['call_details', `decision = '${decision({ outcome: 'AUTO' })}'`],
    ['call_details', `decision = '${decision({ facts: {} })}'`],
    ['call_details', "situation = 'null'"],
    ['call_details', "who = '{}'"],
    ['call_details', 'enforced = 7'],
  ])('is an error and no guess: %s with %s', async (table, change) => {
    edit(`UPDATE ${table} SET ${change}`);
    const other = await open();
    await expect(other.transact((tx) => tx.call(call.id))).rejects.toMatchObject(CORRUPT);
    expect(other.broken).toBeUndefined();
    await other.close();
    await expect(store.read.call(call.id)).rejects.toMatchObject(CORRUPT);
    await expect(store.read.callsAfter('', 10)).rejects.toMatchObject(CORRUPT);
  });

  it('of people is an error and no guess', async () => {
    edit("UPDATE votes SET verdict = 'yes'");
    await expect(store.transact((tx) => tx.votes(call.id))).rejects.toMatchObject(CORRUPT);
    await expect(store.read.votes(call.id)).rejects.toMatchObject(CORRUPT);
    await expect(store.read.approvers(0)).rejects.toMatchObject(CORRUPT);
    for (const change of [`scope = '{"kind":"all"}'`, "rules = '{}'", "given_by = '[1]'", 'revoked_at = 5']) {
      edit(`UPDATE grants SET ${change}`);
      await expect(store.transact((tx) => tx.grant(grant.id))).rejects.toMatchObject(CORRUPT);
    }
    edit("UPDATE alerts SET told = 'x'");
    await expect(store.read.alerts({ limit: 5 })).rejects.toMatchObject(CORRUPT);
  });

  it('of the record is an error and no guess', async () => {
    edit("UPDATE record SET event = 'nothing happened'");
    await expect(store.read.rows(1, 10)).rejects.toMatchObject(CORRUPT);
    await expect(store.read.rowsOfCall(call.id)).rejects.toMatchObject(CORRUPT);
  });

  it('of labels is an error and no guess', async () => {
    edit(`UPDATE labels SET labels = replace(labels, 'known', 'unknown')`);
    await expect(store.transact((tx) => tx.labels('store', 'files'))).rejects.toMatchObject(CORRUPT);
  });
});

describe('a session that somebody else changed', () => {
  const SEALED = 'UPDATE session_seen SET sealed = (SELECT max(sealed) FROM session_seen)';

  it.each([
    ['a head that is none', `UPDATE sessions SET head = '{}', version = version + 1`],
    ['a head with more in it', `UPDATE sessions SET head = json_set(head, '$.x', 1), version = version + 1`],
    ['parts that changed places', `${SEALED}; UPDATE sessions SET version = version + 1`],
    [
      'a part that is gone',
      "DELETE FROM session_parts WHERE part = 'words'; UPDATE sessions SET version = version + 1",
    ],
    [
      'words with another text',
      "UPDATE session_parts SET sealed = 's1.AAAA' WHERE part = 'words'; UPDATE sessions SET version = version + 1",
    ],
  ])('is an error and no guess: %s', async (_, sql) => {
    await store.transact(async (tx) => {
      const session = (await tx.session(KEY)) ?? fullSession();
      await tx.saveSession(KEY, { ...session, seen: [...session.seen, sampleSeen('call-3')] });
    });
    for (const statement of sql.split('; ')) edit(statement);
    await expect(store.transact((tx) => tx.session(KEY))).rejects.toMatchObject(CORRUPT);
    expect(store.broken).toBeUndefined();
  });

  it('cannot be read with other keys', async () => {
    const other = await openSqliteStore({ path, keys: keysFromMaterial(newKeyMaterial()) });
    await expect(other.transact((tx) => tx.session(KEY))).rejects.toMatchObject(CORRUPT);
    await other.close();
  });
});

describe('what is written of a session', () => {
  const stored = (): {
    readonly seen: readonly string[];
    readonly words: string;
    readonly created: string;
  } => {
    const db = new DatabaseSync(path, { readOnly: true });
    const texts = (sql: string): string[] =>
      db
        .prepare(sql)
        .all()
        .map((row) => String(row['sealed']));
    const [words = ''] = texts("SELECT sealed FROM session_parts WHERE part = 'words'");
    const [created = ''] = texts("SELECT sealed FROM session_parts WHERE part = 'created'");
    const seen = texts('SELECT sealed FROM session_seen ORDER BY place');
    db.close();
    return { seen, words, created };
  };

  it('is only what is different', async () => {
    const first = stored();
    const session = await store.transact((tx) => tx.session(KEY));
    if (session === undefined) throw new Error('it was saved');
    const raised = { ...session, labels: sampleLabels('call-8') };
    await store.transact((tx) => tx.saveSession(KEY, raised));
    expect(stored()).toEqual(first);
    const heard = { ...raised, said: [...raised.said, { text: 'more', via: 'host' as const }] };
    await store.transact((tx) => tx.saveSession(KEY, heard));
    const second = stored();
    expect(second.words).not.toBe(first.words);
    expect({ ...second, words: '' }).toEqual({ ...first, words: '' });
    const seen = [...heard.seen.slice(1), sampleSeen('call-3')];
    await store.transact((tx) => tx.saveSession(KEY, { ...heard, seen }));
    const third = stored();
    expect(third.seen).toHaveLength(2);
    expect(third.seen[0]).toBe(first.seen[0]);
    expect({ ...third, seen: [] }).toEqual({ ...second, seen: [] });
    expect(await store.transact((tx) => tx.session(KEY))).toEqual({ ...heard, seen });
    const newest = [sampleSeen('call-4')];
    await store.transact((tx) => tx.saveSession(KEY, { ...heard, seen: newest }));
    expect(stored().seen).toHaveLength(1);
    const other = await openSqliteStore({ path, keys: suiteKeys() });
    expect(await other.transact((tx) => tx.session(KEY))).toEqual({ ...heard, seen: newest });
    await other.close();
  });

  it('is right when more sessions are in use than are remembered', async () => {
    await store.close();
    store = await openSqliteStore({ path, keys: suiteKeys(), sessions: { count: 2, characters: 20 } });
    const keys = ['a', 'b', 'c', 'd'];
    for (let round = 0; round < 4; round += 1)
      await store.transact(async (tx) => {
        for (const key of keys) {
          const before = (await tx.session(key)) ?? { ...fullSession(), context: key };
          await tx.saveSession(key, {
            ...before,
            seen: [...before.seen, sampleSeen(`${key}-${round}`)],
            kept: 12,
          });
        }
      });
    const other = await open();
    for (const key of keys) {
      const session = await other.transact((tx) => tx.session(key));
      expect(session?.context).toBe(key);
      expect(session?.seen.map(({ call: id }) => id)).toEqual([
        'call-1',
        'call-2',
        ...[0, 1, 2, 3].map((round) => `${key}-${round}`),
      ]);
    }
    await other.close();
  });
});
