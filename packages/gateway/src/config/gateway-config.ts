import type { TrustLevel } from '@callgate/core';
import type { Override, ToolReview } from '@callgate/core/disclose';
import type { AudienceSettings } from '@callgate/core/label';
import type { People } from '@callgate/gate';
import type { StoreLocation } from '@callgate/gate/store';
import type { OAuthSettings } from '../identity/oauth/oauth-auth.ts';
import type { Era } from '../wire/eras.ts';
import type { MetricsConfig } from './metrics-entry.ts';
import type { TracingConfig } from './tracing-entry.ts';
import type { ModelsConfig } from './models-entry.ts';

/** How to reach a server. Secrets are values here, so none of this is ever shown or logged. */
export type ServerEndpoint =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      /** The whole environment of the process: nothing is inherited but what stands here. */
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
      /** Where it starts if there is no `cwd`: the folder of the client. No part of the server's identity. */
      readonly clientFolder?: string;
    }
  | {
      readonly kind: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly auth?: ServerAuth;
    };

/** How Callgate signs in to a server with OAuth, where it cannot find that out by itself. */
export interface ServerAuth {
  /** Registered with the authorization server; Callgate registers itself where it is absent. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** In place of the scopes that the server names. */
  readonly scopes?: readonly string[];
}

/** What a server may ask of the client. Off where nothing is said. */
export interface AllowedServerRequests {
  readonly sampling: boolean;
  readonly elicitation: boolean;
  readonly roots: boolean;
}

/** What may be seen: every name is a belief that must hold for a tool to be listed and callable. */
export type ListingFilter = 'read-only' | 'no-open-world' | 'no-agents';

/** Where links and images that load by themselves are made harmless in results. */
export type NeutraliseMode = 'never' | 'untrusted' | 'always';

/** A pack of reviews, and the tools (with * and ?) of which the operator wants nothing from it. */
export interface PackRule {
  readonly use: string;
  readonly except: readonly string[];
}

/** How far a sandbox holds a server to what it claims. */
export interface ContractConfig {
  /** `require`: it never runs without a sandbox. */
  readonly contract: 'require' | 'prefer';
  /**
   * An instance for each class of tools, or one for all of them. `transaction`: as `split`, and each call that changes
   * files in a closed world runs on copies of its own, which are committed once it answered.
   */
  readonly mode: 'split' | 'single' | 'transaction';
  /** Absolute. The folders it works on; found out where they are absent. */
  readonly roots?: readonly string[];
  /** `host:port` that may be reached although a tool claims a closed world. */
  readonly allow: readonly string[];
  readonly onViolation: 'tell' | 'quarantine';
}

export interface ServerConfig {
  readonly server: string;
  readonly reach: ServerEndpoint;
  readonly era: Era | 'auto';
  /** What the operator said of this alias; it counts only for `identity` (see `trust.ts`). */
  readonly trust: TrustLevel;
  /** Tool name or glob, and what the operator says of it. */
  readonly overrides: readonly { readonly tools: string; readonly override: Override }[];
  /** Classifications made by people, from an accepted lock file. */
  readonly reviews: readonly ToolReview[];
  readonly stores: Readonly<Record<string, string>>;
  readonly internal: { readonly domains: readonly string[]; readonly hosts: readonly string[] };
  /** The same with the person's own addresses, as `traceTool` takes it: nothing said is not the same as nobody. */
  readonly audience: AudienceSettings;
  readonly asks: AllowedServerRequests;
  readonly allowPrivate: readonly string[];
  readonly connectMs: number;
  readonly messageBytes: number;
  readonly neutralise: NeutraliseMode;
  /** How sure a suggestion must be to tighten what is believed; none does where it is absent. */
  readonly suggestions?: number;
  /** Packs the operator names for this server. Each counts once its text was accepted. */
  readonly packs?: readonly PackRule[];
  readonly slowAsTasks: boolean;
  /** Absent: it runs as any program does. */
  readonly contract?: ContractConfig;
  readonly enabled: boolean;
}

export interface ClientRule {
  /** `clientInfo.name` as the client gives it; it is no proof of anything, so these only count together with the principal. */
  readonly name: string;
  /** What it sends as the person's words counts as such, while nothing untrusted was seen. */
  readonly vouched: boolean;
  /** Whether a person's answer over its connection counts as one vote; absent: as the transport has it. */
  readonly answersInBand?: boolean;
}

export interface ListingConfig {
  /** Prefix names with the alias even where there is one server. */
  readonly prefix: 'always' | 'several';
  readonly filters: readonly ListingFilter[];
  /** By principal: in place of `filters`. */
  readonly perPrincipal: Readonly<Record<string, readonly ListingFilter[]>>;
  /** Put what Callgate believes into `_meta["dev.callgate/hints"]`. */
  readonly effectiveHints: boolean;
  readonly declareTask?: boolean;
  /** Offer agents a tool to say which calls they intend. */
  readonly declarePlan?: boolean;
}

