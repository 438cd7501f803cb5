import { logMessages } from '@callgate/messages/log';

/** How far what is acknowledged outlives the server it was written to. */
export interface ReplicationReport {
  readonly mode: 'none' | 'asynchronous' | 'synchronous';
  /** Standbys that follow now, and those of them that every commit waits for. */
  readonly standbys: number;
  readonly synchronous: number;
}

export const describeReplication = ({ mode, standbys, synchronous }: ReplicationReport): string => {
  const texts = logMessages.replication;
  const follow = texts.standbys({ count: standbys });
  if (mode === 'none') return texts.none;
  if (mode === 'asynchronous') return texts.asynchronous({ standbys: follow });
  if (synchronous === 0) return texts.synchronousMissing({ standbys: follow });
  return texts.synchronous({ standbys: follow, count: synchronous });
};
