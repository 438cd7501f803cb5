import type { SessionSummary } from '@callgate/gate';
import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { SessionStory, SessionsApi } from '../api/sessions.ts';
import { storeOperations, unlabelled } from '../desk/desk-operations.ts';
import type { OperationParts } from '../operation-parts.ts';
import { changeBy, readBy } from '../operation-table.ts';
import { isViewer, storyForViewers } from '../viewers.ts';
import { sessionItem, strengthsOf } from './session-item.ts';
import { Remembered } from './remembered.ts';
import type { Opened, StoryParts } from './story.ts';
import { findSummary, readStory } from './story.ts';

const name = z.string().min(1).max(4096);
const cursor = z.string().min(1).max(100);
const labelSchema = z.enum(['private', 'untrusted']);
const reasonSchema = z.string().trim().min(1).max(500);

const STORES_AT_ONCE = 200;

/** The client's ids are one context, whatever they are. */
const contextOf = ({
  principal,
  context,
  authenticated,
}: SessionSummary): Parameters<OperationParts['gateway']['gate']['session']>[0] => ({
  principal,
  context,
  authenticated,
});

const openSession =
  ({ gateway, keys }: OperationParts) =>
  async (summary: SessionSummary): Promise<Opened> => ({
    session: await gateway.gate.session(contextOf(summary)),
    keys,
    find: ({ kind, server, target, argumentsDigest }) =>
      gateway.catalogue.find(kind, server, target, argumentsDigest),
  });

export const sessionsOperations = (parts: OperationParts): Operations<SessionsApi> => {
  const { desk } = parts.gateway.gate;
  const stories = new Remembered<SessionStory>(parts.clock);
  const aging = (): Pick<StoryParts, 'labelsSince'> => {
    const { labelAgeMs } = parts.config();
    return labelAgeMs === null ? {} : { labelsSince: parts.clock.now() - labelAgeMs };
  };
  const story = (): StoryParts => ({
    read: desk.read,
    now: parts.clock.now(),
    open: openSession(parts),
    ...aging(),
  });
  return {
    'sessions.list': readBy(
      'viewer',
      z.strictObject({
        limit: z.int().min(1).max(200),
        after: cursor.exactOptional(),
        principal: name.exactOptional(),
        label: labelSchema.exactOptional(),
        text: z.string().min(1).max(200).exactOptional(),
      }),
      async ({ limit, after, ...filter }) => {
        const page = await desk.read.sessions(
          { limit, ...(after === undefined ? {} : { after }) },
          { ...filter, ...aging() },
        );
        return { items: page.items.map(sessionItem), next: page.next };
      },
    ),
    'sessions.show': readBy(
      'viewer',
      z.strictObject({ session: name, after: cursor.exactOptional() }),
      async ({ session, after }, caller) => {
        const { seq } = await desk.read.head();
        const found = await stories.of(JSON.stringify([session, after ?? null, seq]), () =>
          readStory(story(), session, after),
        );
        return isViewer(caller) ? storyForViewers(found) : found;
      },
    ),
    'sessions.stores': readBy(
      'viewer',
      z.strictObject({ after: name.exactOptional() }),
      async ({ after = '' }) => {
        const found = await desk.read.labelledStores(after, STORES_AT_ONCE);
        const items = found
          .map(({ store, labels }) => ({ store, labels: strengthsOf(labels) }))
          .filter(({ labels }) => labels.private !== 'none' || labels.untrusted !== 'none');
        return { items, next: found.length < STORES_AT_ONCE ? null : (found.at(-1)?.store ?? null) };
      },
    ),
    'sessions.declassify': changeBy(
      'operator',
      z.strictObject({ session: name, label: labelSchema, reason: reasonSchema }),
      async ({ session, label, reason }, { subject }) => {
        const summary = await findSummary(story(), session);
        const done = await desk.declassify({ ...contextOf(summary), label, by: subject, reason });
        if (!done) throw unlabelled(`the session of ${summary.principal}`, label);
        parts.tell({ type: 'changed', what: 'calls' });
        return null;
      },
    ),
    'sessions.declassifyStore': storeOperations({ ...parts, desk })['sessions.declassifyStore'],
  };
};
