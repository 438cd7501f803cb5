import { errorText } from '../text/error-text.ts';

const gone = (message: string) => errorText('HOOK_GONE', message, 'See `callgate status`, and try again.');

/** Errors of hooks: the events that agent hosts send. */
export const hookErrors = {
  noListener: () =>
    errorText(
      'HOOK_NO_GATE',
      'No gateway takes hook events, and none could be started',
      'See run/hooks.log in the folder of Callgate.',
    ),
  notStarted: ({ log }: { log: string }) =>
    errorText(
      'HOOK_NO_GATE',
      `No gateway could be started: ${log}`,
      'Run `callgate hook serve` and read its output.',
    ),
  timeout: () => gone('The gateway did not answer in time'),
  closed: () => gone('The gateway ended before it answered'),
  answerTooLarge: () => gone('The answer of the gateway is too large'),
  answerUnreadable: () => gone('The answer of the gateway cannot be read'),
  payloadOfHost: ({ host, problem }: { host: string; problem: string }) =>
    errorText(
      'HOOK_PAYLOAD',
      `This is not a hook event of ${host}: ${problem}`,
      'See docs/guides/hooks.md for the supported versions of the host.',
    ),
  payloadNotObject: () => errorText('HOOK_PAYLOAD', 'A hook event must be a JSON object'),
  payloadUnknown: () =>
    errorText(
      'HOOK_PAYLOAD',
      'This is not a hook event',
      'Use the `callgate hook` of the same version as the gateway.',
    ),
  tooLarge: ({ bytes }: { bytes: number }) =>
    errorText('HOOK_TOO_MUCH', `The hook event is larger than ${bytes} bytes`),
  hostUnknown: ({ host, hosts }: { host: string; hosts: string }) =>
    errorText('HOST_UNKNOWN', `There is no host \`${host}\``, `Use ${hosts}.`),
};
