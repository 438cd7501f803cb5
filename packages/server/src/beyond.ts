import { CallgateError } from '@callgate/core';

/** A handler wanted more than its tool declares for these arguments. */
export const beyond = (tool: string, wanted: string, declared: string): CallgateError =>
  new CallgateError(
    'BEYOND_DECLARED',
    `\`${tool}\` wants to ${wanted}, but declares ${declared} for these arguments`,
    {
      help: 'declare it in the manifest, or do not do it',
    },
  );
