import { receiveArguments } from '@callgate/core/receive';
import type { ToolRequest } from './host.ts';

/** The digest of the arguments of a call. Undefined where the gate would not take them. */
export const digestOf = ({ arguments: given }: Pick<ToolRequest, 'arguments'>): string | undefined => {
  try {
    return receiveArguments(given).argumentsDigest;
  } catch {
    return undefined;
  }
};
