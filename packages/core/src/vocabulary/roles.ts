/** What an argument is for. Destination, critical and code values decide where a call's effect lands. */
export type Role = 'destination' | 'object' | 'critical' | 'code' | 'payload';

export const ROLES: readonly Role[] = ['destination', 'object', 'critical', 'code', 'payload'];

export const isRole = (value: unknown): value is Role => ROLES.some((role) => role === value);
