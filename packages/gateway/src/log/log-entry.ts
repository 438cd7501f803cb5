/** A line for the operator. Safe to show, and without secrets. */
export interface LogEntry {
  readonly level: 'info' | 'warning' | 'error';
  readonly code: string;
  readonly message: string;
  readonly server?: string;
}
