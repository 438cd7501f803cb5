import type { AuditEntry, StoredEntry } from '@callgate/gate/record';
import { parseEntry } from '@callgate/gate/record';

/** An entry with its id, without its place in a chain. */
export interface UnplacedEntry {
  readonly id: string;
  readonly entry: AuditEntry;
}

interface RecentEntry extends UnplacedEntry {
  readonly bytes: Uint8Array;
}

const MOST_REMEMBERED = 5000;

/** Entries that this process has put into journals, so that what it numbers itself need not be read again. */
export class RecentEntries {
  readonly #entries: Map<string, RecentEntry> = new Map();

  note(chain: number, { seq, bytes }: StoredEntry, entry: AuditEntry, id: string): void {
    if (this.#entries.size >= MOST_REMEMBERED) this.#entries.clear();
    this.#entries.set(`${chain} ${seq}`, { bytes, entry, id });
  }

  /** The entry that has these bytes in a journal. */
  take(chain: number, place: number, bytes: Uint8Array): UnplacedEntry {
    const key = `${chain} ${place}`;
    const known = this.#entries.get(key);
    this.#entries.delete(key);
    // what was undone has its place taken by another
    return known !== undefined && Buffer.compare(known.bytes, bytes) === 0 ? known : readEntry(bytes);
  }
}

const readEntry = (bytes: Uint8Array): UnplacedEntry => {
  const { event, outcome, principal, tool, call, detail, id } = parseEntry(bytes);
  const { v: _v, seq: _seq, call: _call, ...rest } = detail;
  return { id, entry: { event, outcome, principal, tool, call, detail: rest } };
};
