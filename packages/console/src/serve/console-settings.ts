import type { LogEntry } from '@callgate/gateway';
import type { ConsoleOidc } from '@callgate/gateway/config';
import type { OperationRole } from '@callgate/operations';

/** What a person may cost, and for how long they stay signed in. */
export interface ConsoleLimits {
  readonly linkMs: number;
  readonly links: number;
  /** Without a request of theirs. */
  readonly idleMs: number;
  readonly sessionMs: number;
  /** The same for people of a team: their groups are as they were when they came. */
  readonly teamSessionMs: number;
  readonly sessions: number;
  /** Of one address, with codes that are none. */
  readonly signInsAMinute: number;
  readonly streamsPerSession: number;
  /** Files that are being taken away, by one person and by all. */
  readonly downloadsPerPerson: number;
  readonly downloads: number;
  /** A file that nobody reads from for so long is cut off. */
  readonly unreadMs: number;
  readonly heartbeatMs: number;
  /** The shortest time between two writings to an open page. */
  readonly tellMs: number;
  readonly bodyBytes: number;
  readonly connections: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const DEFAULT_CONSOLE_LIMITS: ConsoleLimits = Object.freeze({
  linkMs: 10 * MINUTE_MS,
  links: 100,
  idleMs: 8 * HOUR_MS,
  sessionMs: 7 * 24 * HOUR_MS,
  teamSessionMs: 12 * HOUR_MS,
  sessions: 1000,
  signInsAMinute: 30,
  streamsPerSession: 5,
  downloadsPerPerson: 2,
  downloads: 6,
  unreadMs: MINUTE_MS,
  heartbeatMs: 15_000,
  tellMs: 100,
  bodyBytes: 2 * 1024 * 1024,
  connections: 1024,
});

/** How the console is served. */
export interface ConsoleSettings {
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
  /** How it is reached from outside, where that is not what it listens on. */
  readonly url?: string;
  /** Roles of people who come by a link of the command line. `local` is an operator where nothing is said. */
  readonly roles: Readonly<Record<string, OperationRole>>;
  readonly oidc: ConsoleOidc | null;
  /** Whom a code is for that was made elsewhere, by the same user of this machine. It must be over from then on. */
  readonly spend?: (code: string) => string | undefined;
  readonly log?: (entry: LogEntry) => void;
  readonly limits?: Partial<ConsoleLimits>;
  /** Where the built page is, if not beside this package. */
  readonly web?: string;
}
