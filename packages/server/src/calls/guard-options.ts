import type { AuditSink } from '../audit/audit-chain.ts';
import type { FlowRule } from './flow-rules.ts';

/** Who calls, as far as the SDK knows. */
export interface GuardCaller {
  /** Whom the transport authenticated: the client of a token, or what a FastMCP `authenticate` gave. */
  readonly client?: string;
  readonly session?: string;
  /** All that was authenticated: the `authInfo` of a token, or what a FastMCP `authenticate` gave. */
  readonly auth?: unknown;
}

export interface GuardOptions {
  /** Where every call is written down before it runs. `none` has to be said. */
  readonly audit: AuditSink | 'none';
  /** Who stands in the record, and whom an approval belongs to. The authenticated client, or `local`. */
  readonly principal?: (caller: GuardCaller) => string;
  /** Hosts that closed-world tools reach all the same: their own database. `*.example.com` for all names below. */
  readonly inside?: readonly string[];
  /** What is refused or asked about when callers say where the content behind a call came from. */
  readonly flow?: readonly FlowRule[];
  /** Arguments that the record must not hold, by tool and path, besides those the schema marks. */
  readonly secret?: Readonly<Record<string, readonly string[]>>;
  /** Callers who ask people themselves, such as a gateway of yours: they are not asked a second time. */
  readonly asksPeople?: (caller: GuardCaller) => boolean;
  /** How long a person has to answer. 50 seconds over elicitation, which clients end after 60; ten minutes otherwise. */
  readonly answerMs?: number;
  /** Seals what a client carries between question and answer. At least 32 bytes. Needed where several processes serve one client. */
  readonly key?: string | Uint8Array;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  readonly newId?: () => string;
}
