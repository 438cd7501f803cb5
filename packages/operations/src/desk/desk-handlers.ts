import { CallgateError, display } from '@callgate/core';
import type { Clock, Desk, PageRequest } from '@callgate/gate';
import { grantScopeText } from '@callgate/gate';
import type { ConsoleEvent } from '../api/events.ts';
import type { GrantStory, InboxApi } from '../api/inbox.ts';
import type { Handlers } from '../api/operation.ts';
import type { SessionsApi } from '../api/sessions.ts';

/** What needs nothing but the store, with or without a gateway. */
export type DeskApi = Pick<InboxApi, 'inbox.grants' | 'inbox.revoke' | 'inbox.settle' | 'inbox.alerts'> &
  Pick<SessionsApi, 'sessions.declassifyStore'>;

export interface DeskParts {
  readonly desk: Desk;
  readonly clock: Clock;
  /** Tells every open page. */
  readonly tell?: (event: ConsoleEvent) => void;
}

export const pageOf = ({ limit, after }: PageRequest): PageRequest =>
  after === undefined ? { limit } : { limit, after };

export const grantStory = (grant: GrantStory['grant'], now: number): GrantStory => ({
  grant,
  words: grantScopeText(grant),
  live: grant.revoked === null && grant.usesLeft > 0 && grant.endsAt > now,
});

const over = (what: 'grant' | 'call', id: string): CallgateError =>
  new CallgateError(
    `${what === 'grant' ? 'GRANT' : 'CALL'}_CHANGED`,
    `${what} ${display(id, { max: 128 })} is over, or never was`,
    { help: 'look at the list again' },
  );

export const unlabelled = (what: string, label: string): CallgateError =>
  new CallgateError('LABEL_CHANGED', `${display(what, { max: 200 })} is not labelled ${label} any more`, {
    help: 'look again: somebody else may have taken the label away, or it has aged',
  });

export const deskHandlers = ({ desk, clock, tell }: DeskParts): Handlers<DeskApi> => ({
  'inbox.grants': async ({ live, ...page }) => {
    const now = clock.now();
    const { items, next } = await desk.read.grants(pageOf(page), { live, now });
    return { items: items.map((grant) => grantStory(grant, now)), next };
  },
  'inbox.revoke': async ({ grant, reason }, { subject }) => {
    if (!(await desk.revoke(grant, subject, reason))) throw over('grant', grant);
    return null;
  },
  'inbox.settle': async ({ call, as, reason }, { subject }) => {
    if (!(await desk.settle(call, { as, by: subject, reason }))) throw over('call', call);
    return null;
  },
  'inbox.alerts': (page) => desk.read.alerts(pageOf(page)),
  'sessions.declassifyStore': async ({ store, label, reason }, { subject }) => {
    if (!(await desk.declassifyStore({ store, label, by: subject, reason }))) throw unlabelled(store, label);
    tell?.({ type: 'changed', what: 'calls' });
    return null;
  },
});
