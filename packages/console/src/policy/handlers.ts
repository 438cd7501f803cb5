import type { Handlers } from '../api/endpoint.ts';
import type { PolicyApi } from '../api/policy.ts';
import type { ConsoleParts } from '../parts.ts';

export const policyHandlers = (_parts: ConsoleParts): Handlers<PolicyApi> => ({});
