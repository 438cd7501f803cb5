import type { RecordFilter } from '@callgate/operations/api';
import type { Outcome } from '@callgate/core';
import type { CallState } from '@callgate/gate';

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
export const OUTCOMES: readonly Outcome[] = ['auto', 'confirm', 'block'];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Times that are counted back from now. */
export const RANGES = {
  '1h': { name: 'the last hour', ms: HOUR },
  '24h': { name: 'the last 24 hours', ms: DAY },
  '7d': { name: 'the last 7 days', ms: 7 * DAY },
  '30d': { name: 'the last 30 days', ms: 30 * DAY },
} as const;

export type RangeName = keyof typeof RANGES;

/** What is looked for, as it stands in the address of the page. */
export interface Wanted {
  readonly text: string;
  readonly states: readonly CallState[];
  readonly outcome: Outcome | undefined;
  readonly server: string | undefined;
  readonly tool: string | undefined;
  readonly principal: string | undefined;
  readonly session: string | undefined;
  readonly ai: boolean | undefined;
  readonly range: RangeName | undefined;
  readonly since: number | undefined;
  readonly until: number | undefined;
}

export const NOTHING_WANTED: Wanted = {
  text: '',
  states: [],
  outcome: undefined,
  server: undefined,
  tool: undefined,
  principal: undefined,
  session: undefined,
  ai: undefined,
  range: undefined,
  since: undefined,
  until: undefined,
};

const moment = (text: string | null): number | undefined => {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
};

const isRange = (text: string): text is RangeName => Object.hasOwn(RANGES, text);

/** Reads the address. Whatever does not fit is as if it were not there. */
export const wantedIn = (search: string): Wanted => {
  const params = new URLSearchParams(search);
  const given = (name: string): string | undefined => params.get(name) || undefined;
  const states = (params.get('state') ?? '').split(',');
  const range = params.get('range') ?? '';
  const ai = params.get('ai');
  return {
    text: (params.get('text') ?? '').slice(0, 200),
    states: STATES.filter((state) => states.includes(state)),
    outcome: OUTCOMES.find((outcome) => outcome === params.get('outcome')),
    server: given('server'),
    tool: given('tool'),
    principal: given('principal'),
    session: given('session'),
    ai: ai === 'yes' ? true : ai === 'no' ? false : undefined,
    range: isRange(range) ? range : undefined,
    since: isRange(range) ? undefined : moment(params.get('since')),
    until: isRange(range) ? undefined : moment(params.get('until')),
  };
};

/** The address of what is looked for, without `?`. */
export const searchOf = (wanted: Wanted): string => {
  const { text, states, outcome, server, tool, principal, session, ai, range, since, until } = wanted;
  const params = new URLSearchParams();
  const put = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') params.set(name, value);
  };
  put('text', text);
  put('state', states.join(','));
  put('outcome', outcome);
  put('server', server);
  put('tool', tool);
  put('principal', principal);
  put('session', session);
  put('ai', ai === undefined ? undefined : ai ? 'yes' : 'no');
  put('range', range);
  put('since', since === undefined ? undefined : new Date(since).toISOString());
  put('until', until === undefined ? undefined : new Date(until).toISOString());
  return params.toString();
};

const MINUTE = 60_000;

/** What the server is asked. Times counted back from now start at a whole minute, so that the question stays the same. */
export const filterOf = (wanted: Wanted, now: number): RecordFilter => {
  const { text, states, outcome, server, tool, principal, session, ai, range, until } = wanted;
  const since = range === undefined ? wanted.since : Math.floor((now - RANGES[range].ms) / MINUTE) * MINUTE;
  return {
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(states.length === 0 ? {} : { states }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(server === undefined ? {} : { server }),
    ...(tool === undefined ? {} : { tool }),
    ...(principal === undefined ? {} : { principal }),
    ...(session === undefined ? {} : { session }),
    ...(ai === undefined ? {} : { ai }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
};
