import { errorText } from '../text/error-text.ts';

const cannotAsk = (why: string) =>
  errorText(
    'ASK_IMPOSSIBLE',
    `The client cannot be asked: ${why}`,
    'Ask in the console, or use a client that keeps a session.',
  );

/** Errors of the connection to an agent. */
export const clientErrors = {
  askUnknown: () => cannotAsk('servers have no such request'),
  askUnsupported: () => cannotAsk('its protocol version has no such requests'),
  askEnded: () => cannotAsk('its request has ended'),
  askElsewhere: () => cannotAsk('another replica serves its request'),
  askCancelled: () => errorText('ASK_CANCELLED', 'The question was cancelled'),
  askRequestEnded: () => errorText('ASK_CANCELLED', 'The request of this question has ended'),
  askTimeout: () => errorText('ASK_TIMEOUT', 'The question was not answered in time'),
  askGone: () => errorText('ASK_GONE', 'The client disconnected'),
  listen: ({ host, port, problem }: { host: string; port: number; problem: string }) =>
    errorText(
      'HTTP_LISTEN',
      `Cannot listen on ${host} port ${port}: ${problem}`,
      'Choose another port or host, or stop the program that listens there.',
    ),
  modelsTooMany: () =>
    errorText(
      'MODEL_ASKS',
      'Too many other models were named in a minute without a call between them',
      'Ask once after the results of a step, and again in a minute.',
    ),
  modelStep: () =>
    errorText(
      'MODEL_ADVICE',
      'The model advice of another process cannot be read',
      'Run the same version of Callgate in all processes.',
    ),
  verificationStopped: () => errorText('VERIFY_CANCELLED', 'The verification was stopped'),
};
