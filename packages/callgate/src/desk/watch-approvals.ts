import { watchScreen } from './screen/watch-screen.ts';
import { watchInbox } from './watch-inbox.ts';

const INTERRUPTED = 130;

/** A full screen where somebody sits at a terminal; otherwise a line for whatever comes and goes. */
export const watchApprovals = async ({ json }: { readonly json: boolean }): Promise<void> => {
  const { stdin, stdout } = process;
  if (json || !stdin.isTTY || !stdout.isTTY || process.env['TERM'] === 'dumb') {
    await watchInbox({ json });
    return;
  }
  if (await watchScreen(stdin, stdout)) process.exitCode = INTERRUPTED;
};
