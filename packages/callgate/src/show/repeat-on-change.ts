import { statSync } from 'node:fs';
import { CallgateError } from '@callgate/core';
import { watchConfig } from '@callgate/gateway/config';
import { optionMessages } from '@callgate/messages/cli/options';
import { now } from '../input/now.ts';
import { dim, write } from './style.ts';

/** What was looked at, and how it is shown. */
export interface WatchedView {
  /** WatchedView at again when one of them changes. */
  readonly files: readonly string[];
  show(): void | Promise<void>;
}

const CLEAR = '\u001B[2J\u001B[3J\u001B[H';

/** Clocks of file systems tick slowly. */
const TICK_MS = 20;

const wasChangedSince = (at: number, files: readonly string[]): boolean =>
  files.some((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > at - TICK_MS);

const HOUR = 3_600_000;

const clear = (): void => {
  if (process.stdout.isTTY) process.stdout.write(CLEAR);
  process.exitCode = 0;
};

/** The same again whenever a file that was read changes, on a clear screen, until the process is ended. */
export const repeatOnChange = async (
  look: () => Promise<WatchedView>,
  showProblem: (problem: CallgateError) => void,
): Promise<void> => {
  const began = now().at;
  const show = async (looked: WatchedView): Promise<void> => {
    clear();
    await looked.show();
    write(dim(optionMessages.watching));
  };
  let first = await look();
  // what changed while it was read is no change for the watch
  if (wasChangedSince(began, first.files)) first = await look();
  watchConfig<WatchedView>({
    files: first.files,
    load: async () => {
      const value = await look();
      return { ok: true, value, files: value.files };
    },
    onGood: show,
    onBad: (reason) => {
      if (!(reason instanceof CallgateError)) throw reason;
      clear();
      showProblem(reason);
      write(dim(optionMessages.watching));
    },
  });
  await show(first);
  // the watch itself keeps no process alive
  await new Promise(() => setInterval(() => {}, HOUR));
};
