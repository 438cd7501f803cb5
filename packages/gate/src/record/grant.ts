import type { Json } from '@callgate/core';

/** One argument that a grant ties down: equal to a value, or a text like a glob. */
export type ArgumentConstraint =
  | { readonly path: readonly (string | number)[]; readonly equals: Json }
  | { readonly path: readonly (string | number)[]; readonly like: string };

/** How far a grant reaches. Every scope is one tool of one server in one definition. */
export type GrantScope =
  /** The very call it was given for. */
  | { readonly kind: 'once'; readonly call: string }
  | { readonly kind: 'session'; readonly session: string }
  /** Only to the destinations of the call it was given for. */
  | { readonly kind: 'destination'; readonly destinations: readonly string[] }
  | { readonly kind: 'arguments'; readonly constraints: readonly ArgumentConstraint[] }
  /** Only on files in this folder or below it, in any session. */
  | { readonly kind: 'folder'; readonly folder: string }
  /** With any arguments, in any session. */
  | { readonly kind: 'tool' };

/** A person's word for calls to come. It satisfies the rules that fired when it was given, and never severity. */
export interface Grant {
  readonly id: string;
  readonly principal: string;
  readonly server: string;
  /**
   * Digest of the command or url that answered to the alias. A grant without one was given where the server had none,
   * or by an older version.
   */
  readonly serverIdentity?: string;
  readonly target: string;
  readonly definition: string;
  /** Revision of the policy whose rules it answers: under another one the same names may mean other things. */
  readonly policy: string;
  readonly scope: GrantScope;
  /** Ids of the rules it stands in for. */
  readonly rules: readonly string[];
  /**
   * Ids of rules that ask once the tool's own results have labelled the session. It stands in for them only where nothing
   * but this tool raised the labels.
   */
  readonly ownLabelRules?: readonly string[];
  /** Subjects of those who gave it. */
  readonly by: readonly string[];
  /** The call it was given for. */
  readonly call: string;
  readonly givenAt: number;
  readonly endsAt: number;
  readonly uses: number;
  readonly usesLeft: number;
  readonly revoked: { readonly by: string; readonly reason: string; readonly at: number } | null;
}
