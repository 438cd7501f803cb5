import type { Handlers } from './api/endpoint.ts';
import type { ConsoleApi } from './api/index.ts';
import type { MeApi } from './api/me.ts';
import { inboxHandlers } from './inbox/handlers.ts';
import type { ConsoleParts } from './parts.ts';
import { policyHandlers } from './policy/handlers.ts';
import { recordHandlers } from './record/handlers.ts';
import { sessionsHandlers } from './sessions/handlers.ts';
import { toolsHandlers } from './tools/handlers.ts';

/** Everything but who is signed in, which sign-in itself answers. */
export const handlers = (parts: ConsoleParts): Handlers<Omit<ConsoleApi, keyof MeApi>> => ({
  ...inboxHandlers(parts),
  ...toolsHandlers(parts),
  ...sessionsHandlers(parts),
  ...recordHandlers(parts),
  ...policyHandlers(parts),
});
