import { SIGNALS } from '../serve/until-stopped.ts';

const SAME_MS = 2000;

/**
 * One Ctrl-C can come twice: from the terminal, and from whoever started this process. The second must not end it in
 * the middle of its end; one that comes later is somebody who will not wait. Call what it returns when all is over.
 */
export const takeAsSame = (now: () => number): (() => void) => {
  let first: number | undefined;
  const heard = (): void => {
    first ??= now();
    if (now() - first > SAME_MS) process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, heard);
  return () => {
    for (const signal of SIGNALS) process.off(signal, heard);
  };
};
