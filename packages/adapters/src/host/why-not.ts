import { CallgateError, display } from '@callgate/core';

/** Why something could not be decided or recorded, for a model. */
export const whyNot = (error: unknown): string =>
  error instanceof CallgateError
    ? error.message
    : `the gate failed: ${display(error instanceof Error ? error.message : String(error), { max: 300 })}`;
