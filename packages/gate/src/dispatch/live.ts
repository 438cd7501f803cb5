import type { CallInContext, Judged } from '../decide.ts';
import type { CallRow } from '../store/call-row.ts';
import type { Dispatchable } from './dispatchable.ts';

/** A call that is out, as long as somebody here waits for its answer. */
export interface LiveCall {
  readonly inContext: CallInContext;
  readonly judged: Judged;
  readonly row: CallRow;
  /** Set once its outcome is being written: it is settled once. */
  settling: boolean;
}

export type Live = WeakMap<Dispatchable, LiveCall>;
