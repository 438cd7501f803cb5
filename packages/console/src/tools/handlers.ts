import type { Handlers } from '../api/endpoint.ts';
import type { ToolsApi } from '../api/tools.ts';
import type { ConsoleParts } from '../parts.ts';

export const toolsHandlers = (_parts: ConsoleParts): Handlers<ToolsApi> => ({});
