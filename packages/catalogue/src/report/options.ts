/** What a report does not know of itself. */
export interface ReportOptions {
  readonly title: string;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
}

/** To the minute, in UTC. */
export const minute = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
