import { describeReplication, displayStoreLocation } from '@callgate/gate/store';
import { logMessages } from '@callgate/messages/log';
import type { DatabaseStatus } from './confirm/operations-starter.ts';
import type { GatewayOptions } from './gateway.ts';
import { storeStateText } from './receive/http/readiness.ts';
import type { StoreHandle } from './store/open-store.ts';

/** Tells the operator how the database is doing, at the start and whenever that changes. */
export const followDatabase = (
  { database }: StoreHandle,
  path: string,
  log: GatewayOptions['log'] = () => {},
): (() => DatabaseStatus) | undefined => {
  if (database === null) return undefined;
  const at = displayStoreLocation(path);
  log({
    level: database.replication.mode === 'synchronous' ? 'info' : 'warning',
    code: 'STORE_DATABASE',
    message: logMessages.store({ location: at, replication: describeReplication(database.replication) }),
  });
  database.onNews(log);
  database.onState((state) =>
    log({
      level: state === 'ready' ? 'info' : 'error',
      code: state === 'ready' ? 'STORE_BACK' : state === 'away' ? 'STORE_AWAY' : 'STORE_LOST',
      message: storeStateText(state),
    }),
  );
  return () => ({
    at,
    state: database.state,
    since: Math.trunc(database.stateSince),
    replication: database.replication,
  });
};
