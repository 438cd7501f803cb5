import type { SharedItemKind } from './shared-state.ts';

/** Listeners to changes, each told separately and after the change. */
export class SharedStateListeners {
  readonly #listeners: Set<{ readonly kind: SharedItemKind; readonly told: (name: string) => void }> =
    new Set();

  get size(): number {
    return this.#listeners.size;
  }

  /** What anybody wants to hear of. */
  get kinds(): ReadonlySet<SharedItemKind> {
    return new Set(Array.from(this.#listeners, ({ kind }) => kind));
  }

  add(kind: SharedItemKind, told: (name: string) => void): () => void {
    const listener = { kind, told };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(kind: string, name: string): void {
    for (const listener of this.#listeners)
      if (listener.kind === kind)
        setImmediate(() => {
          if (this.#listeners.has(listener)) listener.told(name);
        });
  }

  clear(): void {
    this.#listeners.clear();
  }
}
