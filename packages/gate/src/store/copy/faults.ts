import { CallgateError } from '@callgate/core';

export const makeInUseError = (openers: number): CallgateError =>
  new CallgateError(
    'COPY_IN_USE',
    `${openers === 1 ? 'a process has' : `${openers} processes have`} the store open that is to be copied`,
    { help: 'stop every gate on it, then copy; what they did meanwhile would be missing' },
  );

export const makeNotEmptyError = (table: string): CallgateError =>
  new CallgateError('COPY_NOT_EMPTY', `there is a store already where it is to be copied to (${table})`, {
    help: 'give a place that nobody has used: another file, or another ?schema=',
  });

export const makeCopyDiffersError = (table: string): CallgateError =>
  new CallgateError(
    'COPY_DIFFERS',
    `what was written differs from what was read (${table}); nothing is kept`,
    {
      help: 'nothing was changed; look after the disks and the database, and try again',
    },
  );
