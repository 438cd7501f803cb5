import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Json } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { DEFAULT_PARSE_LIMITS, parseStrict } from '@callgate/core/receive';
import { dataFileErrors } from '@callgate/messages/errors/data-file';
import { traceErrors } from '@callgate/messages/errors/trace';
import type { InputLine } from './read-lines.ts';
import { readLines } from './read-lines.ts';

const MIB = 1_048_576;
const MAX_LINE = 64 * MIB;
const MAX_WHOLE = 256 * MIB;

const LIMITS: ParseLimits = {
  ...DEFAULT_PARSE_LIMITS,
  bytes: MAX_WHOLE,
  keys: 10_000_000,
  string: MAX_LINE,
  array: 1_000_000,
};

/** One JSON value of a file and where it stands, or what is wrong with it. */
export type JsonEntry =
  | { readonly where: string; readonly content: Json }
  | { readonly where: string; readonly problem: CallgateError };

const isGzip = (chunk: Uint8Array): boolean => chunk[0] === 0x1f && chunk[1] === 0x8b;

/** The bytes, unpacked where they are packed: what a file is called does not say what is in it. */
async function* unpackGzip(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = input[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const all = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  if (!isGzip(first.value)) {
    yield* all();
    return;
  }
  const gunzip = createGunzip();
  // an error in between is thrown to the reader of the last stream
  pipeline(Readable.from(all()), gunzip, () => undefined);
  yield* gunzip;
}

async function* countBytes(
  input: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of input) {
    count(chunk.length);
    yield chunk;
  }
}

const isWhole = (path: string): boolean => /\.json(?:\.gz)?$/i.test(path);

const isBlank = (line: Uint8Array): boolean => line.every((byte) => byte === 32 || byte === 9);

const unreadableFileError = (path: string, error: unknown): CallgateError => {
  const packed = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
  return new CallgateError(
    packed
      ? dataFileErrors.gzipBroken({ path: display(path) })
      : dataFileErrors.unreadable({ path: display(path) }),
    { cause: error },
  );
};

const parseEntry = (where: string, bytes: Uint8Array): JsonEntry => {
  try {
    return { where, content: parseStrict(bytes, LIMITS) };
  } catch (error) {
    if (error instanceof CallgateError) return { where, problem: error };
    throw error;
  }
};

const readWhole = async (path: string, bytes: AsyncIterable<Uint8Array>): Promise<JsonEntry> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    if (size > MAX_WHOLE)
      return {
        where: path,
        problem: new CallgateError(traceErrors.input.fileTooLong()),
      };
    parts.push(part);
  }
  return parseEntry(path, Buffer.concat(parts));
};

const entryOfLine = (where: string, line: InputLine): JsonEntry =>
  line === undefined
    ? { where, problem: new CallgateError(traceErrors.input.lineTooLong({ most: '64 MiB' })) }
    : parseEntry(where, line);

/**
 * The JSON values of a file, packed or not: one where it is called `.json`, otherwise one a line. `-` is standard input.
 * What cannot be read is told in its place, and the rest goes on.
 */
export async function* readEntries(
  path: string,
  count: (bytes: number) => void = () => undefined,
): AsyncGenerator<JsonEntry> {
  const name = path === '-' ? 'standard input' : path;
  const input: AsyncIterable<Uint8Array> = path === '-' ? process.stdin : createReadStream(path);
  const bytes = unpackGzip(countBytes(input, count));
  try {
    if (isWhole(path)) {
      yield await readWhole(name, bytes);
      return;
    }
    let number = 0;
    for await (const line of readLines(bytes, MAX_LINE)) {
      number += 1;
      if (line === undefined || !isBlank(line)) yield entryOfLine(`${name}:${number}`, line);
    }
  } catch (error) {
    yield { where: name, problem: unreadableFileError(name, error) };
  }
}
