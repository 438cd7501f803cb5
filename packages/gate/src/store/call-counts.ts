/** Calls that count together: those of some tools, made by one holder. */
export interface CountedSeries {
  readonly series: string;
  /** A session, a principal, a server, or everybody. */
  readonly holder: string;
}

/** One call's place in a series. */
export interface CallShare extends CountedSeries {
  /** What it adds to a sum, in ten-thousandths; null where it adds nothing that can be added. */
  readonly amount: number | null;
  /** How long it counts after it has left; 0: until a later one has left. */
  readonly keptMs: number;
}

/** What is asked of a series, for all of its holders together. */
export interface CountQuestion {
  readonly series: string;
  readonly holders: readonly string[];
  /** Only calls that left later than this, and those that wait. */
  readonly after: number;
}

/** What calls come to that wait for approval (`waiting`), or have left (`ran`). */
export interface CallTotals {
  readonly calls: number;
  /** How many of them have an amount. */
  readonly amounts: number;
  readonly units: number;
}

export interface CallCount {
  readonly waiting: CallTotals;
  readonly ran: CallTotals;
  /** When the first and the last of those left that have left; null where none has. */
  readonly first: number | null;
  readonly last: number | null;
}
