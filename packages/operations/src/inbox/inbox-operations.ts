import { CallgateError } from '@callgate/core';
import type { CallRow } from '@callgate/gate/record';
import { groupRefusalReason } from '@callgate/gate/confirm';
import { openArguments, getCallSecretScope } from '@callgate/gate/record';
import { pendingCallErrors } from '@callgate/messages/errors/pending-call';
import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { GroupCallView, InboxApi } from '../api/inbox.ts';
import type { OperationParts } from '../operation-parts.ts';
import { defineRead } from '../operation-table.ts';
import { PinnedServers } from '../tools/known-servers.ts';
import { isViewer, runningForViewers } from '../viewers.ts';
import { ActivityFeed } from './activity-feed.ts';
import { callsTogether } from './calls-together.ts';
import { storeInbox, filterSchema, name, grantScopeRequestSchema } from './store-inbox.ts';
import type { InboxParts } from './inbox-parts.ts';
import { InboxLists } from './inbox-lists.ts';
import { inboxQuestion, findTracedTool } from './inbox-question.ts';
import { scopeText } from './grant-scopes.ts';
import { isServedHere, offeredDefinitions } from './tool-texts.ts';
import { visibleArguments } from './visible-arguments.ts';
import type { VoteParts } from './cast-vote.ts';
import { unknownCallError } from './cast-vote.ts';

/** Characters of arguments that are shown at once: nobody reads more, and every reader of them costs memory. */
const MOST_TOGETHER = 2_000_000;

const tooLarge = (): CallgateError => new CallgateError(pendingCallErrors.groupTooLarge());

/** The inbox on a gate. */
export const inboxOperationsOn = (parts: InboxParts & VoteParts): Operations<InboxApi> => {
  const { desk, keys, clock } = parts;
  const lists = new InboxLists(parts);
  const activity = new ActivityFeed(parts);
  return {
    ...storeInbox(parts, lists),
    'inbox.groups': defineRead('viewer', z.strictObject({ filter: filterSchema }), ({ filter }) =>
      lists.groups(filter),
    ),
    'inbox.question': defineRead('viewer', z.strictObject({ call: name }), ({ call }, caller) =>
      inboxQuestion(parts, lists, call, caller),
    ),
    'inbox.together': defineRead('viewer', z.strictObject({ call: name }), ({ call }, caller) =>
      callsTogether(parts, lists, call, caller),
    ),
    'inbox.scope': defineRead(
      'approver',
      z.strictObject({ call: name, wish: grantScopeRequestSchema(parts.via) }),
      async ({ call, wish }, { subject }) => {
        const row = await desk.read.call(call);
        if (row === undefined) throw unknownCallError(call);
        const args = openArguments(keys, row.sealedArguments, getCallSecretScope(row.id));
        return scopeText(
          { row, args, tool: findTracedTool(parts, row), people: parts.people(), subject, now: clock.now() },
          wish,
        );
      },
    ),
    'inbox.group': defineRead(
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
          calls: rows.map((row): GroupCallView => ({
            call: row.id,
            binding: row.binding ?? '',
            principal: row.principal.subject,
            context: row.context,
            ...visibleArguments(row, keys, caller),
          })),
          notTogether: groupRefusalReason(rows) ?? null,
        };
      },
    ),
    'inbox.activity': defineRead('viewer', z.strictObject({}), async (_params, caller) => {
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
  inboxOperationsOn({
    gate: gateway.gate,
    desk: gateway.gate.desk,
    via: 'console',
    policy: () => gateway.gate.policy,
    changes: {
      onEvent: (listener) => gateway.gate.onEvent(listener),
      onChange: (listener) => gateway.onChange(listener),
    },
    catalogue: gateway.known,
    definition: offeredDefinitions(gateway, new PinnedServers(home.folder)),
    isServedHere: (server) => isServedHere(gateway.catalogue, server),
    keys,
    clock,
    people: () => config().people,
  });
