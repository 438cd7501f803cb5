import { errorText } from '../text/error-text.ts';

/** Errors of taking a call back with the tool that its own tool names. */
export const undoErrors = {
  noTool: ({ call }: { call: string }) =>
    errorText(
      'UNDO_NONE',
      `Nothing can take back call ${call}`,
      'It changed no files that are known, and its tool names none that takes it back.',
    ),
  toolGone: ({ tool }: { tool: string }) =>
    errorText('UNDO_TOOL', `Its server offers no tool ${tool} to you`, 'See `callgate tools`.'),
  argumentsMissing: ({ tool, missing }: { tool: string; missing: string }) =>
    errorText(
      'UNDO_ARGUMENTS',
      `Neither the call nor its result has what ${tool} needs: ${missing}`,
      'Have the agent call the tool with these arguments.',
    ),
  asks: () => errorText('UNDO_ASKS', 'A call that takes another one back cannot ask anything'),
  notTaken: ({ tool }: { tool: string }) =>
    errorText('UNDO_REFUSED', `The call of ${tool} was refused before it was decided`, 'See the audit log.'),
};
