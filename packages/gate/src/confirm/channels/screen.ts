import type { Readable, Writable } from 'node:stream';
import { CallgateError } from '@callgate/core';
import { approvalErrors } from '@callgate/messages/errors/approval';
import type { Clock } from '../../environment/clock.ts';

export interface TerminalOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Whose terminal it is: votes are theirs. */
  readonly subject: string;
  readonly clock?: Clock;
  /** What is typed so soon after a question appeared was meant for something else; 500 where absent. */
  readonly ignoreMs?: number;
}

const BELL = '\u0007';

/** What is not a screen may be a file or another program. */
export const bellOf = (output: Writable): string => ('isTTY' in output && output.isTTY === true ? BELL : '');

export const terminalClosed = (): CallgateError => new CallgateError(approvalErrors.terminalClosed());
