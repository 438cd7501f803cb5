import { CallgateError } from '@callgate/core';
import type { OperatorAct } from '@callgate/gate';
import { readKeys, recordAct } from '@callgate/gate';
import { addressOf, mayBeStore, shownPlace } from '@callgate/gate/store';
import { openToWrite } from '../store/open-to-write.ts';
import type { HomeTools } from './home-tools.ts';

/** Writes a row into the record of the gate, whether or not one runs. What cannot be recorded is not done. */
export const recordInHome = async ({ home, config }: HomeTools, act: OperatorAct): Promise<void> => {
  const place = addressOf(config.store);
  if (!mayBeStore(place))
    throw new CallgateError('HOME_EMPTY', `there is no record at ${shownPlace(place)} to write it into`, {
      help: 'name the configuration of the gateway with -c, or set CALLGATE_HOME to its folder',
    });
  const { store, close } = await openToWrite(place, home, { keys: readKeys(home.keys) });
  try {
    await store.transact((tx) => recordAct(tx, act));
  } finally {
    await close();
  }
};
