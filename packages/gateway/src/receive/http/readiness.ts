import type { StoreState } from '@callgate/cluster';
import type { ReplicationReport } from '@callgate/gate/store';
import { logMessages } from '@callgate/messages/log';
import type { StoreHandle } from '../../store/open-store.ts';

/** Whether calls can be decided now, for load balancers. It holds no secrets. */
export interface Readiness {
  readonly state: StoreState;
  /** Milliseconds since 1970; null where it was never otherwise. */
  readonly since: number | null;
  readonly replication: ReplicationReport['mode'] | null;
}

export const readinessOf = ({ store, database }: StoreHandle): Readiness => {
  if (database === null)
    return { state: store.broken === undefined ? 'ready' : 'lost', since: null, replication: null };
  return {
    state: database.broken === undefined ? database.state : 'lost',
    since: Math.trunc(database.stateSince),
    replication: database.replication.mode,
  };
};

export const storeStateText = (state: StoreState): string => logMessages.databaseStates[state];
