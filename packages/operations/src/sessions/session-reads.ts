import { LABEL_NAMES } from '@callgate/core/label';
import type { Clock } from '@callgate/gate';
import type { Reader } from '@callgate/gate/store';
import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { SessionStory, SessionsApi } from '../api/sessions.ts';
import { readBy } from '../operation-table.ts';
import { isViewer, storyForViewers } from '../viewers.ts';
import { Remembered } from './remembered.ts';
import { sessionItem } from './session-item.ts';
import type { StoryParts } from './story.ts';
import { readStory } from './story.ts';

const name = z.string().min(1).max(4096);
const cursor = z.string().min(1).max(100);

/** Sessions as a store tells of them, opened as far as `story` can. */
export const sessionReads = (
  story: () => StoryParts & { readonly read: Reader },
  clock: Clock,
): Operations<Pick<SessionsApi, 'sessions.list' | 'sessions.show'>> => {
  const stories = new Remembered<SessionStory>(clock);
  return {
    'sessions.list': readBy(
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
    'sessions.show': readBy(
      'viewer',
      z.strictObject({ session: name, after: cursor.exactOptional() }),
      async ({ session, after }, caller) => {
        const { seq } = await story().read.head();
        const found = await stories.of(JSON.stringify([session, after ?? null, seq]), () =>
          readStory(story(), session, after),
        );
        return isViewer(caller) ? storyForViewers(found) : found;
      },
    ),
  };
};
