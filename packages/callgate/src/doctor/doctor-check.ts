import type { HomePaths } from '../home/home-paths.ts';
import type { ClientMachine } from '../init/clients.ts';

export type DoctorCheckName = 'store' | 'home' | 'policy' | 'clients' | 'servers' | 'tools' | 'hooks';

/** Something that is wrong now. Safe to show. */
export interface DoctorFinding {
  readonly check: DoctorCheckName;
  /** `error`: calls fail, or go past Callgate. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly fix: string;
}

export interface DoctorWorld {
  readonly machine: ClientMachine;
  readonly home: HomePaths;
  /** The command that starts Callgate. */
  readonly own: readonly string[];
  /** Milliseconds since 1970. */
  now(): number;
  /** How long a server may take to list its tools; null to start none. */
  readonly seconds: number | null;
}

export type DoctorCheck = (world: DoctorWorld) => Promise<readonly DoctorFinding[]>;
