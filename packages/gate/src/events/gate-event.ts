import type { CallState, WaitReason } from '../record/call-row.ts';
import type { Alert } from '../store/store.ts';

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export type GateEvent =
  | { readonly type: 'held'; readonly call: string; readonly waiting: WaitReason; readonly at: number }
  | { readonly type: 'moved'; readonly call: string; readonly state: CallState; readonly at: number }
  | { readonly type: 'previewed'; readonly call: string; readonly at: number }
  | { readonly type: 'progress'; readonly call: string; readonly progress: Progress }
  | { readonly type: 'reissued'; readonly call: string; readonly twin: string }
  | {
      readonly type: 'resources';
      readonly call: string;
      readonly cpuMs: number;
      readonly maxRssBytes: number;
    }
  | { readonly type: 'alert'; readonly alert: Alert }
  | { readonly type: 'broken'; readonly code: string; readonly message: string };
