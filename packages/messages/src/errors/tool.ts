import { errorText } from '../text/error-text.ts';

/** Errors of tools: their names, definitions, arguments and reviews. */
export const toolErrors = {
  unknown: ({ server, tool }: { server: string; tool: string }) =>
    errorText('TOOL_UNKNOWN', `There is no tool ${server}/${tool}`, 'Call a tool that is listed.'),
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
};
