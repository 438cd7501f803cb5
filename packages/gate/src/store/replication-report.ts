/** How far what is acknowledged outlives the server it was written to. */
export interface ReplicationReport {
  readonly mode: 'none' | 'asynchronous' | 'synchronous';
  /** Standbys that follow now, and those of them that every commit waits for. */
  readonly standbys: number;
  readonly synchronous: number;
}

export const describeReplication = ({ mode, standbys, synchronous }: ReplicationReport): string => {
  const follow = standbys === 1 ? '1 standby follows' : `${standbys} standbys follow`;
  if (mode === 'none') return 'it is not replicated: what it acknowledged is lost with its disk';
  if (mode === 'asynchronous')
    return `replication is asynchronous, ${follow}: the last rows may be lost when one is promoted`;
  if (synchronous === 0)
    return `replication is synchronous, ${follow}, and none is seen that commits wait for: they wait until one is there`;
  return `replication is synchronous, ${follow} and commits wait for ${synchronous}`;
};
