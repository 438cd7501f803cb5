import type { Endpoints } from './endpoint.ts';

export interface ToolsApi {}

export const TOOLS_ENDPOINTS: Endpoints<ToolsApi> = {};
