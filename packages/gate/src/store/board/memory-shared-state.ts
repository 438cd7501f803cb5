import type { Clock } from '../../environment/clock.ts';
import { SharedStateListeners } from './shared-state-listeners.ts';
import type { SharedState, SharedItem, SharedItemKind, SharedItemOptions } from './shared-state.ts';

interface StoredItem extends SharedItem {
  readonly kind: SharedItemKind;
  readonly owner: string | undefined;
  readonly endsAt: number;
}

/** How often what is over is thrown away, in puts. */
const TIDY_EVERY = 256;

const keyOf = (kind: SharedItemKind, name: string): string => `${kind}\n${name}`;

/** A board of one process. */
export class MemorySharedState implements SharedState {
  readonly #clock: Clock;
  readonly #kept: Map<string, StoredItem> = new Map();
  readonly #listeners: SharedStateListeners = new SharedStateListeners();
  #puts = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async put(
    kind: SharedItemKind,
    name: string,
    text: string,
    { lifeMs, owner }: SharedItemOptions,
  ): Promise<void> {
    this.#puts += 1;
    if (this.#puts % TIDY_EVERY === 0) this.#tidy();
    this.#set({ kind, name, text, owner, version: this.#puts, endsAt: this.#clock.now() + lifeMs });
  }

  async replace(
    kind: SharedItemKind,
    name: string,
    version: number,
    text: string,
    lifeMs: number,
  ): Promise<boolean> {
    const kept = this.#find(kind, name);
    if (kept?.version !== version) return false;
    this.#puts += 1;
    this.#set({ ...kept, text, version: this.#puts, endsAt: this.#clock.now() + lifeMs });
    return true;
  }

  async get(kind: SharedItemKind, name: string): Promise<SharedItem | undefined> {
    return itemOf(this.#find(kind, name));
  }

  async take(kind: SharedItemKind, name: string): Promise<SharedItem | undefined> {
    const kept = this.#find(kind, name);
    if (this.#kept.delete(keyOf(kind, name))) this.#listeners.tell(kind, name);
    return itemOf(kept);
  }

  async list(kind: SharedItemKind, owner: string): Promise<readonly SharedItem[]> {
    const now = this.#clock.now();
    return [...this.#kept.values()]
      .filter((kept) => kept.kind === kind && kept.owner === owner && now < kept.endsAt)
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((kept) => itemOf(kept) ?? []);
  }

  onChange(kind: SharedItemKind, listener: (name: string) => void): () => void {
    return this.#listeners.add(kind, listener);
  }

  async close(): Promise<void> {
    this.#kept.clear();
    this.#listeners.clear();
  }

  #set(kept: StoredItem): void {
    this.#kept.set(keyOf(kept.kind, kept.name), kept);
    this.#listeners.tell(kept.kind, kept.name);
  }

  #find(kind: SharedItemKind, name: string): StoredItem | undefined {
    const kept = this.#kept.get(keyOf(kind, name));
    return kept === undefined || this.#clock.now() >= kept.endsAt ? undefined : kept;
  }

  #tidy(): void {
    const now = this.#clock.now();
    for (const [key, { endsAt }] of this.#kept) if (now >= endsAt) this.#kept.delete(key);
  }
}

const itemOf = (kept: StoredItem | undefined): SharedItem | undefined =>
  kept === undefined ? undefined : { name: kept.name, text: kept.text, version: kept.version };
