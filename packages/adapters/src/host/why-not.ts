import { CallgateError } from '@callgate/core';
import { thrownText } from './thrown-text.ts';

/** Why something could not be decided or recorded, for a model. */
export const whyNot = (error: unknown): string =>
  error instanceof CallgateError ? error.message : `the gate failed: ${thrownText(error, 300)}`;
