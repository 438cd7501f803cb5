import type { Endpoints } from './endpoint.ts';

export interface InboxApi {}

export const INBOX_ENDPOINTS: Endpoints<InboxApi> = {};
