import type { Caller, Change, Read } from './operation.ts';

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
