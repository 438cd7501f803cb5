import { storedRecordMessages } from '@callgate/messages/stored-record';
import { CallgateError, display } from '@callgate/core';
import { readCheckpoint } from '@callgate/gate/record';
import type { Keys } from '@callgate/gate';
import { ColumnReader } from '@callgate/gate/sql';
import { databaseErrors } from '@callgate/messages/errors/database';
import type { PostgresConnection } from './postgres-connection.ts';

const PROBE = 'callgate';
const ABOUT = storedRecordMessages.storeKey;

const otherKey = (theirs: string, ours: string): CallgateError =>
  new CallgateError(databaseErrors.otherKey({ theirs: display(theirs, { max: 32 }), ours }));

const opens = (keys: Keys, probe: string): boolean => {
  try {
    return keys.decrypt(probe, ABOUT) === PROBE;
  } catch {
    return false;
  }
};

/** Who signed the record last, where nobody has said by which key the store is written: it may be a copy. */
const lastSigner = async (connection: PostgresConnection): Promise<string | undefined> => {
  const row = await connection.get('SELECT size, bytes FROM checkpoints ORDER BY size DESC LIMIT 1');
  if (row === undefined) return undefined;
  const from = new ColumnReader(row, 'a checkpoint');
  try {
    return readCheckpoint({ size: from.whole('size'), bytes: from.bytes('bytes') }).key;
  } catch {
    // what nobody can read is for `callgate audit verify` to tell
    return undefined;
  }
};

/** Refuses a process whose key is not that of the others. The first one says which it is. */
export const refuseOtherKey = async (connection: PostgresConnection, keys: Keys): Promise<void> => {
  const there = await connection.get('SELECT key, probe FROM sealing');
  if (there === undefined) {
    const signer = await lastSigner(connection);
    if (signer !== undefined && signer !== keys.id) throw otherKey(signer, keys.id);
    await connection.run(
      'INSERT INTO sealing (one, key, probe) VALUES (1, ?, ?) ON CONFLICT (one) DO NOTHING',
      keys.id,
      keys.encrypt(PROBE, ABOUT),
    );
  }
  const row = there ?? (await connection.get('SELECT key, probe FROM sealing'));
  const from = new ColumnReader(row ?? {}, storedRecordMessages.storeKey);
  const key = from.text('key');
  if (key !== keys.id || !opens(keys, from.text('probe'))) throw otherKey(key, keys.id);
};
