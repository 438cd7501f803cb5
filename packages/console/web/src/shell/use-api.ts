import {
  type InfiniteData,
  type UseMutationResult,
  type UseQueryResult,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  type ApiError,
  type ChangeName,
  type ParamsOf,
  type ReadName,
  type ResultOf,
  changeApi,
  readApi,
} from './api.ts';

const AGAIN_MS = 3_000;

interface ApiReadOptions<N extends ReadName> {
  readonly enabled?: boolean;
  /** For what may go on without an event: its process may be gone, or its news lost. */
  readonly isGoingOn?: (data: ResultOf<N> | undefined) => boolean;
}

/** What the server says, kept current: it is asked again when an event says that something changed. */
export const useRead = <N extends ReadName>(
  name: N,
  params: ParamsOf<N>,
  { enabled, isGoingOn }: ApiReadOptions<N> = {},
): UseQueryResult<ResultOf<N>, ApiError> =>
  useQuery<ResultOf<N>, ApiError>({
    queryKey: [name, params],
    queryFn: ({ signal }) => readApi(name, params, signal),
    placeholderData: keepPreviousData,
    ...(enabled === undefined ? {} : { enabled }),
    refetchInterval: ({ state }) => (isGoingOn?.(state.data) === true ? AGAIN_MS : false),
  });

/** Read once, and not again for a minute: what changes while it is read tells nothing. */
export const useReadOnce = <N extends ReadName>(
  name: N,
  params: ParamsOf<N>,
  retry = true,
): UseQueryResult<ResultOf<N>, ApiError> =>
  useQuery<ResultOf<N>, ApiError>({
    queryKey: ['once', name, params],
    queryFn: ({ signal }) => readApi(name, params, signal),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    ...(retry ? {} : { retry }),
  });

interface ApiPage<I> {
  readonly items: readonly I[];
  readonly next?: string | null;
}

/** A long list, as far as a person has read on. */
export const usePages = <I, P extends ApiPage<I>>(
  key: readonly unknown[],
  load: (from: { readonly after?: string }, signal: AbortSignal) => Promise<P & ApiPage<I>>,
) => {
  const query = useInfiniteQuery<P, ApiError, InfiniteData<P>, readonly unknown[], string | undefined>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load(pageParam === undefined ? {} : { after: pageParam }, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return { items, last: data?.pages.at(-1), readOn, query };
};

/** Something a person does. Whatever it was, what is shown is read again. */
export const useChange = <N extends ChangeName>(
  name: N,
): UseMutationResult<ResultOf<N>, ApiError, ParamsOf<N>> => {
  const client = useQueryClient();
  return useMutation<ResultOf<N>, ApiError, ParamsOf<N>>({
    mutationFn: (params) => changeApi(name, params),
    // not waited for: it is done when the server says so
    onSettled: () => void client.invalidateQueries(),
  });
};

/** What something is once it has stayed the same for a moment. */
export const useDebounced = <T>(value: T, ms: number, first: T = value): T => {
  const [settled, setSettled] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
};
