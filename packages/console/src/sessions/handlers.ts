import type { Handlers } from '../api/endpoint.ts';
import type { SessionsApi } from '../api/sessions.ts';
import type { ConsoleParts } from '../parts.ts';

export const sessionsHandlers = (_parts: ConsoleParts): Handlers<SessionsApi> => ({});
