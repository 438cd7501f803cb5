import type { Json, JsonObject } from '@callgate/core';

/** As JSON-RPC has it. */
export interface TaskError {
  readonly code: number;
  readonly message: string;
  readonly data?: Json;
}

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** `isOurs`: written by Callgate, with nothing of a server in it, so that reading it raises no label. */
export type TaskEnd =
  | { readonly type: 'result'; readonly result: JsonObject; readonly isOurs: boolean }
  | { readonly type: 'error'; readonly error: TaskError; readonly isOurs: boolean };

/** What a task is of. */
export interface TaskTool {
  readonly server: string;
  readonly target: string;
}

/** What a caller may know of a task. */
export interface TaskView {
  readonly id: string;
  readonly tool: TaskTool;
  readonly status: TaskStatus;
  readonly message: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly ttlMs: number;
  readonly asks: JsonObject | null;
  readonly end: TaskEnd | undefined;
}

export interface TaskOwner {
  readonly principal: string;
  readonly context: string;
}

/** A task that this replica works on. */
export interface LocalTask {
  readonly id: string;
  readonly owner: TaskOwner;
  readonly tool: TaskTool;
  readonly view: TaskView;
  /** The call it is of, where there is one yet. */
  readonly call: string | null;
  /** Its end, though it was cancelled. */
  readonly ended: TaskEnd | undefined;
  readonly isOver: boolean;
  readonly over: Promise<TaskEnd>;
  end(end: TaskEnd): void;
  cancel(): void;
  stop(): void;
  answer(answers: JsonObject, signal: AbortSignal): Promise<void>;
}
