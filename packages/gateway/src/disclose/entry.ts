import { isDeepStrictEqual } from 'node:util';
import type {
  CallKind,
  Claim,
  JsonObject,
  Override,
  Review,
  ServerSettings,
  ToolInput,
  TracedTool,
  Trust,
} from '@callgate/core';
import { HINTS, describeTool, readClaims, sealTool, traceTool } from '@callgate/core';
import { BoundedMap } from './bounded-map.ts';
import type { Target } from './view.ts';

/** All that a tool's beliefs rest on. Where it is equal, nothing changed. */
export interface Basis {
  readonly server: string;
  readonly kind: CallKind;
  /** The name or uri that calls give. */
  readonly name: string;
  readonly digest: string;
  readonly pinnedDigest: string;
  readonly trust: Trust;
  readonly overrides: readonly Override[];
  readonly reviews: readonly Review[];
  readonly quarantine: string | null;
  readonly settings: ServerSettings;
}

const MAX_RESOLVED = 1024;

const tightening = (claims: readonly Claim[]): readonly Claim[] =>
  claims.filter((claim) => claim.answer !== HINTS[claim.hint].relaxing);

/** Something that can be called. The same as long as its basis is: decisions about it are remembered by its identity. */
export class Entry {
  readonly basis: Basis;
  readonly definition: JsonObject;
  readonly shown: JsonObject;
  readonly target: Target;
  #traced: TracedTool | undefined;
  #resolved: BoundedMap<string, TracedTool> | undefined;

  constructor(basis: Basis, definition: JsonObject, shown: JsonObject) {
    this.basis = basis;
    this.definition = definition;
    this.shown = shown;
    this.target = Object.freeze({ server: basis.server, name: basis.name, definition: shown });
  }

  /** This one, or `before` where it rests on the same. */
  orSame(before: Entry | undefined): Entry {
    return before !== undefined && isDeepStrictEqual(before.basis, this.basis) ? before : this;
  }

  traced(): TracedTool {
    this.#traced ??= this.#trace([]);
    return this.#traced;
  }

  /** With what the server said about exactly these arguments, where it did. */
  tracedFor(argumentsDigest: string): TracedTool {
    return this.#resolved?.get(argumentsDigest) ?? this.traced();
  }

  noteResolved(argumentsDigest: string, claims: readonly Claim[]): void {
    this.#resolved ??= new BoundedMap(MAX_RESOLVED);
    this.#resolved.set(argumentsDigest, this.#trace(claims));
  }

  #trace(resolved: readonly Claim[]): TracedTool {
    return traceTool(this.#input(resolved), this.definition, this.basis.settings);
  }

  /** What is set apart has no ground for what it claims; what it claimed before to be careful about still counts. */
  #input(resolved: readonly Claim[]): ToolInput {
    const { server, kind, name, trust, overrides, reviews, quarantine, digest, pinnedDigest } = this.basis;
    const input = describeTool({
      server,
      kind,
      name,
      definition: this.definition,
      trust: quarantine === null ? trust : 'untrusted',
      overrides,
      reviews,
      quarantine,
      resolved,
    });
    if (digest === pinnedDigest) return input;
    const before = tightening(readClaims(this.shown).answers);
    return sealTool({ ...input, claims: { ...input.claims, answers: [...input.claims.answers, ...before] } });
  }
}
