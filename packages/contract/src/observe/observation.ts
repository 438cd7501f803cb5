/** Something a tool did while it was watched. Untrusted. */
export interface Observation {
  readonly kind: 'wrote' | 'deleted' | 'connected' | 'started' | 'readSecret';
  /** A path, `host:port`, a program or the name of a variable. */
  readonly what: string;
}

/** One tool's claims beside what it did. It never says that a tool is safe. */
export interface ToolObservations {
  readonly tool: string;
  readonly calls: number;
  readonly observations: readonly Observation[];
  /** A second run of the same call changed nothing; null where it was not tried. */
  readonly repeatChangesNothing: boolean | null;
}
