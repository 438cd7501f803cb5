import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ApiError, type ChangeName, type ParamsOf, type ResultOf, change } from '../shell/api.ts';
import { useSettled } from '../shell/use-api.ts';

const TYPING_MS = 250;

/** Asks again a moment after the question changed; `null` asks nothing. What was answered last stays until then. */
export const useAsked = <N extends ChangeName>(name: N, params: ParamsOf<N> | null) => {
  const question = JSON.stringify(params);
  const settled = useSettled(question, TYPING_MS, 'null');
  const { data, error, isPlaceholderData, isPending } = useQuery<ResultOf<N>, ApiError>({
    queryKey: ['asked', name, settled],
    queryFn: () => change(name, JSON.parse(settled) as ParamsOf<N>),
    enabled: settled !== 'null',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isAsked = question !== 'null' && settled !== 'null';
  return {
    data: isAsked ? data : undefined,
    error: isAsked ? error : null,
    /** What is shown answers an earlier question. */
    stale: settled !== question || isPlaceholderData || isPending,
  };
};
