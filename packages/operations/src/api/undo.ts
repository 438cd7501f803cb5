import type { CallState } from '@callgate/gate/record';
import type { JsonObject } from '@callgate/core';
import type { ChangeEndpoint, ReadEndpoint } from './operation.ts';

/** The call that takes another one back, as its tool names it. Untrusted: the server chose tool and names. */
export interface UndoCall {
  /** The call to take back. */
  readonly call: string;
  readonly server: string;
  readonly tool: string;
  /** Of the call and of its result, as far as the tool takes arguments of the same names. */
  readonly arguments: JsonObject;
  /** Required arguments that neither of them has: without these nothing can be called. */
  readonly missing: readonly string[];
  /** False where the server has no such tool now, or the caller may not use it. */
  readonly isOffered: boolean;
  /** Whether the server is believed that this tool takes the call back. */
  readonly isBelieved: boolean;
  /** The latest attempt, if there was one. */
  readonly made: MadeCall | null;
}

export interface MadeCall {
  readonly call: string;
  readonly state: CallState;
}

export interface UndoApi {
  /** Null where no tool takes the call back, or where it did nothing. */
  readonly 'undo.call': ReadEndpoint<{ readonly call: string }, UndoCall | null>;
  /**
   * Makes that call in the name of who asks. It is decided, approved and recorded as any call; `held` is in the inbox, and
   * asking again goes on with it.
   */
  readonly 'undo.make': ChangeEndpoint<{ readonly call: string }, MadeCall>;
}
