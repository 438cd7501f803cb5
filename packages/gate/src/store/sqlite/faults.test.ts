import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { SqliteConnection } from './sqlite-connection.ts';
import { classifySqliteFault } from './faults.ts';

const thrownBy = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  return 'nothing was thrown';
};

const kindOf = (sql: string): string => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE t (n INTEGER PRIMARY KEY, u TEXT UNIQUE, s TEXT NOT NULL) STRICT');
  db.exec("PRAGMA max_page_count = 12; INSERT INTO t VALUES (1, 'a', 'x')");
  const kind = classifySqliteFault(thrownBy(() => db.exec(sql)));
  db.close();
  return kind;
};

it('tells what a database error means', () => {
  expect(kindOf("INSERT INTO t VALUES (1, 'b', 'x')")).toBe('double');
  expect(kindOf("INSERT INTO t VALUES (2, 'a', 'x')")).toBe('double');
  expect(kindOf("INSERT INTO t VALUES (2, 'b', NULL)")).toBe('refused');
  expect(kindOf("INSERT INTO t VALUES ('x', 'b', 'x')")).toBe('refused');
  expect(kindOf('INSERT INTO t SELECT 2, zeroblob(1), hex(zeroblob(100000))')).toBe('refused');
  expect(kindOf("INSERT INTO t VALUES (2, 'b', hex(zeroblob(100000)))")).toBe('full');
  expect(kindOf('SELECT * FROM nothing')).toBe('doubt');
});

it('counts every failure of the storage as doubt, and everything else as none of its business', () => {
  const coded = (errcode: number): Error => Object.assign(new Error('x'), { errcode });
  // IOERR, IOERR_FSYNC, CORRUPT, NOTADB, CANTOPEN, READONLY_DBMOVED, NOMEM
  expect([10, 1034, 11, 26, 14, 1032, 7].map((code) => classifySqliteFault(coded(code)))).toEqual(
    Array.from({ length: 7 }, () => 'doubt'),
  );
  // BUSY, BUSY_SNAPSHOT, LOCKED, PROTOCOL
  expect([5, 517, 6, 15].map((code) => classifySqliteFault(coded(code)))).toEqual(
    Array.from({ length: 4 }, () => 'busy'),
  );
  for (const other of [new Error('x'), new TypeError('x'), 'x', undefined, { errcode: 10 }])
    expect(classifySqliteFault(other)).toBe('other');
});

it('knows whether a transaction is open, with and without the help of Node', () => {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'));
  const both = (): readonly boolean[] => [connection.inTransaction, connection.isInTransaction()];
  expect(both()).toEqual([false, false]);
  connection.db.exec('BEGIN IMMEDIATE');
  expect(both()).toEqual([true, true]);
  connection.db.exec('COMMIT');
  expect(both()).toEqual([false, false]);
});

it('remembers the first failure of a statement that is more than its own', () => {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'));
  connection.db.exec('CREATE TABLE t (n INTEGER PRIMARY KEY)');
  expect(thrownBy(() => connection.query('INSERT INTO t VALUES (?)').run('x'))).toMatchObject({
    code: 'STORE_REFUSED',
  });
  connection.query('INSERT INTO t VALUES (?)').run(1);
  expect(thrownBy(() => connection.query('INSERT INTO t VALUES (?)').run(1))).toMatchObject({
    code: 'STORE_DOUBLE',
  });
  expect(connection.fault).toBeUndefined();
  const first = thrownBy(() => connection.query('SELECT * FROM nothing').get());
  expect(thrownBy(() => connection.query('SELECT * FROM neither').all())).toBeInstanceOf(Error);
  expect(connection.fault).toBe(first);
});

it('takes a number that JavaScript cannot hold for damage', () => {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'));
  expect(thrownBy(() => connection.query('SELECT 9007199254740993').get())).toMatchObject({
    code: 'STORE_CORRUPT',
  });
});
