import type { StoreReader, SessionSummary } from '@callgate/gate/store';
import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { SessionsApi } from '../api/sessions.ts';
import { declassifyOperations } from './declassify-operations.ts';
import type { OperationParts } from '../operation-parts.ts';
import { defineRead } from '../operation-table.ts';
import { strengthsOf } from './session-item.ts';
import { sessionReadOperations } from './session-read-operations.ts';
import type { OpenedSession, SessionHistoryParts } from './read-session-history.ts';

const name = z.string().min(1).max(4096);

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
  async (summary: SessionSummary): Promise<OpenedSession> => ({
    session: await gateway.gate.session(contextOf(summary)),
    keys,
    find: ({ kind, server, target, argumentsDigest }) =>
      gateway.catalogue.find(kind, server, target, argumentsDigest),
  });

export const sessionsOperations = (parts: OperationParts): Operations<SessionsApi> => {
  const { desk } = parts.gateway.gate;
  const story = (): SessionHistoryParts & { readonly read: StoreReader } => {
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
    ...sessionReadOperations(story, parts.clock),
    'sessions.stores': defineRead(
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
    ...declassifyOperations(desk, parts.tell),
  };
};
