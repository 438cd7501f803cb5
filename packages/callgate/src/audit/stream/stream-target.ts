/** A line, and how much its reader should mind, from 1 to 5. */
export interface StreamLine {
  readonly text: string;
  readonly at: number;
  readonly severity: number;
}

/** Where lines go. */
export interface StreamTarget {
  /** For people; without what is secret in an address. */
  readonly name: string;
  /** Resolves when they were taken over; throws otherwise, also where nobody can tell. */
  deliver(lines: readonly StreamLine[], signal: AbortSignal): Promise<void>;
}