export type AuthConfig =
  | {
      readonly kind: 'token';
      /** Digest or value from a file; generated where absent. */ readonly file: string;
    }
  | OAuthConfig
  /** Loopback only. For tests; said loudly. */
  | { readonly kind: 'none' };

/** Who may ask for decisions about others, and where. */
export interface AuthzenConfig {
  readonly askers?: readonly string[] | undefined;
  readonly url?: string | undefined;
}

export interface OAuthConfig extends OAuthSettings {
  readonly kind: 'oauth';
}

/** What a person may do in the console; each may all that those before may. */
export type ConsoleRole = 'viewer' | 'approver' | 'operator';

export interface ConsoleOidc {
  readonly issuer: string;
  readonly clientId: string;
  /** The variable that holds the client's secret; absent for a public client. */
  readonly secretEnv?: string;
  readonly subjectClaim: string;
  readonly groupsClaim: string;
  /** Audiences of agents: a token for one of them is no sign-in. */
  readonly notFor?: readonly string[];
  /** By group. People in none of the groups may not enter. */
  readonly roles: Readonly<Record<string, ConsoleRole>>;
}

export interface ConsoleConfig {
  readonly host: string;
  readonly port: number;
  /** The operator chose the port: another one will not do. */
  readonly fixed: boolean;
  /** How it is reached from outside; messages link to it. */
  readonly url?: string;
  readonly roles: Readonly<Record<string, ConsoleRole>>;
  readonly oidc: ConsoleOidc | null;
}

interface NotifyOptions {
  /** Told only of calls whose rules name it; of all where absent. */
  readonly name?: string;
  /** Told only if the call still waits then. */
  readonly afterMs?: number;
  readonly mostAnHour?: number;
  readonly withArguments?: boolean;
}

/** A way to tell people that a call waits. Secrets are names of variables. */
export type NotifyConfig = NotifyOptions &
  /** `isOptional`: nobody is told where it fails, as nobody asked for it. */
  (
    | { readonly by: 'desktop'; readonly isOptional?: true }
    | { readonly by: 'slack' | 'teams'; readonly urlEnv: string; readonly secretEnv?: string }
    | { readonly by: 'webhook'; readonly url: string; readonly secretEnv: string }
    | { readonly by: 'pagerduty'; readonly keyEnv: string; readonly url?: string }
    | {
        readonly by: 'email';
        readonly server: string;
        readonly user?: string;
        readonly passwordEnv?: string;
        readonly from: string;
        readonly to: readonly string[];
      }
  );

export interface GatewayConfig {
  /** Where it stands, for messages; null where there is no file. */
  readonly path: string | null;
  readonly servers: readonly ServerConfig[];
  /** Patterns of files that run later, besides those of the table. */
  readonly autorunFiles?: readonly string[];
  /** Policy layers in order: preset names or files. */
  readonly policy: readonly string[];
  /** Layers of a candidate that is evaluated beside it. */
  readonly shadow?: readonly string[];
  readonly people: People;
  readonly approvals: {
    /** How long a request waits in band for a person; below what clients wait for an answer. */
    readonly waitMs: number;
    readonly expiryMs: number;
    readonly questionsAnHour: number;
    readonly pendingPerPrincipal: number;
    /** False: no answer over an agent's own connection counts, whatever a client calls itself. */
    readonly answersInBand?: boolean;
    /** How long a person needs at least for a question over the agent's own connection. */
    readonly readingMs: number;
    readonly webhooks: readonly { readonly url: string; readonly secretEnv?: string }[];
    readonly notify: readonly NotifyConfig[];
  };
  readonly clients: readonly ClientRule[];
  readonly listing: ListingConfig;
  readonly http: {
    readonly host: string;
    readonly port: number;
    readonly auth: AuthConfig;
    readonly origins: readonly string[];
    /** What a Host header may say besides our own addresses. */
    readonly hosts?: readonly string[];
    /** Decisions for other programs; absent: none. */
    readonly authzen?: AuthzenConfig;
  } | null;
  /** A file, or the address of a database with its password apart. */
  readonly store: StoreLocation;
  /** Where people look and decide; null where it is not served. */
  readonly console: ConsoleConfig | null;
  /** How long labels outlive the last call of their session; null: they do not age. */
  readonly labelAgeMs: number | null;
  /** The same for what was written into stores. */
  readonly storeLabelAgeMs: number | null;
  readonly timeoutMs: number;
  /** The same of a tool that is believed to be slow. */
  readonly slowTimeoutMs: number;
  /** When the audit log is synced to disk. */
  readonly durability: 'standard' | 'strict';
  /** Which model is recommended after calls; none where it is absent. */
  readonly models?: ModelsConfig;
  /** Where metrics are served; absent: nowhere. */
  readonly metrics?: MetricsConfig;
  /** Where spans are sent; absent: nowhere. */
  readonly tracing?: TracingConfig;
}
