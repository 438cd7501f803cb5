import { CallgateError, canonical, display } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { parseStrict } from '@callgate/core/receive';
import { z } from 'zod';
import type { ServerWords, ToolWords } from './operator-words.ts';
import { unreadable, wordsFor } from './operator-words.ts';
import type { FileState } from './versioned-file.ts';
import { VersionedFile } from './versioned-file.ts';

/** Where it is kept what the operator said of single tools, in the console or by command. */
export interface OperatorBook {
  /** Throws a CallgateError where it is there and cannot be read. */
  read(): readonly ToolWords[];
  /** `make` is called again where somebody else wrote in between. Throws like `read`, and where nothing can be written. */
  change(make: (all: readonly ToolWords[]) => readonly ToolWords[]): void;
  /** Different whenever something else would be read. */
  print(): string;
  /** Why more counts than stands where it is kept, and what to do; null where nothing is lost. Safe to show. */
  lost(): string | null;
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

interface ReadFile extends FileState {
  readonly words: readonly ToolWords[];
}

/** Versions only rise: what is older than what was read before was put there by nobody who knew of that. */
const wentBack = (last: FileState, { version, text }: FileState): boolean =>
  version < last.version || (version === last.version && text !== last.text);

/** Those of the second that the first says nothing of. */
const missingIn = (words: readonly ToolWords[], others: readonly ToolWords[]): readonly ToolWords[] => {
  const named = new Set(words.map(keyOf));
  return others.filter((each) => !named.has(keyOf(each)));
};

/**
 * In a file of Callgate's own folder, which several processes may change. Callgate never removes it: what was read
 * from a file that is gone counts for as long as the process lasts, and is written again with the next change.
 */
export class OperatorFile implements OperatorBook {
  readonly #file: VersionedFile;
  /** There was a file, whether or not it could be read. */
  #seen = false;
  #last: ReadFile | undefined;
  /** What was read from a file that is gone, and was not said again since. */
  #kept: readonly ToolWords[] = [];
  #parsed: { readonly text: string; readonly words: readonly ToolWords[] } | undefined;

  constructor(folder: string) {
    this.#file = new VersionedFile(folder, 'operator');
  }

  read(): readonly ToolWords[] {
    return this.#take(this.#file.read());
  }

  change(make: (all: readonly ToolWords[]) => readonly ToolWords[]): void {
    this.#file.change((text, version) => {
      const before = this.#take({ version, text });
      const after = make(before);
      return after === before && this.#kept.length === 0 ? null : this.#text(after);
    });
    this.read();
  }

  lost(): string | null {
    const { length } = this.#kept;
    return length === 0
      ? null
      : `${display(this.#file.path)} was there and is gone, or is older than it was: what was said of ${length === 1 ? 'one tool' : `${length} tools`} counts until Callgate is started again; put it back from a backup, or say anything of a tool in the console, which writes all of it again`;
  }

  #take(state: FileState): readonly ToolWords[] {
    this.#seen ||= state.text !== null;
    if (state.text === null && this.#seen && this.#last === undefined)
      throw new CallgateError(
        'OPERATOR_DAMAGED',
        `${display(this.#file.path)} is gone, and nobody can tell what stood in it`,
        { help: 'put it back from a backup, or start Callgate again and say again what is disabled' },
      );
    const words = this.#parse(state.text);
    const last = this.#last;
    if (last !== undefined && wentBack(last, state))
      this.#kept = [...last.words, ...missingIn(last.words, this.#kept)];
    this.#kept = missingIn(words, this.#kept);
    this.#last = { ...state, words };
    return this.#kept.length === 0 ? words : [...words, ...this.#kept];
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
        help: 'put it back from a backup, or remove it, start Callgate again and say again what is disabled, overridden and reviewed',
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

  lost(): string | null {
    return null;
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
