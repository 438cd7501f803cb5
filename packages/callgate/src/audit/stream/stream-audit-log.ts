import { setTimeout as pause } from 'node:timers/promises';
import { CallgateError } from '@callgate/core';
import { streamErrors } from '@callgate/messages/errors/stream';
import type { AuditEntryLine } from '@callgate/operations/api';
import type { OperationsClient } from '@callgate/operations/socket';
import type { StreamedEvent } from './streamed-event.ts';
import { readStreamedEvent, severityOf } from './streamed-event.ts';
import type { StreamPosition } from './stream-position.ts';
import type { StreamTarget } from './stream-target.ts';

export interface AuditStreamOptions {
  readonly operations: OperationsClient;
  readonly target: StreamTarget;
  readonly format: (event: StreamedEvent, line: AuditEntryLine) => string;
  /** The hash of an entry; undefined where the log ends before it. */
  readonly hashOf: (seq: number) => Promise<string | undefined>;
  /** What was delivered before. */
  readonly from: StreamPosition;
  readonly save: (position: StreamPosition) => Promise<void>;
  /** Ends at the end of the log, or at the first failure, instead of waiting. */
  readonly once: boolean;
  readonly now: () => number;
  /** Never goes back. */
  readonly elapsed: () => number;
  /** A delivery failed and is tried again, or one worked again. */
  readonly tell: (failure: unknown, delivered: StreamPosition) => void;
  readonly signal: AbortSignal;
}

const BATCH = 500;
const BATCH_CHARS = 1024 * 1024;
const LOOK_AGAIN_MS = 500;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** What is younger may not be synced yet, and be another entry after the machine lost its power. */
const SETTLED_MS = 1000;

const rest = async (ms: number, signal: AbortSignal): Promise<void> => {
  await pause(ms, undefined, { signal }).catch(() => undefined);
};

/** The log must still hold what was delivered last: of an archived entry its hash is left. */
const refuseOtherLog = async (
  hashOf: AuditStreamOptions['hashOf'],
  { seq, hash }: StreamPosition,
): Promise<void> => {
  if (seq === 0) return;
  const found = await hashOf(seq);
  if (found === undefined) throw new CallgateError(streamErrors.logEnded({ seq }));
  if (hash !== '' && found !== hash) throw new CallgateError(streamErrors.logDiffers({ seq }));
};

/** Which entries have been there for a while, whatever the clock says. */
class SettledEntries {
  #older = 0;
  #newer = { seq: 0, since: Number.NEGATIVE_INFINITY };

  see(seq: number, since: number): void {
    if (since - this.#newer.since < SETTLED_MS) return;
    this.#older = this.#newer.seq;
    this.#newer = { seq, since };
  }

  has({ seq, entry }: AuditEntryLine, now: number): boolean {
    return entry === null || entry.at <= now - SETTLED_MS || seq <= this.#older;
  }
}

/** As many lines as go out at once, each the next of the chain; those whose entry was made just now wait. */
const takeBatch = (
  lines: readonly AuditEntryLine[],
  isSettled: (line: AuditEntryLine) => boolean,
  { seq, hash }: StreamPosition,
): readonly AuditEntryLine[] => {
  const taken: AuditEntryLine[] = [];
  let size = 0;
  let before = { seq, hash };
  for (const line of lines) {
    if (!isSettled(line)) break;
    if (line.seq !== before.seq + 1)
      throw new CallgateError(streamErrors.archived({ from: before.seq + 1, to: line.seq - 1 }));
    if (before.hash !== '' && line.entry !== null && line.entry.previousHash !== before.hash)
      throw new CallgateError(streamErrors.logDiffers({ seq: before.seq }));
    size += line.json.length;
    if (taken.length > 0 && size > BATCH_CHARS) break;
    taken.push(line);
    before = { seq: line.seq, hash: readStreamedEvent(line).hash };
  }
  return taken;
};

/** Delivers entry after entry, each at least once and in order, and keeps where it is. */
export const streamAuditLog = async (options: AuditStreamOptions): Promise<StreamPosition> => {
  const { operations, target, format, once, signal, now, elapsed, tell, save, hashOf } = options;
  const settled = new SettledEntries();
  let position = options.from;
  await refuseOtherLog(hashOf, position);
  for (let failures = 0; !signal.aborted;) {
    const lines = await operations.ask('record.entries', { from: position.seq + 1, limit: BATCH });
    settled.see(lines.at(-1)?.seq ?? position.seq, elapsed());
    const batch = takeBatch(lines, (line) => settled.has(line, now()), position);
    const last = batch.at(-1);
    if (last === undefined) {
      if (once && lines.length === 0) break;
      await rest(LOOK_AGAIN_MS, signal);
      await refuseOtherLog(hashOf, position);
      continue;
    }
    try {
      await target.deliver(
        batch.map((line) => {
          const event = readStreamedEvent(line);
          return { text: format(event, line), at: event.at, severity: severityOf(event) };
        }),
        signal,
      );
    } catch (error) {
      if (signal.aborted) break;
      if (once) throw error;
      if (failures === 0) tell(error, position);
      await rest(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures), signal);
      failures += 1;
      continue;
    }
    position = { seq: last.seq, hash: readStreamedEvent(last).hash };
    await save(position);
    if (failures > 0) tell(undefined, position);
    failures = 0;
  }
  return position;
};
