import { z } from 'zod';
import type { Caller, Change, Guards, Read } from './operation.ts';

/** Who is signed in, and what the page must know before anything else. */
export interface Me {
  readonly caller: Caller;
  /** Sent back with every change. */
  readonly csrf: string;
  readonly version: string;
  /** Requesters may approve their own calls here; said where it is so. */
  readonly selfApproval: boolean;
  /** The policy only observes: nothing is held or blocked. */
  readonly observing: boolean;
  /** Tools that hosts run by themselves are unseen: no hook or adapter reports them. */
  readonly hostToolsUnseen: boolean;
}

export interface MeApi {
  readonly me: Read<Readonly<Record<never, never>>, Me>;
  readonly 'me.leave': Change<Readonly<Record<never, never>>, null>;
}

export const ME_GUARDS: Guards<MeApi> = {
  me: { kind: 'read', role: 'viewer', params: z.strictObject({}) },
  'me.leave': { kind: 'change', role: 'viewer', params: z.strictObject({}) },
};
