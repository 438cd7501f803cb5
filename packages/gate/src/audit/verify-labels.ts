import type { Json } from '@callgate/core';
import { display, isJsonObject, own } from '@callgate/core';
import type { RecordRow } from '../record/entry.ts';
import type { RowScan } from '../record/scan-row.ts';
import { PART } from '../record/scan-row.ts';
import type { LabelHolder, StoredLabels } from '../store/reader.ts';
import { parseStored } from '../store/rows/columns.ts';
import { labelsDigest } from '../store/rows/session-codec.ts';
import { sessionLabelsSchema } from '../store/session-schema.ts';
import type { Found } from './call-track.ts';
import type { Problems } from './verify-problem.ts';
import { isCorrupt } from './verify-problem.ts';
import type { RecordReader } from './verify.ts';

interface TrackedLabels {
  readonly of: LabelHolder;
  readonly name: string;
  /** `null`: they ended. */
  readonly digest: string | null;
  readonly seq: number;
}

const HOLDERS: readonly LabelHolder[] = ['session', 'principal', 'store'];

const keyOf = (of: LabelHolder, name: string): string => `${of} ${name}`;

const readTold = (value: Json, seq: number): TrackedLabels | undefined => {
  if (!isJsonObject(value)) return undefined;
  const of = HOLDERS.find((each) => each === own(value, 'of'));
  const name = own(value, 'name');
  const digest = own(value, 'digest');
  if (of === undefined || typeof name !== 'string') return undefined;
  return typeof digest === 'string' || digest === null ? { of, name, digest, seq } : undefined;
};

/** What the rows say of labels, up to the row read last. */
export class LabelTrack {
  readonly latest: Map<string, TrackedLabels> = new Map();
  /** Its first row says that rows tell of labels: what no row tells of was not raised here. */
  isWhole = false;

  follow(row: RecordRow, scan: RowScan, found: Found): void {
    if (row.seq === 1) {
      const detail = scan.json(PART.extension);
      this.isWhole = isJsonObject(detail) && own(detail, 'tellsLabels') === true;
    }
    if (!scan.has(PART.labelled)) return;
    const told = scan.json(PART.labelled);
    for (const each of Array.isArray(told) ? told : [null]) {
      const read = readTold(each, row.seq);
      if (read === undefined) found('LABELS', 'it tells of labels that cannot be read');
      else this.latest.set(keyOf(read.of, read.name), read);
    }
  }
}

const BATCH = 1000;

const isUnlabelled = (text: string): boolean => {
  const labels = parseStored(text, sessionLabelsSchema, 'labels');
  return labels.private.strength === 'none' && labels.untrusted.strength === 'none';
};

/** Every label in the tables is the one that the record told of last. */
export const compareLabels = async (
  reader: RecordReader,
  track: LabelTrack,
  rows: number,
  problems: Problems,
): Promise<void> => {
  const wrong = async (what: string): Promise<void> => {
    // somebody may have written since the rows were read
    if ((await reader.head()).seq === rows) problems.add({ code: 'LABEL_STORE', what });
  };
  const missing = new Map(track.latest);
  const compare = async (of: LabelHolder, { name, text }: StoredLabels): Promise<void> => {
    const shown = `${of} ${display(name, { max: 200 })}`;
    const tracked = missing.get(keyOf(of, name));
    missing.delete(keyOf(of, name));
    if (tracked === undefined) {
      if (track.isWhole && !isUnlabelled(text))
        await wrong(`the store has labels of ${shown} that the record does not tell of`);
    } else if (tracked.digest === null ? !isUnlabelled(text) : labelsDigest(text) !== tracked.digest)
      await wrong(
        `the store has other labels of ${shown} than the record, which told of them in row ${tracked.seq}`,
      );
  };
  for (const of of HOLDERS)
    try {
      for (let after = ''; ;) {
        const some = await reader.storedLabels(of, after, BATCH);
        for (const each of some) await compare(of, each);
        const last = some.at(-1);
        if (last === undefined) break;
        after = last.name;
      }
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      await wrong(`the store has labels of a ${of} that cannot be read`);
    }
  for (const { of, name, digest, seq } of missing.values())
    if (digest !== null)
      await wrong(
        `the store has no labels of ${of} ${display(name, { max: 200 })}, which row ${seq} tells of`,
      );
};
