import { CallgateError, display } from '@callgate/core';
import type { Review } from '@callgate/core/disclose';
import type { ParseLimits } from '@callgate/core/receive';
import type { Clock } from '@callgate/gate';
import { z } from 'zod';
import { ListFile } from './list-file.ts';
import type { ServerWords, ToolWords } from './operator-words.ts';
import { reviewsOf, toolWordsSchema, unreadable, wordsFor } from './operator-words.ts';
import type { PinnedServer } from './pin-file.ts';
import type { FileState } from './versioned-file.ts';

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
  readonly #file: ListFile<ToolWords>;
  /** There was a file, whether or not it could be read. */
  #seen = false;
  #last: ReadFile | undefined;
  /** What was read from a file that is gone, and was not said again since. */
  #kept: readonly ToolWords[] = [];
  #parsed: { readonly text: string | null; readonly words: readonly ToolWords[] } | undefined;

  constructor(folder: string) {
    this.#file = new ListFile(folder, {
      name: 'operator',
      key: 'tools',
      list: z
        .array(toolWordsSchema)
        .refine((words) => new Set(words.map(keyOf)).size === words.length, 'a tool stands in it twice'),
      code: 'OPERATOR_DAMAGED',
      help: 'put it back from a backup, or remove it, start Callgate again and say again what is disabled, overridden and reviewed',
      limits: LIMITS,
    });
  }

  read(): readonly ToolWords[] {
    return this.#take(this.#file.state());
  }

  change(make: (all: readonly ToolWords[]) => readonly ToolWords[]): void {
    this.#file.changeState((state) => {
      const before = this.#take(state);
      const after = make(before);
      return after === before && this.#kept.length === 0 ? null : byKey(after);
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
    if (this.#parsed?.text !== text) this.#parsed = { text, words: this.#file.parse(text) };
    return this.#parsed.words;
  }
}

const byKey = (words: readonly ToolWords[]): readonly ToolWords[] =>
  words.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

/** What counts for one server; where it cannot be read, that nothing does. */
export const readWords = (book: OperatorBook, server: string, identity: string): ServerWords => {
  try {
    return wordsFor(book.read(), server, identity);
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    return unreadable(`${error.message}; ${error.help ?? ''}`);
  }
};

/** The reviews of what is pinned that were made on this machine, in the console or by command. Throws like `read`. */
export const operatorReviews = (
  folder: string,
  { server, identity, pins }: PinnedServer,
): readonly Review[] => {
  const words = wordsFor(new OperatorFile(folder).read(), server, identity);
  return [...pins.values()].flatMap(({ kind, name, digest }) =>
    kind === 'tool' ? reviewsOf(words.of(name), digest) : [],
  );
};

export interface FollowOptions {
  readonly book: OperatorBook;
  readonly clock: Clock;
  /** Something else would be read now. */
  onChange(): void;
  readonly everyMs?: number;
}

/** Follows what operators say in other processes, by looking. It does not keep a process alive. Returns how to stop. */
export const followOperator = ({ book, clock, onChange, everyMs = 1000 }: FollowOptions): (() => void) => {
  let known = book.print();
  let stop: (() => void) | undefined;
  const wait = (): void => {
    stop = clock.after(
      everyMs,
      () => {
        wait();
        const now = book.print();
        if (now === known) return;
        known = now;
        onChange();
      },
      'idle',
    );
  };
  wait();
  return () => stop?.();
};
