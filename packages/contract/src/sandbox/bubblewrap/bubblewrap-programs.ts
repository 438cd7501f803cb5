import { sandboxMessages } from '@callgate/messages/sandbox';
import { findProgram } from '../find-program.ts';

export interface BubblewrapPrograms {
  readonly bwrap: string;
  readonly unshare: string;
  readonly mount: string;
  readonly sh: string;
}

/** A text says what is missing. */
export const findBubblewrapPrograms = (): BubblewrapPrograms | string => {
  const found: Record<string, string> = {};
  for (const program of ['bwrap', 'unshare', 'mount', 'sh']) {
    const file = findProgram(program);
    if (file === undefined) return sandboxMessages.missingProgram({ program });
    found[program] = file;
  }
  const { bwrap = '', unshare = '', mount = '', sh = '' } = found;
  return { bwrap, unshare, mount, sh };
};
