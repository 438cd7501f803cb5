import { countOf } from '../text/count.ts';
import { errorText } from '../text/error-text.ts';

/** Errors of scan and of the checks of tool definitions. */
export const scanErrors = {
  noTerminal: ({ count }: { count: number }) =>
    errorText(
      'SCAN_UNASKED',
      `Nothing was contacted: there is no terminal to ask at about ${countOf(count, 'server')}`,
      'Look at the commands and addresses above, then add --yes.',
    ),
  declined: () => errorText('SCAN_REFUSED', 'Nothing was contacted, as you wished'),
  noServer: () => errorText('SCAN_NOTHING', 'No server was found', 'Name one: `callgate scan -- COMMAND…`.'),
  fixChanged: () =>
    errorText(
      'LINT_FIX',
      'The file has other tools than those that were checked',
      'It may have changed meanwhile. Try again.',
    ),
  fixNothing: ({ path }: { path: string }) => errorText('LINT_FIX', `There is nothing to write to ${path}`),
  fixOne: () =>
    errorText('LINT_FIX', 'Option --fix takes one file, one command or one address', 'Run it once for each.'),
};
