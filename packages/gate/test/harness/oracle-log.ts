import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, isJsonObject } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { parseStrict } from '@callgate/core/receive';
import { z } from 'zod';

/** A whole line that arrived upstream. */
export interface OracleFrame {
  /** Number of the line of the log with which it was complete. */
  readonly n: number;
  readonly text: string;
  /** undefined where the line is not what a dispatcher sends. */
  readonly sent: SentCall | undefined;
}

export interface SentCall {
  readonly call: string;
  readonly attempt: number;
  readonly server: string;
  readonly target: string;
  readonly arguments: JsonObject;
}

export interface OracleLog {
  readonly frames: readonly OracleFrame[];
  /** Beginnings of lines whose end never arrived. */
  readonly torn: readonly string[];
}

const LINE = z.strictObject({ n: z.int().min(1), connection: z.string(), bytes: z.base64() });

const SENT = z.strictObject({
  call: z.string(),
  attempt: z.int(),
  server: z.string(),
  target: z.string(),
  arguments: z.custom<JsonObject>(isJsonObject),
});

/** Escaping makes arguments longer than they were when they were let in. */
const LIMITS: ParseLimits = {
  bytes: 64 * 1024 * 1024,
  depth: 128,
  keys: 1_000_000,
  string: 64 * 1024 * 1024,
  array: 1_000_000,
};

const sentIn = (text: string): SentCall | undefined => {
  let value: Json;
  try {
    value = parseStrict(text, LIMITS);
  } catch {
    return undefined;
  }
  return SENT.safeParse(value).data;
};

/** Reads what an oracle wrote down: the frames in the order in which they were complete. */
export const parseOracleLog = (text: string): OracleLog => {
  const rest = new Map<string, string>();
  const frames: OracleFrame[] = [];
  let last = 0;
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new CallgateError('ORACLE_LOG', 'the log of the oracle breaks off in a line');
  for (const line of lines) {
    const { n, connection, bytes } = LINE.parse(parseStrict(line, LIMITS));
    if (n !== last + 1)
      throw new CallgateError('ORACLE_LOG', `line ${n} of the log comes after line ${last}`);
    last = n;
    const parts = ((rest.get(connection) ?? '') + Buffer.from(bytes, 'base64').toString('latin1')).split(
      '\n',
    );
    rest.set(connection, parts.pop() ?? '');
    for (const frame of parts) frames.push({ n, text: frame, sent: sentIn(frame) });
  }
  return { frames, torn: [...rest.values()].filter((torn) => torn !== '') };
};

/** No file: nothing has arrived. */
export const readOracleLog = (path: string): OracleLog => {
  let text: string;
  try {
    text = readFileSync(path, 'ascii');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { frames: [], torn: [] };
    throw error;
  }
  return parseOracleLog(text);
};
