import type { Json, JsonObject } from '@callgate/core';
import type { LabelName } from '@callgate/core/label';

/** A call as a trace tells it. */
export interface TraceCall {
  readonly type: 'call';
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly at?: number | undefined;
}

/** One thing that happened in a session. `at` is milliseconds since 1970. */
export type TraceEvent =
  | TraceCall
  | { readonly type: 'user'; readonly text: string; readonly at?: number | undefined }
  | { readonly type: 'result'; readonly id: string; readonly result: Json; readonly at?: number | undefined }
  /** The person's task has ended. */
  | { readonly type: 'end'; readonly at?: number | undefined }
  /** What a client declared as the person's task. */
  | {
      readonly type: 'task';
      readonly text: string;
      readonly via: 'task' | 'intent';
      readonly vouched: boolean;
      readonly at?: number | undefined;
    }
  | {
      readonly type: 'declassify';
      readonly label: LabelName;
      readonly by: string;
      readonly reason: string;
      readonly at?: number | undefined;
    };

/** One session as it was recorded: its own context and its own principal. */
export interface Trace {
  readonly session: string;
  readonly events: readonly TraceEvent[];
}
