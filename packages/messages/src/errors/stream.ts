import { errorText } from '../text/error-text.ts';

/** Errors of streaming the audit log. */
export const streamErrors = {
  target: ({ to }: { to: string }) =>
    errorText(
      'STREAM_TARGET',
      `The audit log cannot be streamed to ${to}`,
      'Name a file, https://HOST/PATH, syslog://HOST:PORT, syslogs://HOST:PORT, or - for standard output.',
    ),
  addressOpen: () =>
    errorText(
      'STREAM_TARGET',
      'Streaming the audit log over the network needs https',
      'Use https, or http on this machine.',
    ),
  start: ({ from }: { from: string }) =>
    errorText('STREAM_START', `Entry ${from} is not a number`, 'Write --from 1, another number, or now.'),
  logEnded: ({ seq }: { seq: number }) =>
    errorText(
      'STREAM_LOG',
      `Entry ${seq} was delivered, and the audit log ends before it`,
      'Entries were lost, or it is another store. Run `callgate audit verify`. To go on, name the next entry with --from.',
    ),
  logDiffers: ({ seq }: { seq: number }) =>
    errorText(
      'STREAM_LOG',
      `Entry ${seq} is not the one that was delivered`,
      'Entries were replaced, or it is another store. Run `callgate audit verify`. To go on, name the next entry with --from.',
    ),
  archived: ({ from, to }: { from: number; to: number }) =>
    errorText(
      'STREAM_ARCHIVED',
      `Entries ${from} to ${to} are no longer in the store and were not delivered`,
      'They are in an archive. To go on after them, name the next entry with --from.',
    ),
  credentials: () =>
    errorText(
      'STREAM_TARGET',
      'The address has a password in it',
      'Put the value of the Authorization header into a file and name it with --authorization.',
    ),
  closedEarly: () => errorText('STREAM_FAILED', 'It closed the connection before it had everything'),
  answered: ({ status }: { status: number }) => errorText('STREAM_FAILED', `It answered ${status}`),
};
