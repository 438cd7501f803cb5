import type { ConsoleApi } from './api/index.ts';
import { GUARDS } from './api/index.ts';
import type { MeApi } from './api/me.ts';
import type { Operations } from './api/operation.ts';
import { inboxHandlers } from './inbox/handlers.ts';
import { joinHandlers } from './operation-table.ts';
import type { OperationParts } from './operation-parts.ts';
import { policyHandlers } from './policy/handlers.ts';
import { recordHandlers } from './record/handlers.ts';
import { sessionsHandlers } from './sessions/handlers.ts';
import { toolsHandlers } from './tools/handlers.ts';

/** All that a gateway answers. Who is signed in is for the console itself to say. */
export const createOperations = (parts: OperationParts): Operations<Omit<ConsoleApi, keyof MeApi>> =>
  joinHandlers<Omit<ConsoleApi, keyof MeApi>>(GUARDS, {
    ...inboxHandlers(parts),
    ...toolsHandlers(parts),
    ...sessionsHandlers(parts),
    ...recordHandlers(parts),
    ...policyHandlers(parts),
  });
