import type { Event } from '@google/adk';
import { InMemorySessionService, createEvent } from '@google/adk';

export const SESSION = { appName: 'notes', userId: 'local', sessionId: 'session-1' } as const;

/** All events as JSON, for a host that keeps them itself. */
export const saveSession = async (sessions: InMemorySessionService): Promise<readonly Event[]> =>
  JSON.parse(JSON.stringify((await sessions.getSession(SESSION))?.events ?? [])) as Event[];

/** A session of events that were kept, perhaps by another process. */
export const loadSession = async (events: readonly Event[] = []): Promise<InMemorySessionService> => {
  const sessions = new InMemorySessionService();
  const session = await sessions.createSession(SESSION);
  for (const event of events) await sessions.appendEvent({ session, event: createEvent(event) });
  return sessions;
};
