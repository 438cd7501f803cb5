import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ApiError, type ChangeName, type ParamsOf, type ResultOf, changeApi } from './api.ts';
import { useDebounced } from './use-api.ts';

const TYPING_MS = 250;

/** Asks again a moment after the question changed; `null` asks nothing. What was answered last stays until then. */
export const useDebouncedQuery = <N extends ChangeName>(name: N, params: ParamsOf<N> | null) => {
  const question = JSON.stringify(params);
  const settled = useDebounced(question, TYPING_MS, 'null');
  const { data, error, isPlaceholderData, isPending } = useQuery<ResultOf<N>, ApiError>({
    queryKey: ['asked', name, settled],
    queryFn: () => changeApi(name, JSON.parse(settled) as ParamsOf<N>),
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
