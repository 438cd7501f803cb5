/** What an argument is for. Destination, critical and code values decide where a call's effect lands. */
export type ArgumentRole = 'destination' | 'object' | 'critical' | 'code' | 'payload';

export const ARGUMENT_ROLES: readonly ArgumentRole[] = [
  'destination',
  'object',
  'critical',
  'code',
  'payload',
];

export const isArgumentRole = (value: unknown): value is ArgumentRole =>
  ARGUMENT_ROLES.some((role) => role === value);
