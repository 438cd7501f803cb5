/** The way a person's word came in. */
export type VoteVia = 'callback' | 'terminal' | 'console' | 'elicitation' | 'command-line';

/** One person's word on one held call. A second word of the same person does not count. */
export interface Vote {
  readonly call: string;
  readonly subject: string;
  readonly verdict: 'approve' | 'refuse';
  readonly via: VoteVia;
  readonly at: number;
  /** The person opened the whole arguments. */
  readonly opened: boolean;
  readonly reason: string | null;
}
