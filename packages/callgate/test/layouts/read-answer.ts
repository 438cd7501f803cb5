import type { JsonObject } from '@callgate/core';
import type { CallAnswer } from './layout.ts';

interface RpcOutcome {
  readonly result?: JsonObject;
  readonly error?: { readonly message: string };
}

export const readAnswer = ({ result, error }: RpcOutcome): Omit<CallAnswer, 'ran'> => {
  const content = (result?.['content'] ?? []) as readonly { readonly text?: string }[];
  return {
    text: error?.message ?? content.map(({ text = '' }) => text).join('\n'),
    isError: error !== undefined || result?.['isError'] === true,
  };
};
