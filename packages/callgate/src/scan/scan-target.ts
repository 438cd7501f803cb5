import type { FailedServer, Finding, ListedServer } from '@callgate/catalogue';
import type { TrustLevel } from '@callgate/core';
import type { ServerConfig } from '@callgate/gateway/config';

/** A server that is connected to in order to be looked at. */
export interface ScanTarget {
  readonly server: string;
  readonly trust: TrustLevel;
  /** Where it was found; safe to send on. */
  readonly from: string;
  /** What the user agrees to before it is contacted: every part of its entry, a line each. */
  readonly said: readonly string[];
  /** With variables filled in, so only after consent. Throws where that cannot be done. */
  config(): ServerConfig;
}

/** Lists that were read, servers that could not be looked at, and what was wrong with parts of what was read. */
export interface ServerListings {
  readonly listed: readonly ListedServer[];
  readonly failed: readonly FailedServer[];
  readonly findings: readonly Finding[];
}

/** What is to be looked at: lists that are there already, servers to connect to, and what cannot be. */
export interface ScanTargets extends ServerListings {
  readonly targets: readonly ScanTarget[];
}

export const mergeListings = (...parts: readonly ServerListings[]): ServerListings => ({
  listed: parts.flatMap(({ listed }) => listed),
  failed: parts.flatMap(({ failed }) => failed),
  findings: parts.flatMap(({ findings }) => findings),
});

export const NO_TARGETS: ScanTargets = { listed: [], targets: [], failed: [], findings: [] };

/** Names that are all different: the later of two gets a number. */
export class FreeNames {
  readonly #taken: Set<string> = new Set();

  take(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${wanted}-${number}`;
    this.#taken.add(name);
    return name;
  }
}
