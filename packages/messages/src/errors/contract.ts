import { errorText } from '../text/error-text.ts';

/** Errors of servers that a sandbox holds to their claims. */
export const contractErrors = {
  notFetched: ({ command, problem }: { command: string; problem: string }) =>
    errorText(
      'CONTRACT_FETCH',
      `\`${command}\` could not fetch the server: ${problem}`,
      'Run the command once by hand, or install the server and name its program.',
    ),
  command: ({ command, why }: { command: string; why: string }) =>
    errorText(
      'CONTRACT_COMMAND',
      `\`${command}\` did not run in a sandbox: ${why}`,
      'Its output is lost. Nothing lasts that its claims exclude.',
    ),
  required: ({ server, why }: { server: string; why: string }) =>
    errorText(
      'CONTRACT_REQUIRED',
      `Server \`${server}\` must run in a sandbox: ${why}`,
      'Set `contract: prefer` to start it without one, or `contract: off`.',
    ),
};
