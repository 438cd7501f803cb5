import type { Endpoints } from './endpoint.ts';

export interface PolicyApi {}

export const POLICY_ENDPOINTS: Endpoints<PolicyApi> = {};
