import type { ConsoleEvent, RecordCall, RecordFilter, RecordPage } from '@callgate/operations/api';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ApiError } from '../shell/api.ts';
import { read } from '../shell/api.ts';
import { useEvents } from '../shell/events.ts';

const AT_ONCE = 100;
/** A busy gateway makes the list a little late, and never busy. */
const EVERY_MS = 2_000;

export interface FoundCalls {
  readonly calls: readonly RecordCall[];
  readonly error: ApiError | null;
  readonly reading: boolean;
  /** Read for the first time, or for another filter. */
  readonly waiting: boolean;
  /** There are more, or there may be. */
  readonly more: boolean;
  readonly readOn: () => void;
  /** Newer ones have come that are not shown, because the list has been read on. */
  readonly newer: boolean;
  readonly showNewer: () => void;
}

const useNewCalls = (heard: () => void): void => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEvents(
    useCallback(
      (event: ConsoleEvent) => {
        if (event.type !== 'changed' || event.what !== 'calls' || timer.current !== undefined) return;
        timer.current = setTimeout(() => {
          timer.current = undefined;
          heard();
        }, EVERY_MS);
      },
      [heard],
    ),
  );
};

/** Calls that fit, the newest first, page by page. */
export const useCalls = (filter: RecordFilter): FoundCalls => {
  const [newer, setNewer] = useState(false);
  const query = useInfiniteQuery<RecordPage, ApiError, RecordCall[], readonly unknown[], string | undefined>({
    queryKey: ['calls-of-the-record', filter],
    queryFn: ({ pageParam, signal }) =>
      read(
        'record.search',
        { filter, limit: AT_ONCE, ...(pageParam === undefined ? {} : { after: pageParam }) },
        signal,
      ),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    placeholderData: keepPreviousData,
  });
  const { refetch, fetchNextPage, isFetching, hasNextPage } = query;
  const isLong = (query.data?.length ?? 0) > AT_ONCE;
  const heard = useCallback(() => {
    if (isLong) setNewer(true);
    else void refetch();
  }, [isLong, refetch]);
  useNewCalls(heard);
  const calls = useMemo(() => query.data ?? [], [query.data]);
  // a page may be given out empty where much had to be looked through
  useEffect(() => {
    if (calls.length < AT_ONCE / 2 && hasNextPage && !isFetching) void fetchNextPage();
  }, [calls.length, hasNextPage, isFetching, fetchNextPage]);
  return {
    calls,
    error: query.error,
    reading: isFetching,
    waiting: query.isPending || query.isPlaceholderData,
    more: hasNextPage,
    readOn: useCallback(() => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    }, [hasNextPage, isFetching, fetchNextPage]),
    newer,
    showNewer: useCallback(() => {
      setNewer(false);
      void refetch();
    }, [refetch]),
  };
};
