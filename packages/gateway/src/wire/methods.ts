import type { Era } from './eras.ts';

/** One way in which a method can be met. */
export interface MethodEntry {
  readonly method: string;
  readonly from: 'client' | 'server';
  readonly kind: 'request' | 'notification';
  readonly eras: readonly Era[];
  /** What is not served is answered as if it did not exist; it stands here to say that it was thought of. */
  readonly served: boolean;
}

const BOTH: readonly Era[] = ['legacy', 'modern'];
const LEGACY: readonly Era[] = ['legacy'];
const MODERN: readonly Era[] = ['modern'];

const rows = (
  from: MethodEntry['from'],
  kind: MethodEntry['kind'],
  served: boolean,
  methods: Readonly<Record<string, readonly Era[]>>,
): readonly MethodEntry[] =>
  Object.entries(methods).map(([method, eras]) => ({ method, from, kind, eras, served }));

/** Every method of the schemas from 2024-11-05 to 2026-07-28. What is not on it does not exist here. */
export const METHODS: readonly MethodEntry[] = [
  ...rows('client', 'request', true, {
    initialize: LEGACY,
    ping: LEGACY,
    'server/discover': MODERN,
    'tools/list': BOTH,
    'tools/call': BOTH,
    'prompts/list': BOTH,
    'prompts/get': BOTH,
    'resources/list': BOTH,
    'resources/templates/list': BOTH,
    'resources/read': BOTH,
    'resources/subscribe': LEGACY,
    'resources/unsubscribe': LEGACY,
    'subscriptions/listen': MODERN,
    'completion/complete': BOTH,
    'logging/setLevel': LEGACY,
    'tasks/get': BOTH,
    'tasks/result': LEGACY,
    'tasks/list': LEGACY,
    'tasks/cancel': BOTH,
    'tasks/update': MODERN,
  }),
  // Of the draft SEP-2624: served by `callgate intercept` alone.
  ...rows('client', 'request', true, { 'interceptors/list': BOTH, 'interceptor/invoke': BOTH }),
  // Asked of servers by the gateway itself, where policy lets it.
  ...rows('client', 'request', false, { 'tools/resolve': BOTH }),
  ...rows('client', 'notification', true, {
    'notifications/initialized': LEGACY,
    'notifications/cancelled': BOTH,
    'notifications/progress': LEGACY,
    'notifications/roots/list_changed': LEGACY,
  }),
  // About a task that runs at the client: no request that would start one is passed on.
  ...rows('client', 'notification', false, { 'notifications/tasks/status': LEGACY }),
  ...rows('server', 'request', true, {
    ping: LEGACY,
    'sampling/createMessage': LEGACY,
    'elicitation/create': LEGACY,
    'roots/list': LEGACY,
  }),
  ...rows('server', 'request', false, {
    'tasks/get': LEGACY,
    'tasks/result': LEGACY,
    'tasks/list': LEGACY,
    'tasks/cancel': LEGACY,
  }),
  ...rows('server', 'notification', true, {
    'notifications/message': BOTH,
    'notifications/progress': BOTH,
    'notifications/cancelled': BOTH,
    'notifications/tools/list_changed': BOTH,
    'notifications/prompts/list_changed': BOTH,
    'notifications/resources/list_changed': BOTH,
    'notifications/resources/updated': BOTH,
    'notifications/tasks/status': LEGACY,
    'notifications/elicitation/complete': LEGACY,
    'notifications/subscriptions/acknowledged': MODERN,
    'notifications/tasks': MODERN,
  }),
];

const servedMethods = (
  from: MethodEntry['from'],
  kind: MethodEntry['kind'],
): Readonly<Record<Era, ReadonlySet<string>>> => {
  const matching = METHODS.filter((row) => row.served && row.from === from && row.kind === kind);
  const inEra = (era: Era): ReadonlySet<string> =>
    new Set(matching.filter((row) => row.eras.includes(era)).map((row) => row.method));
  return { legacy: inEra('legacy'), modern: inEra('modern') };
};

const CLIENT_REQUESTS = servedMethods('client', 'request');
const CLIENT_NOTIFICATIONS = servedMethods('client', 'notification');
const SERVER_REQUESTS = servedMethods('server', 'request');
const SERVER_NOTIFICATIONS = servedMethods('server', 'notification');

export const isClientRequest = (method: string, era: Era): boolean => CLIENT_REQUESTS[era].has(method);
export const isClientNotification = (method: string, era: Era): boolean =>
  CLIENT_NOTIFICATIONS[era].has(method);
export const isServerRequest = (method: string, era: Era): boolean => SERVER_REQUESTS[era].has(method);
export const isServerNotification = (method: string, era: Era): boolean =>
  SERVER_NOTIFICATIONS[era].has(method);
