import type { Reader, SessionSummary } from '@callgate/gate/store';
import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { SessionsApi } from '../api/sessions.ts';
import { declassifyOperations, unlabelled } from './declassify.ts';
import type { OperationParts } from '../operation-parts.ts';
import { changeBy, readBy } from '../operation-table.ts';
import { strengthsOf } from './session-item.ts';
import { sessionReads } from './session-reads.ts';
import type { Opened, StoryParts } from './story.ts';
import { findSummary } from './story.ts';

const name = z.string().min(1).max(4096);
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
  const story = (): StoryParts & { readonly read: Reader } => {
    const { labelAgeMs } = parts.config();
    const now = parts.clock.now();
    return {
      read: desk.read,
      now,
      open: openSession(parts),
      ...(labelAgeMs === null ? {} : { labelsSince: now - labelAgeMs }),
    };
  };
  return {
    ...sessionReads(story, parts.clock),
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
    'sessions.declassifyStore': declassifyOperations(desk, parts.tell)['sessions.declassifyStore'],
  };
};
