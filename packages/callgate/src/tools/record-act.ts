import { existsSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import type { OperatorAct } from '@callgate/gate';
import { readKeys, recordAct } from '@callgate/gate';
import type { HomeTools } from './home-tools.ts';

/** Writes a row into the record of the gate, whether or not one runs. What cannot be recorded is not done. */
export const recordInHome = async ({ home, config }: HomeTools, act: OperatorAct): Promise<void> => {
  const { path } = config.store;
  if (!existsSync(path))
    throw new CallgateError('HOME_EMPTY', `there is no record at ${display(path)} to write it into`, {
      help: 'name the configuration of the gateway with -c, or set CALLGATE_HOME to its folder',
    });
  const { openSqliteStore } = await import('@callgate/gate/sqlite');
  const store = await openSqliteStore({ path, keys: readKeys(home.keys) });
  try {
    await store.transact((tx) => recordAct(tx, act));
  } finally {
    await store.close();
  }
};
