import type { SandboxContract } from '@callgate/core/disclose';
import type { SandboxBackendName, SandboxClass, SandboxLevel } from '@callgate/contract/sandbox';
import { enforcedBy } from '@callgate/contract/sandbox';

/** What a process of a server may do, and whether a sandbox sees to it. */
export interface Place extends SandboxClass {
  readonly isSandboxed: boolean;
}

export const UNSANDBOXED: Place = Object.freeze({ writes: true, network: true, isSandboxed: false });

const sandboxed = (writes: boolean, network: boolean): Place =>
  Object.freeze({ writes, network, isSandboxed: true });

/** From the tightest on. One that writes without a network is tried for tools that are so, and for no others. */
const TIGHTEST = sandboxed(false, false);
const WIDER: readonly Place[] = [sandboxed(false, true), sandboxed(true, true)];

export const placeKey = ({ writes, network, isSandboxed }: Place): string =>
  isSandboxed ? `${writes ? 'w' : 'r'}${network ? 'n' : '-'}` : 'unsandboxed';

/** How much a process may do there, for choosing among several. */
export const breadth = ({ writes, network, isSandboxed }: Place): number =>
  (isSandboxed ? 0 : 4) + (writes ? 2 : 0) + (network ? 1 : 0);

export interface PlacesOptions {
  readonly contract: 'require' | 'prefer';
  readonly allow: readonly string[];
  /** The sandbox there is, or null. */
  readonly backend: { readonly name: SandboxBackendName; readonly level: SandboxLevel } | null;
}

/** Where the classes of one server run by now: where it did not start, the next wider place, unless a sandbox is required. */
export class Places {
  readonly #options: PlacesOptions;
  readonly #unusable: Set<string> = new Set();
  /** As it turned out to be when it was started. */
  readonly #levels: Map<string, SandboxLevel> = new Map();

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /** Where a class may run, the tightest first. */
  candidates({ writes, network }: SandboxClass): readonly Place[] {
    const { contract, backend } = this.#options;
    const own = sandboxed(writes, network);
    if (contract === 'require') return [own];
    if (backend === null) return [UNSANDBOXED];
    const wider = WIDER.filter((place) => breadth(place) > breadth(own) && (place.writes || !writes));
    return [own, ...wider, UNSANDBOXED];
  }

  get tightest(): readonly Place[] {
    return this.candidates(TIGHTEST).filter((place) => !this.#unusable.has(placeKey(place)));
  }

  of(wanted: SandboxClass): Place {
    const all = this.candidates(wanted);
    return all.find((place) => !this.#unusable.has(placeKey(place))) ?? all.at(-1) ?? UNSANDBOXED;
  }

  /** The one a call was judged for; undefined where nothing may run there. */
  find({ backend, writes, network }: NonNullable<SandboxContract['place']>): Place | undefined {
    const place = backend === 'none' ? UNSANDBOXED : sandboxed(writes, network);
    return place.isSandboxed || this.#options.contract !== 'require' ? place : undefined;
  }

  /** Nothing starts there. False where that changes nothing. */
  markUnusable(place: Place): boolean {
    const key = placeKey(place);
    if (!place.isSandboxed || this.#options.contract === 'require' || this.#unusable.has(key)) return false;
    this.#unusable.add(key);
    return true;
  }

  /** All may be tried again. */
  reset(): void {
    this.#unusable.clear();
    this.#levels.clear();
  }

  /** How well it holds there, as it turned out. True where it was taken for something else. */
  noteLevel(place: Place, level: SandboxLevel): boolean {
    const before = this.levelOf(place);
    this.#levels.set(placeKey(place), level);
    return before !== level;
  }

  levelOf(place: Place): SandboxLevel {
    if (!place.isSandboxed) return 'declared';
    return this.#levels.get(placeKey(place)) ?? this.#options.backend?.level ?? 'declared';
  }

  contractOf(wanted: SandboxClass): SandboxContract {
    const place = this.of(wanted);
    const level = this.levelOf(place);
    const { writes, network } = place;
    const backend = place.isSandboxed ? (this.#options.backend?.name ?? 'none') : 'none';
    return {
      ...enforcedBy(place, level, this.#options.allow),
      place: { level, backend, writes, network },
    };
  }
}
