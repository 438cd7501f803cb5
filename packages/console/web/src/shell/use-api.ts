import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiError, ChangeName, ParamsOf, ReadName, ResultOf } from './api.ts';
import { change, read } from './api.ts';

interface ReadOptions<N extends ReadName> {
  readonly enabled?: boolean;
  /** For what may go on without an event: its process may be gone, or its news lost. */
  readonly everyMs?: (data: ResultOf<N> | undefined) => number | false;
}

/** What the server says, kept current: it is asked again when an event says that something changed. */
export const useRead = <N extends ReadName>(
  name: N,
  params: ParamsOf<N>,
  { enabled, everyMs }: ReadOptions<N> = {},
): UseQueryResult<ResultOf<N>, ApiError> =>
  useQuery<ResultOf<N>, ApiError>({
    queryKey: [name, params],
    queryFn: ({ signal }) => read(name, params, signal),
    placeholderData: keepPreviousData,
    ...(enabled === undefined ? {} : { enabled }),
    ...(everyMs === undefined ? {} : { refetchInterval: ({ state }) => everyMs(state.data) }),
  });

/** Something a person does. Whatever it was, what is shown is read again. */
export const useChange = <N extends ChangeName>(
  name: N,
): UseMutationResult<ResultOf<N>, ApiError, ParamsOf<N>> => {
  const client = useQueryClient();
  return useMutation<ResultOf<N>, ApiError, ParamsOf<N>>({
    mutationFn: (params) => change(name, params),
    // not waited for: it is done when the server says so
    onSettled: () => void client.invalidateQueries(),
  });
};
