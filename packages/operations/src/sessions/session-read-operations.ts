import { LABEL_NAMES } from '@callgate/core/label';
import type { Clock } from '@callgate/gate';
import type { StoreReader } from '@callgate/gate/store';
import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { SessionHistory, SessionsApi } from '../api/sessions.ts';
import { defineRead } from '../operation-table.ts';
import { isViewer, historyForViewers } from '../viewers.ts';
import { SerialCache } from './serial-cache.ts';
import { sessionItem } from './session-item.ts';
import type { SessionHistoryParts } from './read-session-history.ts';
import { readSessionHistory } from './read-session-history.ts';

const name = z.string().min(1).max(4096);
const cursor = z.string().min(1).max(100);

/** Sessions as a store tells of them, opened as far as `story` can. */
export const sessionReadOperations = (
  story: () => SessionHistoryParts & { readonly read: StoreReader },
  clock: Clock,
): Operations<Pick<SessionsApi, 'sessions.list' | 'sessions.show'>> => {
  const stories = new SerialCache<SessionHistory>(clock);
  return {
    'sessions.list': defineRead(
      'viewer',
      z.strictObject({
        limit: z.int().min(1).max(200),
        after: cursor.exactOptional(),
        principal: name.exactOptional(),
        label: z.enum(LABEL_NAMES).exactOptional(),
        text: z.string().min(1).max(200).exactOptional(),
      }),
      async ({ limit, after, ...filter }) => {
        const { read, labelsSince } = story();
        const page = await read.sessions(
          { limit, ...(after === undefined ? {} : { after }) },
          { ...filter, ...(labelsSince === undefined ? {} : { labelsSince }) },
        );
        return { items: page.items.map(sessionItem), next: page.next };
      },
    ),
    'sessions.show': defineRead(
      'viewer',
      z.strictObject({ session: name, after: cursor.exactOptional() }),
      async ({ session, after }, caller) => {
        const { seq } = await story().read.head();
        const found = await stories.of(JSON.stringify([session, after ?? null, seq]), () =>
          readSessionHistory(story(), session, after),
        );
        return isViewer(caller) ? historyForViewers(found) : found;
      },
    ),
  };
};
