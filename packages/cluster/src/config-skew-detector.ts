import { randomBytes } from 'node:crypto';
import { canonical } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { Clock } from '@callgate/gate';
import type { SharedState } from '@callgate/gate/store';
import { z } from 'zod';
import type { ConfigFingerprint } from './config-fingerprint.ts';

const EVERY_MS = 60_000;
/** A process that does not say any more what it goes by is gone. */
const LIFE_MS = 2.5 * EVERY_MS;
/** Times in a row: a file that was changed is not read by all of them at the same moment. */
const ENOUGH = 3;
const ALL = 'processes';

export interface ConfigSkewOptions {
  readonly board: Pick<SharedState, 'put' | 'list' | 'take'>;
  readonly clock: Clock;
  /** The fingerprint of this replica; what has the same name must be the same in all that have it. */
  fingerprint(): ConfigFingerprint;
  /** Called with the names of what has been different for a while, once until it is alike again. */
  differ(names: readonly string[]): void;
}

const factsIn = z.record(z.string(), z.string());

/** Compares the configurations of all replicas: what one of them holds, another could let through. */
export class ConfigSkewDetector {
  readonly #parts: ConfigSkewOptions;
  readonly #name: string = randomBytes(8).toString('hex');
  /** How often in a row each was different. */
  #different: ReadonlyMap<string, number> = new Map();
  #stop: () => void = () => {};
  #closed = false;

  constructor(parts: ConfigSkewOptions) {
    this.#parts = parts;
    this.#again();
  }

  /** Says what this one goes by, and looks at the others. It retries soon after a failure. */
  async #look(): Promise<void> {
    const { board, fingerprint, differ } = this.#parts;
    try {
      const own = fingerprint();
      const text = canonical(Object.fromEntries(own));
      await board.put('process', this.#name, text, { lifeMs: LIFE_MS, owner: ALL });
      const notes = await board.list('process', ALL);
      const others = notes
        .filter(({ name }) => name !== this.#name)
        .map((note) => new Map(Object.entries(factsIn.parse(parseStrict(note.text)))));
      const different = [...own].filter(([name, value]) =>
        others.some((other) => (other.get(name) ?? value) !== value),
      );
      this.#different = new Map(different.map(([name]) => [name, (this.#different.get(name) ?? 0) + 1]));
    } catch {
      return;
    }
    const names = [...this.#different].filter(([, times]) => times === ENOUGH).map(([name]) => name);
    if (names.length > 0) differ(names);
  }

  /** Nobody waits for it to be said: soon it is over by itself. */
  close(): void {
    this.#closed = true;
    this.#stop();
    this.#parts.board.take('process', this.#name).catch(() => {});
  }

  #again(): void {
    if (this.#closed) return;
    this.#stop = this.#parts.clock.after(
      EVERY_MS,
      () => {
        void this.#look().then(() => this.#again());
      },
      'idle',
    );
  }
}
