import type { InboxApi } from './inbox.ts';
import { INBOX_ENDPOINTS } from './inbox.ts';
import type { MeApi } from './me.ts';
import { ME_ENDPOINTS } from './me.ts';
import type { PolicyApi } from './policy.ts';
import { POLICY_ENDPOINTS } from './policy.ts';
import type { RecordApi } from './record.ts';
import { RECORD_ENDPOINTS } from './record.ts';
import type { SessionsApi } from './sessions.ts';
import { SESSIONS_ENDPOINTS } from './sessions.ts';
import type { ToolsApi } from './tools.ts';
import { TOOLS_ENDPOINTS } from './tools.ts';
import type { Endpoints } from './endpoint.ts';

/** Everything the page can ask, by name. `/api/NAME`. */
export interface ConsoleApi extends MeApi, InboxApi, ToolsApi, SessionsApi, RecordApi, PolicyApi {}

export const ENDPOINTS: Endpoints<ConsoleApi> = {
  ...ME_ENDPOINTS,
  ...INBOX_ENDPOINTS,
  ...TOOLS_ENDPOINTS,
  ...SESSIONS_ENDPOINTS,
  ...RECORD_ENDPOINTS,
  ...POLICY_ENDPOINTS,
};

export type {
  ApiProblem,
  Caller,
  Change,
  Download,
  Endpoints,
  FileToSend,
  Handlers,
  Read,
  Role,
} from './endpoint.ts';
export { ROLES } from './endpoint.ts';
export type { ConsoleEvent } from './events.ts';
export type { Me, MeApi } from './me.ts';
