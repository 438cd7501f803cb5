import { useState } from 'react';
import type { ApiError, ChangeName, ParamsOf, ResultOf } from './api.ts';
import { useChange } from './use-api.ts';

/** Asks on request only. The answer is shown as long as the parameters are those it was asked with. */
export const useAsked = <N extends ChangeName>(
  name: N,
  params: ParamsOf<N>,
): {
  readonly answer: ResultOf<N> | undefined;
  readonly ask: () => void;
  readonly isPending: boolean;
  readonly error: ApiError | null;
} => {
  const { mutate, isPending, error } = useChange(name);
  const [last, setLast] = useState<{ readonly question: string; readonly answer: ResultOf<N> }>();
  const question = JSON.stringify(params);
  return {
    answer: last?.question === question ? last.answer : undefined,
    ask: () => mutate(params, { onSuccess: (answer) => setLast({ question, answer }) }),
    isPending,
    error,
  };
};
