import { errorText } from '../text/error-text.ts';

/** Errors of tools: their names, definitions, arguments and reviews. */
export const toolErrors = {
  unknown: ({ server, tool }: { server: string; tool: string }) =>
    errorText('TOOL_UNKNOWN', `There is no tool ${server}/${tool}`, 'Call a tool that is listed.'),
  unknownToTry: ({ server, tool }: { server: string; tool: string }) =>
    errorText(
      'TOOL_UNKNOWN',
      `There is no tool ${server}/${tool}`,
      'Its server may be gone. Choose another tool, or describe one.',
    ),
  notListed: ({ server, tool }: { server: string; tool: string }) =>
    errorText(
      'TOOL_UNKNOWN',
      `There is no tool \`${tool}\` of ${server} here`,
      'Its server may have stopped listing it.',
    ),
  unnamed: () => errorText('TOOL_NAME', 'The tool has no name'),
  trustInvalid: () => errorText('TOOL_TRUST', 'The trust of the tool’s server is not valid'),

  // arguments
  argumentsInvalid: ({ reasons }: { reasons: string }) =>
    errorText(
      'ARGUMENTS_INVALID',
      `The arguments do not fit the tool's inputSchema: ${reasons}`,
      'Correct them and call again.',
    ),
  schemaUnusable: ({ cause }: { cause: string }) =>
    errorText(
      'SCHEMA_UNUSABLE',
      `The arguments cannot be checked by the tool's inputSchema: ${cause}`,
      'The author of the server has to make the schema simpler. Until then the tool is not called.',
    ),

  // decisions of operators
  definitionChanged: () =>
    errorText('TOOL_CHANGED', 'The definition changed since you looked at it', 'Look at it again.'),
  definitionUnchanged: () =>
    errorText('TOOL_UNCHANGED', 'The definition has no changes that wait to be accepted'),
  hintUnknown: ({ hint, hints }: { hint: string; hints: string }) =>
    errorText('TOOL_HINT', `There is no hint \`${hint}\``, `The hints are ${hints}.`),
  noHint: () =>
    errorText(
      'TOOL_NOTHING',
      'No hint is set',
      'Set at least one hint to yes or no, or remove the earlier decision.',
    ),
  noOverride: () =>
    errorText(
      'TOOL_NOTHING',
      'The tool has no override here',
      'Change an override of the configuration in the configuration.',
    ),
  noReview: () =>
    errorText('TOOL_NOTHING', 'The tool has no review here', 'Change a review of a lock file in that file.'),
  agentUnconfirmed: () =>
    errorText(
      'TOOL_AGENT',
      'The tool acts as an agent: it plans and takes several steps by itself',
      'Confirm that you know this.',
    ),
};
