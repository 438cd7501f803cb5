import { CallgateError, display } from '@callgate/core';
import type { ToolReview } from '@callgate/core/disclose';
import type { ParseLimits } from '@callgate/core/receive';
import type { Clock } from '@callgate/gate';
import { logMessages } from '@callgate/messages/log';
import { countOf } from '@callgate/messages/text/count';
import { errorSentences } from '@callgate/messages/text/error-text';
import { toolStateErrors } from '@callgate/messages/errors/tool-state';
import { z } from 'zod';
import { ListFile } from './list-file.ts';
import type { ServerToolDecisions, ToolDecisions } from './tool-decisions.ts';
import {
  reviewsFromDecisions,
  toolDecisionsSchema,
  damagedDecisions,
  selectServerDecisions,
} from './tool-decisions.ts';
import type { PinnedServer } from './pin-folder.ts';
import type { SettingsFolder } from './settings-folder.ts';
import { openSettings } from './settings-folder.ts';
import type { FileState } from './versioned-file.ts';

/** Where it is kept what the operator said of single tools, in the console or by command. */
export interface OperatorDecisionStore {
  /** Throws a CallgateError where it is there and cannot be read. */
  read(): readonly ToolDecisions[];
  /** `make` is called again where another process wrote in between. Throws like `read`, and where nothing can be written. */
  change(make: (all: readonly ToolDecisions[]) => readonly ToolDecisions[]): void;
  /** What `work` changes here and beside it counts as a whole, and for everybody, once this resolves. */
  together(work: () => void): Promise<void>;
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

const keyOf = ({ server, identity, tool }: ToolDecisions): string => JSON.stringify([server, identity, tool]);

interface DecisionFileState extends FileState {
  readonly words: readonly ToolDecisions[];
}

/** Versions only rise: an older one than was read before was put there from outside. */
const isOlder = (last: FileState, { version, text }: FileState): boolean =>
  version < last.version || (version === last.version && text !== last.text);

/** Those of the second that the first says nothing of. */
const findMissingDecisions = (
  words: readonly ToolDecisions[],
  others: readonly ToolDecisions[],
): readonly ToolDecisions[] => {
  const named = new Set(words.map(keyOf));
  return others.filter((each) => !named.has(keyOf(each)));
};

/**
 * In a file of Callgate's own folder, which several processes may change. Callgate never removes it: what was read
 * from a file that is gone counts for as long as the process lasts, and is written again with the next change.
 */
export class OperatorDecisionFile implements OperatorDecisionStore {
  readonly #folder: SettingsFolder;
  readonly #file: ListFile<ToolDecisions>;
  /** There was a file, whether or not it could be read. */
  #seen = false;
  #last: DecisionFileState | undefined;
  /** What was read from a file that is gone, and was not said again since. */
  #kept: readonly ToolDecisions[] = [];
  #parsed: { readonly text: string | null; readonly words: readonly ToolDecisions[] } | undefined;

  constructor(folder: string | SettingsFolder) {
    this.#folder = openSettings(folder);
    this.#file = new ListFile(this.#folder, {
      name: 'operator',
      key: 'tools',
      list: z
        .array(toolDecisionsSchema)
        .refine((words) => new Set(words.map(keyOf)).size === words.length, logMessages.shapes.toolTwice),
      unreadable: toolStateErrors.decisionsUnreadable,
      limits: LIMITS,
    });
  }

  read(): readonly ToolDecisions[] {
    return this.#take(this.#file.state());
  }

  change(make: (all: readonly ToolDecisions[]) => readonly ToolDecisions[]): void {
    this.#file.changeState((state) => {
      const before = this.#take(state);
      const after = make(before);
      return after === before && this.#kept.length === 0 ? null : sortByKey(after);
    });
    this.read();
  }

  together(work: () => void): Promise<void> {
    return this.#folder.together(work);
  }

  lost(): string | null {
    const { length } = this.#kept;
    return length === 0
      ? null
      : logMessages.tools.decisionsGone({
          file: display(this.#file.path),
          tools: countOf(length, 'tool'),
        });
  }

  #take(state: FileState): readonly ToolDecisions[] {
    this.#seen ||= state.text !== null;
    if (state.text === null && this.#seen && this.#last === undefined)
      throw new CallgateError(toolStateErrors.decisionsGone({ file: display(this.#file.path) }));
    const words = this.#parse(state.text);
    const last = this.#last;
    if (last !== undefined && isOlder(last, state))
      this.#kept = [...last.words, ...findMissingDecisions(last.words, this.#kept)];
    this.#kept = findMissingDecisions(words, this.#kept);
    this.#last = { ...state, words };
    return this.#kept.length === 0 ? words : [...words, ...this.#kept];
  }

  print(): string {
    return this.#file.print();
  }

  #parse(text: string | null): readonly ToolDecisions[] {
    if (this.#parsed?.text !== text) this.#parsed = { text, words: this.#file.parse(text) };
    return this.#parsed.words;
  }
}

const sortByKey = (words: readonly ToolDecisions[]): readonly ToolDecisions[] =>
  words.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

/** What counts for one server; where it cannot be read, that nothing does. */
export const readServerDecisions = (
  book: OperatorDecisionStore,
  server: string,
  identity: string,
): ServerToolDecisions => {
  try {
    return selectServerDecisions(book.read(), server, identity);
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    return damagedDecisions(errorSentences(error));
  }
};

/** The reviews of what is pinned that were made on this machine, in the console or by command. Throws like `read`. */
export const operatorReviews = (
  folder: string | SettingsFolder,
  { server, identity, pins }: PinnedServer,
): readonly ToolReview[] => {
  const words = selectServerDecisions(new OperatorDecisionFile(folder).read(), server, identity);
  return [...pins.values()].flatMap(({ kind, name, digest }) =>
    kind === 'tool' ? reviewsFromDecisions(words.of(name), digest) : [],
  );
};

export interface FollowOperatorOptions {
  readonly book: OperatorDecisionStore;
  readonly clock: Clock;
  /** Something else would be read now. */
  onChange(): void;
  readonly everyMs?: number;
}

/** Follows what operators say in other processes, by looking. It does not keep a process alive. Returns how to stop. */
export const followOperatorDecisions = ({
  book,
  clock,
  onChange,
  everyMs = 1000,
}: FollowOperatorOptions): (() => void) => {
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
