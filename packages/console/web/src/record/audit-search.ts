import { OUTCOMES } from '@callgate/core';
import type { CallState } from '@callgate/gate/record';
import { consoleMessages } from '@callgate/messages/console';
import type { AuditFilter } from '@callgate/operations/api';
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { storyPath } from '../parts/call-link.tsx';

const TEXT = consoleMessages.auditLog.ranges;

export const STATES: readonly CallState[] = [
  'held',
  'approved',
  'dispatching',
  'done',
  'failed',
  'indeterminate',
  'blocked',
  'refused',
  'expired',
  'withdrawn',
];

export const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const RANGES = {
  '1h': { name: TEXT['1h'], ms: HOUR },
  '24h': { name: TEXT['24h'], ms: DAY },
  '7d': { name: TEXT['7d'], ms: 7 * DAY },
  '30d': { name: TEXT['30d'], ms: 30 * DAY },
} as const;

export type RangeName = keyof typeof RANGES;

/** What is looked for, as it stands in the address of the page. */
export type AuditSearch = { readonly [K in keyof AuditFilter]?: AuditFilter[K] | undefined } & {
  readonly range?: RangeName | undefined;
};

const NAMES = ['server', 'tool', 'principal', 'session'] as const;

const moment = (text: string | null): number | undefined => {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
};

export const isRange = (text: string): text is RangeName => Object.hasOwn(RANGES, text);

/** Reads the address. Whatever does not fit is as if it were not there. */
const parseAuditSearch = (params: URLSearchParams): AuditSearch => {
  const given = (params.get('state') ?? '').split(',');
  const states = STATES.filter((state) => given.includes(state));
  const range = params.get('range') ?? '';
  const ai = params.get('ai');
  return {
    text: params.get('text')?.slice(0, 200),
    states: states.length === 0 ? undefined : states,
    outcome: OUTCOMES.find((outcome) => outcome === params.get('outcome')),
    ...Object.fromEntries(NAMES.map((name) => [name, params.get(name) || undefined])),
    ai: ai === 'yes' ? true : ai === 'no' ? false : undefined,
    ...(isRange(range)
      ? { range }
      : { since: moment(params.get('since')), until: moment(params.get('until')) }),
  };
};

/** The address of what is looked for, without `?`. */
export const toSearchParams = ({ states, ai, since, until, ...wanted }: AuditSearch): string => {
  const params = {
    ...wanted,
    state: states?.join(','),
    ai: ai === undefined ? '' : ai ? 'yes' : 'no',
    since: since === undefined ? '' : new Date(since).toISOString(),
    until: until === undefined ? '' : new Date(until).toISOString(),
  };
  const order = ['text', 'state', 'outcome', ...NAMES, 'ai', 'range', 'since', 'until'] as const;
  return new URLSearchParams(
    order.flatMap((name) => (params[name] ? [[name, params[name]]] : [])),
  ).toString();
};

/** From when on; times counted back from now start at a whole minute, so that the question stays the same. */
export const searchStart = ({ range, since }: AuditSearch, now: number): number | undefined =>
  range === undefined ? since : Math.floor((now - RANGES[range].ms) / MINUTE) * MINUTE;

export const toAuditFilter = (wanted: AuditSearch, now: number): AuditFilter => {
  const { range: _, ...filter } = { ...wanted, text: wanted.text?.trim(), since: searchStart(wanted, now) };
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''),
  );
};

type AuditView = 'calls' | 'figures';

export interface AuditSearchState {
  readonly wanted: AuditSearch;
  readonly view: AuditView;
  /** What is looked for from now on. */
  readonly want: (change: AuditSearch) => void;
  readonly show: (view: AuditView) => void;
  /** The address of a call, or of none, with what is looked for kept. */
  readonly addressOf: (call: string | undefined) => string;
}

/** What is looked for stands in the address, so that it can be kept, sent and gone back to. */
export const useAuditSearch = (call: string | undefined): AuditSearchState => {
  const search = useSearch();
  const [, navigate] = useLocation();
  const wanted = useMemo(() => parseAuditSearch(new URLSearchParams(search)), [search]);
  const view = new URLSearchParams(search).get('view') === 'figures' ? 'figures' : 'calls';
  const address = useCallback((id: string | undefined, of: AuditSearch, at: AuditView): string => {
    const query = [toSearchParams(of), at === 'figures' ? 'view=figures' : ''].filter((part) => part !== '');
    const path = id === undefined ? '/record' : storyPath(id);
    return query.length === 0 ? path : `${path}?${query.join('&')}`;
  }, []);
  return {
    wanted,
    view,
    want: (change) => navigate(address(call, { ...wanted, ...change }, view), { replace: true }),
    show: (next) => navigate(address(undefined, wanted, next)),
    addressOf: useCallback((id) => address(id, wanted, 'calls'), [address, wanted]),
  };
};
