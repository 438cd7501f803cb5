import { CallgateError, display } from '@callgate/core';
import { pendingCallErrors } from '@callgate/messages/errors/pending-call';
import { ALLOW_CHOICES } from '@callgate/gate/confirm';
import { z } from 'zod';
import type { InboxApi, InboxFilter, GrantScopeRequest } from '../api/inbox.ts';
import { CALL_MARKS } from '../api/inbox.ts';
import type { Operations } from '../api/operation.ts';
import { defineChange, defineRead } from '../operation-table.ts';
import { InboxLists } from './inbox-lists.ts';
import type { ListParts } from './inbox-parts.ts';
import { marksOf } from './marks.ts';
import { callView, callVote } from './inbox-row.ts';
import type { VoteParts } from './cast-vote.ts';
import { castGroupVote, castVote, grantView } from './cast-vote.ts';

/** What needs nothing but the store, with or without a gate in this process. */
export type StoreInboxApi = Pick<
  InboxApi,
  | 'inbox.list'
  | 'inbox.show'
  | 'inbox.prompt'
  | 'inbox.vote'
  | 'inbox.voteGroup'
  | 'inbox.grants'
  | 'inbox.revoke'
  | 'inbox.unsettled'
  | 'inbox.settle'
  | 'inbox.alerts'
>;

const endedError = (what: 'grant' | 'call', id: string): CallgateError =>
  new CallgateError(
    what === 'grant'
      ? pendingCallErrors.grantOver({ grant: display(id, { max: 128 }) })
      : pendingCallErrors.callOver({ call: display(id, { max: 128 }) }),
  );

export const name: z.ZodString = z.string().min(1).max(1024);
export const reason: z.ZodString = z.string().trim().min(1).max(2000);
const page = z.strictObject({
  limit: z.int().min(1).max(1000),
  after: z.string().max(4096).exactOptional(),
});
const byCall = z.strictObject({ call: name });
const verdict = z.enum(['approve', 'refuse']);
const part = z.string().max(1024).exactOptional();

export const filterSchema: z.ZodExactOptional<z.ZodType<InboxFilter>> = z
  .strictObject({
    server: part,
    target: part,
    principal: part,
    session: part,
    alike: part,
    text: part,
    mark: z.enum(CALL_MARKS).exactOptional(),
  })
  .exactOptional();

const path = z.array(z.union([z.string().max(1024), z.int().min(0)])).max(64);
/** How far a grant may reach: without a limit at a terminal, at most so far on a page. */
const GRANT_LIMITS: Readonly<Record<string, { readonly uses: number; readonly endsInMs: number }>> = {
  console: { uses: 1000, endsInMs: 30 * 86_400_000 },
};
const NO_LIMIT = { uses: Number.MAX_SAFE_INTEGER, endsInMs: Number.MAX_SAFE_INTEGER };

export const grantScopeRequestSchema = (via: VoteParts['via']): z.ZodType<GrantScopeRequest> => {
  const most = GRANT_LIMITS[via] ?? NO_LIMIT;
  const reach = {
    uses: z.int().min(1).max(most.uses),
    endsInMs: z.int().min(1000).max(most.endsInMs),
  };
  return z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(['folder', 'session', 'tool', 'destination']), ...reach }),
    z.strictObject({ kind: z.literal('arguments'), ties: z.array(path).min(1).max(50), ...reach }),
  ]);
};

/** The inbox as far as the store tells of it. */
export const storeInbox = (
  parts: ListParts & VoteParts,
  lists: InboxLists = new InboxLists(parts),
): Operations<StoreInboxApi> => {
  const { desk, clock } = parts;
  const { read } = desk;
  return {
    'inbox.list': defineRead('viewer', page.extend({ filter: filterSchema }), (params) => {
      // an index that hears of no changes would go stale
      if (params.filter !== undefined && parts.changes === undefined)
        throw new CallgateError(pendingCallErrors.filterUnavailable());
      return lists.page(params);
    }),
    'inbox.show': defineRead('viewer', byCall, async ({ call }) => {
      const row = await read.call(call);
      if (row === undefined) return null;
      return { call: callView(row), votes: (await read.votes(call)).map(callVote) };
    }),
    'inbox.prompt': defineRead('approver', byCall, async ({ call }) => (await desk.question(call)) ?? null),
    'inbox.vote': defineChange(
      'approver',
      z.strictObject({
        call: name,
        binding: name,
        verdict,
        opened: z.boolean(),
        reason: reason.exactOptional(),
        grant: grantScopeRequestSchema(parts.via).exactOptional(),
        allow: z.enum(ALLOW_CHOICES).exactOptional(),
      }),
      (params, caller) => castVote(parts, params, caller),
    ),
    'inbox.voteGroup': defineChange(
      'approver',
      z.strictObject({
        calls: z
          .array(z.strictObject({ call: name, binding: name }))
          .min(1)
          .max(100),
        verdict,
        opened: z.boolean().exactOptional(),
        reason: reason.exactOptional(),
      }),
      (params, caller) => castGroupVote(parts, params, caller),
    ),
    'inbox.grants': defineRead('viewer', page.extend({ live: z.boolean() }), async ({ live, ...given }) => {
      const now = clock.now();
      const { items, next } = await read.grants(given, { live, now });
      return { items: items.map((grant) => grantView(grant, now)), next };
    }),
    'inbox.revoke': defineChange(
      'operator',
      z.strictObject({ grant: name, reason }),
      async (given, { subject }) => {
        if (!(await desk.revoke(given.grant, subject, given.reason))) throw endedError('grant', given.grant);
        return null;
      },
    ),
    'inbox.unsettled': defineRead('viewer', page, async (given) => {
      const { items, next } = await read.unsettled(given);
      return { items: items.map((row) => ({ ...callView(row), marks: marksOf(row.decision) })), next };
    }),
    'inbox.settle': defineChange(
      'operator',
      z.strictObject({ call: name, as: z.enum(['happened', 'did-not-happen']), reason }),
      async ({ call, ...given }, { subject }) => {
        if (!(await desk.settle(call, { ...given, by: subject }))) throw endedError('call', call);
        return null;
      },
    ),
    'inbox.alerts': defineRead('viewer', page, (given) => read.alerts(given)),
  };
};
