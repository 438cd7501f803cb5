import { createHash } from 'node:crypto';
import type { SqlRow, SqlValue } from '../rows/sql-row.ts';
import { makeCopyDiffersError } from './faults.ts';
import type { CopySource, CopyTarget } from './copy-source.ts';
import { readColumnValue } from './copy-source.ts';
import type { CopiedTable } from './copied-tables.ts';
import { COPIED_TABLES } from './copied-tables.ts';

const AT_ONCE = 500;

export interface CopyProgress {
  readonly table: string;
  readonly rows: number;
}

/** What was copied: rows by table. */
export interface CopyResult {
  readonly rows: Readonly<Record<string, number>>;
}

async function* batchesOf(side: CopySource, table: CopiedTable): AsyncGenerator<readonly SqlRow[]> {
  for (let after: readonly SqlValue[] | undefined; ;) {
    const rows = await side.rows(table, after, AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < AT_ONCE) return;
    after = table.key.map((column) => readColumnValue(last, column));
  }
}

/** One text for a value, whatever kind of store it was read from. */
const textOf = (value: unknown): unknown =>
  value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : (value ?? null);

/** Counts rows and digests them, byte by byte. */
class TableDigest {
  readonly #columns: readonly string[];
  readonly #hash: ReturnType<typeof createHash> = createHash('sha256');
  count = 0;

  constructor({ columns }: CopiedTable) {
    this.#columns = columns;
  }

  add(rows: readonly SqlRow[]): void {
    for (const row of rows)
      this.#hash.update(`${JSON.stringify(this.#columns.map((column) => textOf(row[column])))}\n`);
    this.count += rows.length;
  }

  end(): string {
    return `${this.count} ${this.#hash.digest('hex')}`;
  }
}

/**
 * Copies everything in a store to a place where there is none, row by row and byte by byte, and reads it back before it
 * counts: all of it or nothing. Nobody may have either open meanwhile.
 */
export const copyRows = async (
  openSource: () => Promise<CopySource>,
  openTarget: () => Promise<CopyTarget>,
  onProgress: (progress: CopyProgress) => void = () => {},
  beforeCommit: (target: CopyTarget) => Promise<void> = async () => {},
): Promise<CopyResult> => {
  const source = await openSource();
  try {
    const target = await openTarget();
    try {
      const copied: Record<string, number> = {};
      for (const table of COPIED_TABLES) {
        const read = new TableDigest(table);
        for await (const rows of batchesOf(source, table)) {
          await target.insert(table, rows);
          read.add(rows);
          onProgress({ table: table.name, rows: read.count });
        }
        const written = new TableDigest(table);
        for await (const rows of batchesOf(target, table)) written.add(rows);
        if (read.end() !== written.end()) throw makeCopyDiffersError(table.name);
        copied[table.name] = read.count;
      }
      await target.useKey(await source.key());
      await beforeCommit(target);
      await target.commit();
      return { rows: copied };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};
