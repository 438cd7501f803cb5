import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';

const LINE = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('begins'), life: z.int(), instance: z.string() }),
  z.strictObject({ what: z.literal('asks'), life: z.int(), step: z.string() }),
  z.strictObject({
    what: z.literal('held'),
    life: z.int(),
    step: z.string(),
    call: z.string(),
    ticket: z.string(),
  }),
  z.strictObject({
    what: z.literal('voted'),
    life: z.int(),
    step: z.string(),
    call: z.string(),
    state: z.string(),
  }),
  z.strictObject({
    what: z.literal('sends'),
    life: z.int(),
    step: z.string(),
    call: z.string(),
    attempt: z.int(),
  }),
  /** What the requester was told in the end. `again`: that this call is over since an earlier process. */
  z.strictObject({
    what: z.literal('over'),
    life: z.int(),
    step: z.string(),
    call: z.string(),
    state: z.string(),
    again: z.boolean(),
  }),
  z.strictObject({ what: z.literal('did'), life: z.int(), step: z.string(), rows: z.int() }),
  /** An error instead of an answer. */
  z.strictObject({
    what: z.literal('threw'),
    life: z.int(),
    step: z.string(),
    code: z.string(),
    message: z.string(),
  }),
  z.strictObject({ what: z.literal('ends'), life: z.int() }),
  /** A clean end, and how many failpoints were reached on the way. */
  z.strictObject({ what: z.literal('closed'), instance: z.string(), failpoints: z.int() }),
]);

/** What somebody outside the gate knows, written down as soon as they know it. */
export type JournalLine = z.output<typeof LINE>;

export class Journal {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o600);
  }

  write(line: JournalLine): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** No file: nobody knows anything yet. */
export const readJournal = (path: string): readonly JournalLine[] => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return linesIn(text);
};

export const linesIn = (text: string): readonly JournalLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => LINE.parse(JSON.parse(line)));
