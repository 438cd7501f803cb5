import type { OperationCaller, ChangeEndpoint, ReadEndpoint } from './operation.ts';

/** Who is signed in, and what the page must know before anything else. */
export interface CurrentUser {
  readonly caller: OperationCaller;
  /** Sent back with every change. */
  readonly csrf: string;
  readonly version: string;
  /** Requesters may approve their own calls here; said where it is so. */
  readonly selfApproval: boolean;
  /** The policy only observes: nothing is held or blocked. */
  readonly observing: boolean;
  /** Why no call is decided: the code of what the store lost or broke by. */
  readonly storeProblem: string | null;
  /** Tools that hosts run by themselves are unseen: no hook or adapter reports them. */
  readonly hostToolsUnseen: boolean;
}

export interface MeApi {
  readonly me: ReadEndpoint<Readonly<Record<never, never>>, CurrentUser>;
  readonly 'me.leave': ChangeEndpoint<Readonly<Record<never, never>>, null>;
}
