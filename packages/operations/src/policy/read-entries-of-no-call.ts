import type { AuditEventName, StoredEntry } from '@callgate/gate/record';
import type { StoreReader } from '@callgate/gate/store';

const AT_ONCE = 1000;

/** Entries of one event that tell of no call, in order. */
export async function* readEntriesOfNoCall(
  read: Pick<StoreReader, 'rowsOfNoCall'>,
  { event, since = 0 }: { readonly event: AuditEventName; readonly since?: number },
): AsyncGenerator<StoredEntry> {
  const span = { since, afterSeq: 0, until: Number.MAX_SAFE_INTEGER };
  for (;;) {
    const rows = await read.rowsOfNoCall(span, AT_ONCE);
    for (const row of rows) if (row.event === event) yield row;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    [span.since, span.afterSeq] = [last.at, last.seq];
  }
}
