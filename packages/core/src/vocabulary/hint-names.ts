/** The three-valued hints, in the order pages show them. */
export const HINT_NAMES = [
  'readOnly',
  'destructive',
  'idempotent',
  'openWorld',
  'agency',
  'aiProcessing',
  'slowExecution',
  'resourceIntensive',
  'sensitiveData',
  'privilegedAccess',
  'reversible',
  'requiresConfirmation',
  'secret',
  'unsafeOutput',
  'trusted',
  'maliciousActivity',
] as const;

export type HintName = (typeof HINT_NAMES)[number];
