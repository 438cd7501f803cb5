import { CallgateError } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';

export const makeInUseError = (openers: number): CallgateError =>
  new CallgateError(storeErrors.copyInUse({ openers }));

export const makeNotEmptyError = (table: string): CallgateError =>
  new CallgateError(storeErrors.copyTargetNotEmpty({ table }));

export const makeCopyDiffersError = (table: string): CallgateError =>
  new CallgateError(storeErrors.copyDiffers({ table }));
