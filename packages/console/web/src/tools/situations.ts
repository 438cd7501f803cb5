import type { Situation } from '@callgate/operations/api';

/** The sessions a tool is judged in where nobody names one. */
export const SITUATION_NAMES: readonly { readonly value: Situation; readonly name: string }[] = [
  { value: 'plain', name: 'nothing yet' },
  { value: 'private', name: 'private data' },
  { value: 'untrusted', name: 'untrusted content' },
  { value: 'both', name: 'both' },
];
