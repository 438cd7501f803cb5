import type { Decision } from '@callgate/core';
import type { WaitReason } from '../record/call-row.ts';

/** The call waits. Keep the ticket; come back with `resume`. */
export interface PendingCall {
  readonly state: 'held';
  readonly call: string;
  readonly ticket: string;
  readonly waiting: WaitReason;
  readonly decision: Decision;
  readonly expiresAt: number;
  readonly opensAt: number | null;
  /** It was here already, under the same key or as the same question, and its ticket was given out. */
  readonly joined?: true;
}
