import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

const LONG_MS = 10 * 60_000;
/** Nothing of the usual form takes nearly as long. */
const LIMIT_MS = 60 * 60_000;
const LOOK_MS = 30_000;

interface RunningFile {
  readonly startedAt: number;
  readonly tests: Set<string>;
  toldAt: number;
}

/**
 * Names the test files that still run: once a file has run for ten minutes and every ten minutes from then on, and
 * when the run is stopped from outside. A file that has run for an hour ends the run: its worker hangs.
 */
export class RunningFiles implements Reporter {
  readonly #running: Map<string, RunningFile> = new Map();
  readonly #write: (text: string) => void;
  readonly #now: () => number;
  #vitest: Vitest | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #onStop = (): void => {
    this.#write(`stopped from outside while these ran:\n${this.#list()}\n`);
    process.exit(143);
  };

  constructor(
    write: (text: string) => void = (text) => void process.stderr.write(text),
    now: () => number = () => performance.now(),
  ) {
    this.#write = write;
    this.#now = now;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    process.once('SIGTERM', this.#onStop);
    this.#timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  onTestModuleStart({ relativeModuleId }: Pick<TestModule, 'relativeModuleId'>): void {
    const now = this.#now();
    this.#running.set(relativeModuleId, { startedAt: now, tests: new Set(), toldAt: now });
  }

  onTestModuleEnd({ relativeModuleId }: Pick<TestModule, 'relativeModuleId'>): void {
    this.#running.delete(relativeModuleId);
  }

  onTestCaseReady({ module, fullName }: Pick<TestCase, 'module' | 'fullName'>): void {
    this.#running.get(module.relativeModuleId)?.tests.add(fullName);
  }

  onTestCaseResult({ module, fullName }: Pick<TestCase, 'module' | 'fullName'>): void {
    this.#running.get(module.relativeModuleId)?.tests.delete(fullName);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
    process.off('SIGTERM', this.#onStop);
  }

  /** Tells of files that run long, and ends the run over one that hangs. */
  look(): void {
    const now = this.#now();
    const long = [...this.#running].filter(([, { toldAt }]) => now - toldAt >= LONG_MS);
    if (long.length === 0) return;
    for (const [, file] of long) file.toldAt = now;
    this.#write(`still running:\n${this.#list()}\n`);
    const hangs = [...this.#running.values()].some(({ startedAt }) => now - startedAt >= LIMIT_MS);
    if (!hangs || process.env['CALLGATE_DEEP'] === '1') return;
    process.exitCode = 1;
    void this.#vitest?.exit(true);
  }

  #list(): string {
    const now = this.#now();
    return [...this.#running]
      .map(([file, { startedAt, tests }]) => {
        const names = [...tests].map((name) => `\n    ${name}`).join('');
        return `  ${file}, for ${Math.round((now - startedAt) / 60_000)} min${names}`;
      })
      .join('\n');
  }
}
