import type { Endpoints } from './endpoint.ts';

export interface RecordApi {}

export const RECORD_ENDPOINTS: Endpoints<RecordApi> = {};
