/** How soon processes hear of each other's tasks. */
export interface TaskTiming {
  /** A process that works on tasks says so often that it is there. */
  readonly beatMs: number;
  /** It counts as there for so long after that. */
  readonly aliveMs: number;
  /** A replica waits so long before it says that another is gone: a database that came back knows no replica yet. */
  readonly graceMs: number;
  /** What moves often is written so often. */
  readonly restMs: number;
  /** Behind being told of changes. */
  readonly lookMs: number;
  /** A process that does not take its mail within this gets no more of it. */
  readonly mailMs: number;
  /** After the board failed. */
  readonly againMs: number;
}

export const TASK_TIMING: TaskTiming = Object.freeze({
  beatMs: 3000,
  aliveMs: 15_000,
  graceMs: 5000,
  restMs: 200,
  lookMs: 1000,
  mailMs: 15_000,
  againMs: 1000,
});
