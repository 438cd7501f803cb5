import type { Handlers } from '../api/endpoint.ts';
import type { InboxApi } from '../api/inbox.ts';
import type { ConsoleParts } from '../parts.ts';

export const inboxHandlers = (_parts: ConsoleParts): Handlers<InboxApi> => ({});
