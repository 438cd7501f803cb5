import { CallgateError, LOCAL_PRINCIPAL } from '@callgate/core';
import { receiveCall } from '@callgate/core/receive';

const PARTS = {
  kind: 'resource',
  server: 'x',
  principal: LOCAL_PRINCIPAL,
  context: 'x',
  arguments: {},
} as const;

/** Why a uri can never be called, as the refusal would say; undefined where it can. */
export const uriProblem = (uri: string): string | undefined => {
  try {
    receiveCall({ ...PARTS, uri }, () => 'x');
    return undefined;
  } catch (error) {
    if (error instanceof CallgateError) return error.message;
    throw error;
  }
};
