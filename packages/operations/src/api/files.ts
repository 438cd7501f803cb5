import type { ChangeEndpoint, ReadEndpoint } from './operation.ts';

/** File changes of a call that was approved by what it would change. */
export interface CommittedChanges {
  readonly call: string;
  readonly server: string;
  readonly target: string;
  readonly principal: string;
  /** When they came to be so. */
  readonly at: number;
  /** `left`: interrupted, and something else changed the files since; the journal keeps what they were. */
  readonly state: 'committed' | 'undone' | 'left';
  /** Absolute, at most 20; untrusted. */
  readonly paths: readonly string[];
  /** How many paths there are. */
  readonly count: number;
}

export interface FilesApi {
  /** The latest first. With a call: those of that call alone. */
  readonly 'files.changes': ReadEndpoint<{ readonly call?: string }, readonly CommittedChanges[]>;
  /**
   * Restores what a call changed, all or nothing. FILE_CONFLICT where something else changed it since; UNDO_UNKNOWN,
   * UNDO_STATE.
   */
  readonly 'files.undo': ChangeEndpoint<{ readonly call: string }, { readonly count: number }>;
}
