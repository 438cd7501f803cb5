import { CallgateError } from '@callgate/core';
import { auditErrors } from '@callgate/messages/errors/audit';
import type { StoreReader } from '../store/store-reader.ts';
import type { Store } from '../store/store.ts';
import { restoreFrontier, makeCheckpoint, verifyCheckpoint } from '../record/checkpoint.ts';
import type { Checkpoint } from '../record/audit-entry.ts';
import type { Keys } from '../record/keys.ts';
import { Frontier } from '../record/merkle.ts';

export interface CheckpointerOptions {
  readonly store: {
    transact: Store['transact'];
    readonly read: Pick<StoreReader, 'head' | 'hashes' | 'checkpoints'>;
  };
  readonly keys: Keys;
  /** A name that tells this record from others of the same owner. */
  readonly origin?: string;
  /** Rows between two checkpoints. */
  readonly everyRows: number;
  /** Told of every checkpoint made here; where it is anchored from. */
  readonly onCheckpoint?: (checkpoint: Checkpoint) => void;
}

/** The tree up to a row, and the hash of that row. */
interface TreeState {
  readonly frontier: Frontier;
  readonly head: Uint8Array;
}

const BATCH = 10_000;

const changed = (size: number): CallgateError => new CallgateError(auditErrors.logChanged({ size }));

/** Another process signed the same rows at the same time. */
const isThereAlready = (error: unknown): boolean =>
  error instanceof CallgateError && error.code === 'STORE_DOUBLE';

const same = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && Buffer.compare(one, other) === 0;

/**
 * Signs the record from time to time. Any number of processes may do so at once: rows never change once they are
 * there, so each makes true checkpoints, and two of the same size say the same.
 */
export class Checkpointer {
  readonly #options: CheckpointerOptions;
  #grown: TreeState | undefined;
  #running: Promise<Checkpoint | undefined> | undefined;

  constructor(options: CheckpointerOptions) {
    this.#options = options;
  }

  /** Makes a checkpoint if enough rows have come since the last, or if there are any and it is asked `now`. */
  catchUp(when: 'due' | 'now' = 'due'): Promise<Checkpoint | undefined> {
    const before = this.#running ?? Promise.resolve(undefined);
    const next = before
      .catch(() => undefined)
      .then(() => this.#catchUp(when === 'now' ? 1 : this.#options.everyRows));
    this.#running = next;
    return next;
  }

  async #catchUp(leastRows: number): Promise<Checkpoint | undefined> {
    const { store, keys, origin, onCheckpoint } = this.#options;
    const { seq } = await store.read.head();
    if (this.#grown !== undefined && seq - this.#grown.frontier.size < leastRows) return this.#notDue(seq);
    // another process may have signed meanwhile
    this.#grown = await this.#lastSigned();
    if (seq - this.#grown.frontier.size < leastRows) return this.#notDue(seq);
    const grown = await this.#grow(this.#grown, seq);
    let checkpoint: Checkpoint;
    try {
      checkpoint = await store.transact(async (tx) => {
        const made = makeCheckpoint(keys, grown.frontier, grown.head, tx.now(), origin);
        await tx.addCheckpoint(made);
        return made;
      });
    } catch (error) {
      if (!isThereAlready(error)) throw error;
      this.#grown = grown;
      return undefined;
    }
    this.#grown = grown;
    onCheckpoint?.(checkpoint);
    return checkpoint;
  }

  #notDue(seq: number): undefined {
    const signed = this.#grown?.frontier.size ?? 0;
    if (seq < signed) throw changed(signed);
  }

  /** A checkpoint that these keys did not sign is nothing to build on; then the tree is grown from the first row. */
  async #lastSigned(): Promise<TreeState> {
    const { store, keys } = this.#options;
    const all = (await store.read.checkpoints()).toSorted((one, other) => other.size - one.size);
    for (const checkpoint of all) {
      const verdict = verifyCheckpoint(keys.publicKey, checkpoint);
      if (verdict.ok) return { frontier: restoreFrontier(verdict.text), head: verdict.text.head };
    }
    return { frontier: new Frontier(), head: new Uint8Array(32) };
  }

  /** A copy that has grown to `size`; what was there stays as it is until the new one is durable. */
  async #grow({ frontier: old, head: oldHead }: TreeState, size: number): Promise<TreeState> {
    const { read } = this.#options.store;
    const frontier = Frontier.of(old.size, old.parts()) ?? new Frontier();
    if (old.size > 0) {
      const [there] = await read.hashes(old.size, 1);
      if (!same(there, oldHead)) throw changed(old.size);
    }
    let head = oldHead;
    while (frontier.size < size) {
      const some = await read.hashes(frontier.size + 1, Math.min(BATCH, size - frontier.size));
      if (some.length === 0) throw changed(size);
      for (const each of some) {
        frontier.append(each);
        head = each;
      }
    }
    return { frontier, head };
  }
}
