import { CallgateError } from '@callgate/core';
import type { CallRow } from '@callgate/gate';
import { openArguments, secretsOf, whyNotTogether } from '@callgate/gate';
import type { Handlers } from '../api/operation.ts';
import type { GroupedCall, InboxApi, UnsettledRow } from '../api/inbox.ts';
import { deskHandlers, pageOf } from '../desk/desk-handlers.ts';
import type { OperationParts } from '../operation-parts.ts';
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
export const handlersOn = (parts: InboxParts): Handlers<InboxApi> => {
  const { gate, keys, clock } = parts;
  const { desk } = gate;
  const lists = new InboxLists(parts);
  const activity = new ActivityFeed(parts);
  const { 'sessions.declassifyStore': _, ...shared } = deskHandlers({ desk, clock });
  return {
    ...shared,
    'inbox.list': (params) => lists.page(params),
    'inbox.groups': ({ filter }) => lists.groups(filter),
    'inbox.question': ({ call }, caller) => inboxQuestion(parts, lists, call, caller),
    'inbox.scope': async ({ call, wish }, { subject }) => {
      const row = await desk.read.call(call);
      if (row === undefined) throw unknownCall(call);
      const args = openArguments(keys, row.sealedArguments, secretsOf(row.id));
      return scopeWords(
        { row, args, tool: toolOf(parts, row), people: parts.people(), subject, now: clock.now() },
        wish,
      );
    },
    'inbox.vote': (params, caller) => castVote(parts, params, caller),
    'inbox.group': async ({ calls }, caller) => {
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
    'inbox.voteGroup': (params, caller) => castGroup(parts, params, caller),
    'inbox.unsettled': async (page) => {
      const { items, next } = await desk.read.unsettled(pageOf(page));
      return { items: items.map(unsettledRow), next };
    },
    'inbox.activity': async (_params, caller) => {
      const running = await activity.running();
      return isViewer(caller) ? running.map(runningForViewers) : running;
    },
  };
};

export const inboxHandlers = ({ gateway, home, keys, clock, config }: OperationParts): Handlers<InboxApi> =>
  handlersOn({
    gate: gateway.gate,
    catalogue: gateway.known,
    definition: offeredDefinitions(gateway, new PinnedServers(home.folder)),
    isServedHere: (server) => isServedHere(gateway.catalogue, server),
    keys,
    clock,
    people: () => config().people,
    onChange: (listener) => gateway.onChange(listener),
  });
