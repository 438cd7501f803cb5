import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, ToolInput, TracedTool, TrustLevel } from '@callgate/core';
import { HINTS, describeTool, getOwn, traceTool } from '@callgate/core';
import type { Override, SandboxContract, ToolObservation, ToolReview } from '@callgate/core/disclose';
import { NO_CONTRACT, sealTool } from '@callgate/core/disclose';
import type { ServerSettings } from '@callgate/core/label';
import type { CallKind } from '@callgate/core/receive';
import type { Claim } from '@callgate/core/vocabulary';
import { readClaims } from '@callgate/core/vocabulary';
import { addAutorunOverrides } from '@callgate/core/host-tools';
import { BoundedMap } from './bounded-map.ts';
import { isResolvable } from './is-resolvable.ts';
import { keepStricterClaims } from './suggested-claims.ts';
import type { CallTarget } from './agent-view.ts';

/** All that a tool's beliefs rest on. Where it is equal, nothing changed. */
export interface EntryBasis {
  readonly server: string;
  readonly kind: CallKind;
  readonly name: string;
  readonly digest: string;
  readonly pinnedDigest: string;
  readonly trust: TrustLevel;
  readonly overrides: readonly Override[];
  readonly reviews: readonly ToolReview[];
  /** Patterns of files that run later, besides those of the table. */
  readonly autorunFiles: readonly string[];
  /** What was suggested and may tighten what is believed; nothing in it can relax. */
  readonly suggested?: readonly Claim[];
  /** What a sandbox enforces where it runs. */
  readonly contract?: SandboxContract;
  /** What it was seen to do. */
  readonly observations?: readonly ToolObservation[];
  readonly quarantine: string | null;
  readonly settings: ServerSettings;
}

const MAX_RESOLVED = 1024;

interface ResolvedCall {
  readonly claims: readonly Claim[];
  readonly traced: TracedTool;
}

/** What the agent writes into it reaches the server: a uri it composed, what it gives a prompt, what it has typed. */
const isAgentWritten = ({ kind, name }: EntryBasis, definition: JsonObject): boolean => {
  if (kind === 'resource') return getOwn(definition, 'uri') !== name;
  const args = getOwn(definition, 'arguments');
  return kind === 'completion' || (kind === 'prompt' && Array.isArray(args) && args.length > 0);
};

/** With a server that nobody vouches for, that is a way out: the careful word on it, which an operator can relax. */
const REACHES_OUT: Claim = { hint: 'openWorld', answer: 'yes', home: 'annotations', key: 'openWorldHint' };

const tighteningClaims = (claims: readonly Claim[]): readonly Claim[] =>
  claims.filter((claim) => claim.answer !== HINTS[claim.hint].relaxing);

/** Something that can be called. The same as long as its basis is: decisions about it are remembered by its identity. */
export class CallableEntry {
  readonly basis: EntryBasis;
  readonly definition: JsonObject;
  readonly shown: JsonObject;
  readonly target: CallTarget;
  #traced: TracedTool | undefined;
  #elsewhere: TracedTool | undefined;
  #resolved: BoundedMap<string, ResolvedCall> | undefined;

  constructor(basis: EntryBasis, definition: JsonObject, shown: JsonObject) {
    this.basis = basis;
    this.definition = definition;
    this.shown = shown;
    this.target = Object.freeze({
      server: basis.server,
      name: basis.name,
      definition: shown,
      isResolvable: isResolvable(shown),
    });
  }

  /** This one, or `before` where it rests on the same. */
  orSame(before: CallableEntry | undefined): CallableEntry {
    return before !== undefined && isDeepStrictEqual(before.basis, this.basis) ? before : this;
  }

  traced(): TracedTool {
    this.#traced ??= this.#trace([]);
    return this.#traced;
  }

  /** With what the server said about exactly these arguments, where it did. */
  tracedFor(argumentsDigest: string): TracedTool {
    return this.#resolved?.get(argumentsDigest)?.traced ?? this.traced();
  }

  /** Where another program makes the call: nothing here holds what it runs. */
  tracedElsewhere(argumentsDigest: string | undefined): TracedTool {
    const resolved = argumentsDigest === undefined ? undefined : this.#resolved?.get(argumentsDigest);
    if (this.basis.contract === undefined) return resolved?.traced ?? this.traced();
    if (resolved !== undefined) return this.#trace(resolved.claims, NO_CONTRACT);
    return (this.#elsewhere ??= this.#trace([], NO_CONTRACT));
  }

  noteResolved(argumentsDigest: string, claims: readonly Claim[]): void {
    this.#resolved ??= new BoundedMap(MAX_RESOLVED);
    this.#resolved.set(argumentsDigest, { claims, traced: this.#trace(claims) });
  }

  #trace(resolved: readonly Claim[], contract = this.basis.contract): TracedTool {
    return traceTool(this.#input(resolved, contract), this.definition, this.basis.settings);
  }

  /** A quarantined tool has no ground for what it claims; what it claimed before to be careful about still counts. */
  #input(resolved: readonly Claim[], contract: SandboxContract | undefined): ToolInput {
    const { server, kind, name, trust, overrides, reviews, quarantine, digest, pinnedDigest } = this.basis;
    const { observations = [] } = this.basis;
    const described = describeTool({
      server,
      kind,
      name,
      definition: this.definition,
      trust: quarantine === null ? trust : 'untrusted',
      overrides,
      reviews,
      quarantine,
      resolved,
      observations: [...observations],
      ...(contract === undefined ? {} : { contract: { ...contract } }),
    });
    const input = addAutorunOverrides(described, this.definition, this.basis.autorunFiles);
    const before = digest === pinnedDigest ? [] : tighteningClaims(readClaims(this.shown).answers);
    const outward = trust === 'untrusted' && isAgentWritten(this.basis, this.definition) ? [REACHES_OUT] : [];
    const suggested = keepStricterClaims(input, this.basis.suggested ?? []);
    const more = [...before, ...outward, ...suggested];
    if (more.length === 0) return input;
    const answers = [...input.claims.answers, ...more];
    // a server that answers about one call may relax what it claimed itself, and nothing else
    const about = resolved.length === 0 ? resolved : [...resolved, ...suggested];
    return sealTool({ ...input, claims: { ...input.claims, answers }, resolved: about });
  }
}
