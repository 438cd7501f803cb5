import { CallgateError } from '@callgate/core';
import type { CallRow } from '@callgate/gate';
import { openArguments, secretsOf, whyNotTogether } from '@callgate/gate';
import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { GroupedCall, InboxApi, UnsettledRow } from '../api/inbox.ts';
import { MARKS } from '../api/inbox.ts';
import { pageOf, storeOperations } from '../desk/desk-operations.ts';
import type { OperationParts } from '../operation-parts.ts';
import { changeBy, readBy } from '../operation-table.ts';
import { PinnedServers } from '../tools/known-servers.ts';
import { isViewer, runningForViewers } from '../viewers.ts';
import { ActivityFeed } from './activity.ts';
import type { InboxParts } from './inbox-parts.ts';
import { InboxLists } from './lists.ts';
import { marksOf } from './marks.ts';
import { inboxQuestion, toolOf, unknownCall } from './question.ts';
import { scopeWords } from './scopes.ts';
import { isServedHere, offeredDefinitions } from './tool-words.ts';
import { shownArguments } from './veil.ts';
import { castGroup, castVote } from './vote.ts';

const name = z.string().min(1).max(1024);
const reason = z.string().trim().min(1).max(2000);
const paging = { limit: z.int().min(1).max(500), after: z.string().max(4096).exactOptional() };
const path = z.array(z.union([z.string().max(1024), z.int().min(0)])).max(64);
const verdict = z.enum(['approve', 'refuse']);
const part = z.string().max(1024).exactOptional();

const filterSchema = z
  .strictObject({
    server: part,
    target: part,
    principal: part,
    session: part,
    alike: part,
    text: part,
    mark: z.enum(MARKS).exactOptional(),
  })
  .exactOptional();

const reach = {
  uses: z.int().min(1).max(1000),
  endsInMs: z
    .int()
    .min(1000)
    .max(30 * 86_400_000),
};
const wishSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('session'), ...reach }),
  z.strictObject({ kind: z.literal('destination'), ...reach }),
  z.strictObject({ kind: z.literal('arguments'), ties: z.array(path).min(1).max(50), ...reach }),
]);

const unsettledRow = (row: CallRow): UnsettledRow => ({
  call: row.id,
  principal: row.principal.subject,
  context: row.context,
  kind: row.kind,
  server: row.server,
  target: row.target,
  receivedAt: row.receivedAt,
  dispatchedAt: row.dispatchedAt,
  endedAt: row.endedAt,
  attempt: row.attempt,
  fault:
    row.fault === null
      ? null
      : {
          code: row.fault.code,
          message: row.decision.obligations.redact.length > 0 ? null : row.fault.message,
        },
  marks: marksOf(row.decision),
});

/** Characters of arguments that are shown at once: nobody reads more, and every reader of them costs memory. */
const MOST_TOGETHER = 2_000_000;

const tooLarge = (): CallgateError =>
  new CallgateError('GROUP_TOO_LARGE', 'these calls have more arguments than are shown together', {
    help: 'take fewer of them, or decide about each by itself',
  });

/** The inbox on a gate. */
export const operationsOn = (parts: InboxParts): Operations<InboxApi> => {
  const { gate, keys, clock } = parts;
  const { desk } = gate;
  const lists = new InboxLists(parts);
  const activity = new ActivityFeed(parts);
  const { 'sessions.declassifyStore': _, ...shared } = storeOperations({ desk, clock });
  return {
    ...shared,
    'inbox.list': readBy('viewer', z.strictObject({ ...paging, filter: filterSchema }), (params) =>
      lists.page(params),
    ),
    'inbox.groups': readBy('viewer', z.strictObject({ filter: filterSchema }), ({ filter }) =>
      lists.groups(filter),
    ),
    'inbox.question': readBy('viewer', z.strictObject({ call: name }), ({ call }, caller) =>
      inboxQuestion(parts, lists, call, caller),
    ),
    'inbox.scope': readBy(
      'approver',
      z.strictObject({ call: name, wish: wishSchema }),
      async ({ call, wish }, { subject }) => {
        const row = await desk.read.call(call);
        if (row === undefined) throw unknownCall(call);
        const args = openArguments(keys, row.sealedArguments, secretsOf(row.id));
        return scopeWords(
          { row, args, tool: toolOf(parts, row), people: parts.people(), subject, now: clock.now() },
          wish,
        );
      },
    ),
    'inbox.vote': changeBy(
      'approver',
      z.strictObject({
        call: name,
        binding: name,
        verdict,
        opened: z.boolean(),
        reason: reason.exactOptional(),
        grant: wishSchema.exactOptional(),
      }),
      (params, caller) => castVote(parts, params, caller),
    ),
    'inbox.group': readBy(
      'viewer',
      z.strictObject({ calls: z.array(name).min(1).max(100) }),
      async ({ calls }, caller) => {
        const rows: CallRow[] = [];
        let size = 0;
        for (const call of new Set(calls)) {
          const row = await desk.read.call(call);
          if (row?.state !== 'held' || row.waiting !== 'people') continue;
          size += row.sealedArguments.length;
          if (size > MOST_TOGETHER) throw tooLarge();
          rows.push(row);
        }
        return {
          calls: rows.map((row): GroupedCall => ({
            call: row.id,
            binding: row.binding ?? '',
            principal: row.principal.subject,
            context: row.context,
            ...shownArguments(row, keys, caller),
          })),
          notTogether: whyNotTogether(rows) ?? null,
        };
      },
    ),
    'inbox.voteGroup': changeBy(
      'approver',
      z.strictObject({
        calls: z
          .array(z.strictObject({ call: name, binding: name }))
          .min(1)
          .max(100),
        verdict,
        reason: reason.exactOptional(),
      }),
      (params, caller) => castGroup(parts, params, caller),
    ),
    'inbox.unsettled': readBy('viewer', z.strictObject(paging), async (page) => {
      const { items, next } = await desk.read.unsettled(pageOf(page));
      return { items: items.map(unsettledRow), next };
    }),
    'inbox.activity': readBy('viewer', z.strictObject({}), async (_params, caller) => {
      const running = await activity.running();
      return isViewer(caller) ? running.map(runningForViewers) : running;
    }),
  };
};

export const inboxOperations = ({
  gateway,
  home,
  keys,
  clock,
  config,
}: OperationParts): Operations<InboxApi> =>
  operationsOn({
    gate: gateway.gate,
    catalogue: gateway.known,
    definition: offeredDefinitions(gateway, new PinnedServers(home.folder)),
    isServedHere: (server) => isServedHere(gateway.catalogue, server),
    keys,
    clock,
    people: () => config().people,
    onChange: (listener) => gateway.onChange(listener),
  });
