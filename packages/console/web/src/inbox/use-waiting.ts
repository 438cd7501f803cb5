import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ApiError } from '../shell/api.ts';
import { read } from '../shell/api.ts';
import type { Filter, Row } from './types.ts';

const FIRST = 100;
const MORE = 500;

export interface Waiting {
  readonly rows: readonly Row[];
  readonly fitting: number;
  readonly waiting: number;
  readonly reading: boolean;
  readonly error: ApiError | null;
  readonly more: () => void;
}

/** What waits, as far as somebody has scrolled. */
export const useWaiting = (filter: Filter): Waiting => {
  const query = useInfiniteQuery({
    queryKey: ['inbox.list', 'pages', filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      read(
        'inbox.list',
        { limit: pageParam === '' ? FIRST : MORE, filter, ...(pageParam === '' ? {} : { after: pageParam }) },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
  const { hasNextPage, isFetching, fetchNextPage, data } = query;
  const rows = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const last = data?.pages.at(-1);
  return {
    rows,
    fitting: last?.fitting ?? 0,
    waiting: last?.waiting ?? 0,
    reading: query.isPending,
    error: query.error as ApiError | null,
    more,
  };
};
