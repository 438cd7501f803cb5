import { CallgateError, canonical, display, parseStrict } from '@callgate/core';
import type { ParseLimits } from '@callgate/core';
import { z } from 'zod';
import type { ServerWords, ToolWords } from './operator-words.ts';
import { unreadable, wordsFor } from './operator-words.ts';
import { VersionedFile } from './versioned-file.ts';

/** Where it is kept what the operator said of single tools, in the console or by command. */
export interface OperatorBook {
  /** Throws a CallgateError where it is there and cannot be read. */
  read(): readonly ToolWords[];
  /** `make` is called again where somebody else wrote in between. Throws like `read`, and where nothing can be written. */
  change(make: (all: readonly ToolWords[]) => readonly ToolWords[]): void;
  /** Different whenever something else would be read. */
  print(): string;
}

const LIMITS: ParseLimits = {
  bytes: 64 * 1024 * 1024,
  depth: 8,
  keys: 4_000_000,
  string: 65_536,
  array: 200_000,
};

const sha = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const name = z.string().min(1).max(1024);
const answers = z.record(z.string().min(1).max(128), z.enum(['yes', 'no']));
const word = { by: name, at: z.int().nonnegative(), reason: z.string().min(1).max(4096) };

const schema: z.ZodType<{ readonly v: 1; readonly tools: readonly ToolWords[] }> = z.strictObject({
  v: z.literal(1),
  tools: z.array(
    z.strictObject({
      server: name,
      identity: name,
      tool: name,
      use: z.strictObject({ ...word, allowed: z.boolean(), definition: sha.exactOptional() }).exactOptional(),
      override: z.strictObject({ ...word, set: answers, definition: sha.exactOptional() }).exactOptional(),
      review: z.strictObject({ ...word, set: answers, definition: sha }).exactOptional(),
      accepted: z.strictObject({ ...word, definition: sha }).exactOptional(),
    }),
  ),
});

const keyOf = ({ server, identity, tool }: ToolWords): string => JSON.stringify([server, identity, tool]);

/** In a file of Callgate's own folder, which several processes may change. */
export class OperatorFile implements OperatorBook {
  readonly #file: VersionedFile;
  #parsed: { readonly text: string; readonly words: readonly ToolWords[] } | undefined;

  constructor(folder: string) {
    this.#file = new VersionedFile(folder, 'operator');
  }

  read(): readonly ToolWords[] {
    return this.#parse(this.#file.read().text);
  }

  change(make: (all: readonly ToolWords[]) => readonly ToolWords[]): void {
    this.#file.change((text) => {
      const before = this.#parse(text);
      const after = make(before);
      return after === before ? null : this.#text(after);
    });
  }

  print(): string {
    return this.#file.print();
  }

  #parse(text: string | null): readonly ToolWords[] {
    if (text === null) return [];
    if (this.#parsed?.text === text) return this.#parsed.words;
    let words: readonly ToolWords[];
    try {
      words = schema.parse(parseStrict(text, LIMITS)).tools;
      if (new Set(words.map(keyOf)).size !== words.length) throw new Error('a tool stands in it twice');
    } catch (cause) {
      throw new CallgateError('OPERATOR_DAMAGED', `${display(this.#file.path)} cannot be read`, {
        help: 'put it back from a backup, or remove it and say again what is disabled, overridden and reviewed',
        cause,
      });
    }
    this.#parsed = { text, words };
    return words;
  }

  #text(words: readonly ToolWords[]): string {
    const tools = words.map((each) => [keyOf(each), each] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `${canonical(JSON.parse(JSON.stringify({ v: 1, tools: tools.map(([, each]) => each) })))}\n`;
  }
}

/** As long as the process lasts. */
export class MemoryOperator implements OperatorBook {
  #words: readonly ToolWords[] = [];
  #version = 0;

  read(): readonly ToolWords[] {
    return this.#words;
  }

  change(make: (all: readonly ToolWords[]) => readonly ToolWords[]): void {
    this.#words = make(this.#words);
    this.#version += 1;
  }

  print(): string {
    return String(this.#version);
  }
}

/** What counts for one server; where it cannot be read, that nothing does. */
export const readWords = (book: OperatorBook, server: string, identity: string): ServerWords => {
  try {
    return wordsFor(book.read(), server, identity);
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    return unreadable(`${error.message}; ${error.help ?? ''}`);
  }
};
