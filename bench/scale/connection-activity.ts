/** A row of `pg_stat_activity`: what one connection is doing at one moment. */
export interface ConnectionActivity {
  readonly pid: number;
  readonly state: string | null;
  readonly kind: string | null;
  readonly event: string | null;
}

export const CONNECTION_PHASES = ['idle', 'gate', 'running', 'disk', 'standby', 'locks', 'other'] as const;

/**
 * idle: no transaction is open. gate: one is, and the server waits for the next statement. running: the server works on one, or
 * would if a processor were free. disk, standby: a commit waits for them. locks: somebody else has what it wants.
 */
export type ConnectionPhase = (typeof CONNECTION_PHASES)[number];

const DISK = new Set(['WalSync', 'WalWrite', 'WALWrite', 'WALSync', 'WalInitSync', 'WalInitWrite']);

export const classifyActivity = ({ state, kind, event }: ConnectionActivity): ConnectionPhase => {
  if (state === 'idle' || state === null) return 'idle';
  if (state.startsWith('idle in transaction')) return 'gate';
  if (kind === null) return 'running';
  if (kind === 'Client') return 'gate';
  if (kind === 'Lock') return 'locks';
  if (event === 'SyncRep') return 'standby';
  if (event !== null && DISK.has(event)) return 'disk';
  return 'other';
};

export type TimeShares = Readonly<Record<ConnectionPhase, number>>;

/** How much of their time connections spent with what, by looking often. */
export class ActivitySampler {
  readonly #counts: Map<ConnectionPhase, number> = new Map();
  #looks = 0;

  add(activity: ConnectionActivity): void {
    this.#looks += 1;
    const doing = classifyActivity(activity);
    this.#counts.set(doing, (this.#counts.get(doing) ?? 0) + 1);
  }

  get looks(): number {
    return this.#looks;
  }

  shares(): TimeShares {
    const share = (doing: ConnectionPhase): number =>
      this.#looks === 0 ? 0 : (this.#counts.get(doing) ?? 0) / this.#looks;
    return {
      idle: share('idle'),
      gate: share('gate'),
      running: share('running'),
      disk: share('disk'),
      standby: share('standby'),
      locks: share('locks'),
      other: share('other'),
    };
  }
}
