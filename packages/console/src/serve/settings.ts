import type { Role } from '../api/endpoint.ts';

/** Sign-in of teams. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** The variable that holds the client's secret; absent for a public client. */
  readonly secretEnv?: string;
  /** The claim whose value is the subject. */
  readonly subjectClaim: string;
  readonly groupsClaim: string;
  /** By group. Whoever is in none of them may not enter. */
  readonly roles: Readonly<Record<string, Role>>;
}

/** How the console is served. */
export interface ConsoleSettings {
  readonly host: string;
  readonly port: number;
  /** How it is reached from outside, where that is not what it listens on. */
  readonly url?: string;
  /** Roles of people who come by a link of the command line. `local` is an operator where nothing is said. */
  readonly roles: Readonly<Record<string, Role>>;
  readonly oidc: OidcSettings | null;
}
