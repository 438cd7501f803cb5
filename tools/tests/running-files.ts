/** The test files that run, and the tests in them: what a run that is held up must name. */
export interface RunningFile {
  readonly startedAt: number;
  readonly tests: Set<string>;
}

/** What the reporter tells of a run. */
export type RunEvent =
  | { readonly is: 'files'; readonly files: readonly string[] }
  | { readonly is: 'start'; readonly file: string }
  | { readonly is: 'test'; readonly file: string; readonly test: string; readonly ended: boolean }
  | {
      readonly is: 'end';
      readonly file: string;
      readonly failed: boolean;
      readonly ms: number;
      /** Processor time of the file and of all that it started, where it was measured. */
      readonly cpuMs?: number | undefined;
    }
  /** An error outside of every test, with the file it is known to come from. */
  | { readonly is: 'error'; readonly file: string | null; readonly message: string }
  | { readonly is: 'over' };

export class RunningFiles {
  readonly #running: Map<string, RunningFile> = new Map();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  hear(event: RunEvent): void {
    if (event.is === 'start') this.#running.set(event.file, { startedAt: this.#now(), tests: new Set() });
    else if (event.is === 'end') this.#running.delete(event.file);
    else if (event.is === 'test') {
      const tests = this.#running.get(event.file)?.tests;
      if (event.ended) tests?.delete(event.test);
      else tests?.add(event.test);
    }
  }

  /** Those that have run for this long. */
  files(ms = 0): readonly string[] {
    const now = this.#now();
    return [...this.#running].filter(([, { startedAt }]) => now - startedAt >= ms).map(([file]) => file);
  }

  list(): string {
    const now = this.#now();
    return [...this.#running]
      .map(([file, { startedAt, tests }]) => {
        const names = [...tests].map((name) => `\n    ${name}`).join('');
        return `  ${file}, for ${Math.round((now - startedAt) / 1000)} s${names}`;
      })
      .join('\n');
  }
}
