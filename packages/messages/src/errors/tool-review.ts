import { errorText } from '../text/error-text.ts';
import { suggestNearName } from '../text/suggest-near-name.ts';

/** Errors of the tools seen on this machine, and of their review. */
export const toolReviewErrors = {
  serverUnknown: ({ server, near }: { server: string; near: string | undefined }) =>
    errorText(
      'SERVER_UNKNOWN',
      `No server \`${server}\` was seen here`,
      suggestNearName(near, 'List all with `callgate tools`.'),
    ),
  notSeen: ({ tool, near }: { tool: string; near: string | undefined }) =>
    errorText(
      'TOOL_UNKNOWN',
      `No tool \`${tool}\` was seen here`,
      suggestNearName(near, 'List all with `callgate tools`.'),
    ),
  notSeenYet: ({ tool, near }: { tool: string; near: string | undefined }) =>
    errorText(
      'TOOL_UNKNOWN',
      `No tool \`${tool}\` was seen yet`,
      suggestNearName(near, 'List its server once through `callgate up`, or give a --catalogue.'),
    ),
  several: ({ server, count, identities }: { server: string; count: number; identities: string }) =>
    errorText(
      'TOOL_SEVERAL',
      `The name ${server} has been used for ${count} commands or addresses`,
      `Choose one with --identity: ${identities}.`,
    ),
  changed: ({ digest }: { digest: string }) =>
    errorText(
      'TOOL_CHANGED',
      'The definition does not have this digest any more',
      `Look at it again. Its digest is ${digest} now.`,
    ),
  noTerminal: ({ digest }: { digest: string }) =>
    errorText(
      'TOOL_NOBODY',
      'Nothing was changed: there is no terminal to ask at',
      `Add --digest ${digest} to confirm exactly this.`,
    ),
  unchanged: () => errorText('TOOL_UNCHANGED', 'No change of this tool waits to be accepted'),
  relaxesUnseen: () =>
    errorText(
      'REVIEW_RELAXES',
      'Nothing was changed: without a terminal no suggestion makes calls need approval less often',
      'Say what the tool is: `callgate review SERVER/TOOL --set HINT=yes --digest DIGEST --reason WHY`. Accept a changed definition with --accept --change-only.',
    ),
  nothingSuggested: () =>
    errorText(
      'REVIEW_NOTHING',
      'No suggestion for this tool is certain enough',
      'Say what it is: `callgate review SERVER/TOOL --set HINT=yes --reason WHY`.',
    ),
};
