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
  /** What was delivered before. */
  readonly from: StreamPosition;
  readonly save: (position: StreamPosition) => Promise<void>;
  /** Ends at the end of the log, or at the first failure, instead of waiting. */
  readonly once: boolean;
  readonly now: () => number;
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

/** The end of the log must still be what was delivered last. */
const refuseOtherLog = async (operations: OperationsClient, { seq, hash }: StreamPosition): Promise<void> => {
  if (seq === 0) return;
  const [line] = await operations.ask('record.entries', { from: seq, limit: 1 });
  if (line === undefined) throw new CallgateError(streamErrors.logEnded({ seq }));
  if (hash !== '' && readStreamedEvent(line).hash !== hash)
    throw new CallgateError(streamErrors.logDiffers({ seq }));
};

/** As many lines as go out at once; those whose entry was made just now wait. */
const takeBatch = (lines: readonly AuditEntryLine[], now: number): readonly AuditEntryLine[] => {
  const taken: AuditEntryLine[] = [];
  let size = 0;
  for (const line of lines) {
    if (line.entry !== null && line.entry.at > now - SETTLED_MS) break;
    size += line.json.length;
    if (taken.length > 0 && size > BATCH_CHARS) break;
    taken.push(line);
  }
  return taken;
};

/** Delivers entry after entry, each at least once and in order, and keeps where it is. */
export const streamAuditLog = async (options: AuditStreamOptions): Promise<StreamPosition> => {
  const { operations, target, format, once, signal, now, tell, save } = options;
  let position = options.from;
  await refuseOtherLog(operations, position);
  for (let failures = 0; !signal.aborted;) {
    const lines = await operations.ask('record.entries', { from: position.seq + 1, limit: BATCH });
    const batch = takeBatch(lines, now());
    const last = batch.at(-1);
    if (last === undefined) {
      if (once && lines.length === 0) break;
      await rest(LOOK_AGAIN_MS, signal);
      await refuseOtherLog(operations, position);
      continue;
    }
    const first = batch[0]?.entry;
    // the chain goes on from what was delivered
    if (position.hash !== '' && first != null && first.previousHash !== position.hash)
      throw new CallgateError(streamErrors.logDiffers({ seq: position.seq }));
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
