import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { readKeys } from '@callgate/gate';
import type { HomeTools } from './home-tools.ts';

/** Writes a row into the record of the gate, whether or not one runs. What cannot be recorded is not done. */
export const recordNotice = async (
  { home, config }: HomeTools,
  { code, message }: { readonly code: string; readonly message: string },
): Promise<void> => {
  const { path } = config.store;
  if (!existsSync(path))
    throw new CallgateError('HOME_EMPTY', `there is no record at ${display(path)} to write it into`, {
      help: 'name the configuration of the gateway with -c, or set CALLGATE_HOME to its folder',
    });
  const { openSqliteStore } = await import('@callgate/gate/sqlite');
  const store = await openSqliteStore({ path, keys: readKeys(home.keys) });
  try {
    await store.transact(async (tx) => {
      const to = ['operator'];
      const id = `${code}:${randomBytes(12).toString('hex')}`;
      await tx.addAlert({ id, at: tx.now(), code, message, call: null, to });
      await tx.append({
        event: 'alert',
        outcome: 'denied',
        principal: 'callgate',
        tool: '',
        call: null,
        detail: { code, message, to },
      });
    });
  } finally {
    await store.close();
  }
};
