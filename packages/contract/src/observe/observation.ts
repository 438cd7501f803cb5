/** Deleted, moved: a path that was there before. Written: new or changed content, or attributes. */
export const OBSERVATION_KINDS = [
  'wrote',
  'deleted',
  'moved',
  'connected',
  'listened',
  'started',
  'readSecret',
] as const;
export type ObservationKind = (typeof OBSERVATION_KINDS)[number];

/** Something a tool did while it was watched. Untrusted. */
export interface Observation {
  readonly kind: ObservationKind;
  /** A path, `host:port`, a program or the name of a variable. */
  readonly what: string;
  /** It was tried, and the sandbox or the system refused. */
  readonly refused?: true;
  /** In a folder for temporary files and caches. */
  readonly temporary?: true;
}

/** One tool's claims beside what it did. It never says that a tool is safe. */
export interface ToolObservations {
  readonly tool: string;
  readonly calls: number;
  /** How many of them the tool answered with an error. */
  readonly failed: number;
  readonly observations: readonly Observation[];
  /** A second run of the same call changed nothing; null where it was not tried. */
  readonly repeatChangesNothing: boolean | null;
}
