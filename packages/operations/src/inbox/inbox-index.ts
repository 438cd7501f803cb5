import type { CallRow } from '@callgate/gate/record';
import type { InboxRow } from '../api/inbox.ts';
import type { ListParts } from './inbox-parts.ts';
import { inboxRow } from './inbox-row.ts';

const AT_ONCE = 100;
const BETWEEN_TURNS = 10;
/** What other processes did is seen after this long at the latest. */
const WALK_AGAIN_MS = 60_000;
/** So few are walked through while a request waits. */
const FEW = 200;

export const askedAt = ({ heldAt, receivedAt }: InboxRow): number => heldAt ?? receivedAt;

const order = (a: InboxRow, b: InboxRow): number => askedAt(a) - askedAt(b) || (a.id < b.id ? -1 : 1);

export const isWaiting = (row: CallRow | undefined): row is CallRow =>
  row?.state === 'held' && row.waiting === 'people';

/** How many have agreed; asked only where one yes is not all. */
const countAgreed = async ({ desk }: ListParts, row: CallRow): Promise<number> => {
  const { approvers, terms } = row.decision.obligations;
  if (terms === 'plain' && approvers.every(({ count }) => count === 1) && approvers.length < 2) return 0;
  const votes = await desk.read.votes(row.id);
  return votes.filter(({ verdict }) => verdict === 'approve').length;
};

export const readInboxRow = async (parts: ListParts, row: CallRow): Promise<InboxRow> =>
  inboxRow(row, await countAgreed(parts, row));

const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** All that waits, light, in memory, so that ten thousand calls can be searched while a person types. */
export class InboxIndex {
  readonly #parts: ListParts;
  readonly #rows: Map<string, InboxRow> = new Map();
  /** Calls that this gate told of and that were not looked at since. */
  readonly #touched: Set<string> = new Set();
  #sorted: readonly InboxRow[] | undefined;
  #changed = true;
  #walkedAt = -Infinity;
  #walking: Promise<void> | undefined;
  #catchingUp: Promise<void> | undefined;

  constructor(parts: ListParts) {
    this.#parts = parts;
    parts.changes?.onEvent((event) => {
      // what happens before anybody has asked is found by the first walk
      const isKept = this.#walking !== undefined || this.#walkedAt !== -Infinity;
      if (isKept && (event.type === 'held' || event.type === 'moved')) this.#touched.add(event.call);
    });
    parts.changes?.onChange(() => {
      this.#changed = true;
      // so that not all of it is left for the first request
      if (this.#touched.size >= FEW) this.#catchUp().catch(() => {});
    });
  }

  /** Most urgent first. Waits for the first walk through all that waits, however long that takes. */
  async all(): Promise<readonly InboxRow[]> {
    if (this.#walkedAt === -Infinity) await this.#walk();
    return await this.known();
  }

  /** The same as far as it is known: where there is much that is not known yet, it is looked at meanwhile. */
  async known(): Promise<readonly InboxRow[]> {
    await this.#look();
    return (this.#sorted ??= [...this.#rows.values()].toSorted(order));
  }

  async #look(): Promise<void> {
    const { clock, desk } = this.#parts;
    const many = this.#touched.size > FEW;
    const caughtUp = this.#catchUp();
    if (many) caughtUp.catch(() => {});
    else await caughtUp;
    if (!this.#changed && this.#walkedAt !== -Infinity) return;
    const size = await desk.read.inboxSize();
    const isCurrent = many || size === this.#rows.size;
    if (isCurrent && clock.now() - this.#walkedAt <= WALK_AGAIN_MS) return;
    const walked = this.#walk();
    if (size <= FEW) await walked;
    // the next request sees what is wrong with the store
    else walked.catch(() => {});
  }

  #catchUp(): Promise<void> {
    if (this.#touched.size === 0) return this.#catchingUp ?? Promise.resolve();
    return (this.#catchingUp ??= this.#lookAtTouched().finally(() => {
      this.#catchingUp = undefined;
    }));
  }

  async #lookAtTouched(): Promise<void> {
    let looked = 0;
    for (const call of this.#touched) {
      this.#touched.delete(call);
      const row = await this.#parts.desk.read.call(call);
      this.#sorted = undefined;
      if (isWaiting(row)) this.#rows.set(call, await readInboxRow(this.#parts, row));
      else this.#rows.delete(call);
      looked += 1;
      // reading gives nobody else a turn by itself
      if (looked % BETWEEN_TURNS === 0) await yieldToEventLoop();
    }
  }

  #walk(): Promise<void> {
    return (this.#walking ??= this.#walkThrough().finally(() => {
      this.#walking = undefined;
    }));
  }

  async #walkThrough(): Promise<void> {
    this.#changed = false;
    const before = new Set(this.#rows.keys());
    let after: string | undefined;
    do {
      const page = await this.#parts.desk.read.inbox(
        after === undefined ? { limit: AT_ONCE } : { limit: AT_ONCE, after },
      );
      for (const row of page.items) {
        before.delete(row.id);
        this.#rows.set(row.id, await readInboxRow(this.#parts, row));
      }
      this.#sorted = undefined;
      after = page.next ?? undefined;
      await yieldToEventLoop();
    } while (after !== undefined);
    for (const call of before) this.#rows.delete(call);
    this.#sorted = undefined;
    this.#walkedAt = this.#parts.clock.now();
  }
}
