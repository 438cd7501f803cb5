import type { Endpoints } from './endpoint.ts';

export interface SessionsApi {}

export const SESSIONS_ENDPOINTS: Endpoints<SessionsApi> = {};
