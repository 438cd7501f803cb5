import type { Json } from '@callgate/core';
import { display, isJsonObject, getOwn } from '@callgate/core';
import { auditLogMessages } from '@callgate/messages/audit-log';
import type { StoredEntry } from '../record/audit-entry.ts';
import type { EntryScanner } from '../record/entry-scanner.ts';
import { ENTRY_PART } from '../record/entry-scanner.ts';
import type { LabelHolder, StoredLabels } from '../store/store-reader.ts';
import { parseStored } from '../store/rows/column-reader.ts';
import { digestLabels } from '../store/rows/session-codec.ts';
import { sessionLabelsSchema } from '../store/session-schema.ts';
import type { ProblemReporter } from './call-track.ts';
import type { AuditProblems } from './audit-problem.ts';
import { isCorruptStore } from './audit-problem.ts';
import type { AuditLogReader } from './verify-audit-log.ts';

const texts = auditLogMessages.labels;

interface TrackedLabels {
  readonly of: LabelHolder;
  readonly name: string;
  /** `null`: they ended. */
  readonly digest: string | null;
  readonly seq: number;
}

const HOLDERS: readonly LabelHolder[] = ['session', 'principal', 'store'];

const keyOf = (of: LabelHolder, name: string): string => `${of} ${name}`;

const readRecordedLabels = (value: Json, seq: number): TrackedLabels | undefined => {
  if (!isJsonObject(value)) return undefined;
  const of = HOLDERS.find((each) => each === getOwn(value, 'of'));
  const name = getOwn(value, 'name');
  const digest = getOwn(value, 'digest');
  if (of === undefined || typeof name !== 'string') return undefined;
  return typeof digest === 'string' || digest === null ? { of, name, digest, seq } : undefined;
};

/** What the rows say of labels, up to the row read last. */
export class LabelTrack {
  readonly latest: Map<string, TrackedLabels> = new Map();
  /** Its first row says that rows tell of labels: what no row tells of was not raised here. */
  isWhole = false;

  /** What changed labels up to an entry is not all there. */
  forgetTo(seq: number): void {
    this.isWhole = false;
    for (const [key, tracked] of this.latest) if (tracked.seq <= seq) this.latest.delete(key);
  }

  follow(row: StoredEntry, scan: EntryScanner, found: ProblemReporter): void {
    if (row.seq === 1) {
      const detail = scan.json(ENTRY_PART.extension);
      this.isWhole = isJsonObject(detail) && getOwn(detail, 'tellsLabels') === true;
    }
    if (!scan.has(ENTRY_PART.labelled)) return;
    const told = scan.json(ENTRY_PART.labelled);
    for (const each of Array.isArray(told) ? told : [null]) {
      const read = readRecordedLabels(each, row.seq);
      if (read === undefined) found('LABELS', texts.unreadable);
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
export const verifyLabels = async (
  reader: AuditLogReader,
  track: LabelTrack,
  rows: number,
  problems: AuditProblems,
): Promise<void> => {
  const wrong = async (what: string): Promise<void> => {
    // another process may have written since the rows were read
    if ((await reader.head()).seq === rows) problems.add({ code: 'LABEL_STORE', what });
  };
  const missing = new Map(track.latest);
  const compare = async (of: LabelHolder, { name, text }: StoredLabels): Promise<void> => {
    const shown = `${of} ${display(name, { max: 200 })}`;
    const tracked = missing.get(keyOf(of, name));
    missing.delete(keyOf(of, name));
    if (tracked === undefined) {
      if (track.isWhole && !isUnlabelled(text)) await wrong(texts.unrecorded({ holder: shown }));
    } else if (tracked.digest === null ? !isUnlabelled(text) : digestLabels(text) !== tracked.digest)
      await wrong(texts.differ({ holder: shown, seq: tracked.seq }));
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
      if (!isCorruptStore(error)) throw error;
      await wrong(texts.storeUnreadable({ holder: of }));
    }
  for (const { of, name, digest, seq } of missing.values())
    if (digest !== null) await wrong(texts.missing({ holder: `${of} ${display(name, { max: 200 })}`, seq }));
};
