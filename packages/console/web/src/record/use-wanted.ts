import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Wanted } from './filter.ts';
import { searchOf, wantedIn } from './filter.ts';

export interface WantedHere {
  readonly wanted: Wanted;
  readonly view: 'calls' | 'figures';
  /** What is looked for from now on. */
  readonly want: (change: Partial<Wanted>) => void;
  readonly show: (view: 'calls' | 'figures') => void;
  /** The address of a call, or of none, with what is looked for kept. */
  readonly addressOf: (call: string | undefined) => string;
}

const withView = (search: string, view: string): string =>
  [search, ...(view === 'figures' ? ['view=figures'] : [])].filter((part) => part !== '').join('&');

/** What is looked for stands in the address, so that it can be kept, sent and gone back to. */
export const useWanted = (call: string | undefined): WantedHere => {
  const search = useSearch();
  const [, navigate] = useLocation();
  const wanted = useMemo(() => wantedIn(search), [search]);
  const view = new URLSearchParams(search).get('view') === 'figures' ? 'figures' : 'calls';
  const address = useCallback((id: string | undefined, query: string): string => {
    const path = id === undefined ? '/record' : `/record/${encodeURIComponent(id)}`;
    return query === '' ? path : `${path}?${query}`;
  }, []);
  return {
    wanted,
    view,
    want: (change) =>
      navigate(address(call, withView(searchOf({ ...wanted, ...change }), view)), { replace: true }),
    show: (next) => navigate(address(undefined, withView(searchOf(wanted), next))),
    addressOf: useCallback((id) => address(id, searchOf(wanted)), [address, wanted]),
  };
};
