import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoopResult } from './closed-loop.ts';
import type { BenchReport, BenchCommand } from './bench-messages.ts';
import { benchReportSchema } from './bench-messages.ts';

const READY_MS = 60_000;
/** What is still not over so long after its time is given up. */
const LATE_MS = 60_000;

/** A process that makes calls when it is told to. */
export class BenchWorker {
  readonly #child: ChildProcess;
  readonly pid: number;
  /** Calls it has made so far. */
  calls = 0;

  private constructor(child: ChildProcess, pid: number) {
    this.#child = child;
    this.pid = pid;
  }

  /** Starts a program of this folder. What it prints on stderr is seen. */
  static async start(program: string, args: readonly string[]): Promise<BenchWorker> {
    const child = fork(fileURLToPath(new URL(program, import.meta.url)), args, {
      execArgv: ['--conditions=@callgate/source'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const { pid } = child;
    if (pid === undefined) throw new Error(`${program} does not start`);
    const worker = new BenchWorker(child, pid);
    const said = await worker.#hears(READY_MS);
    if (said.type !== 'ready') throw new Error(`${program} is not ready`);
    return worker;
  }

  async load(inFlight: number, milliseconds: number): Promise<LoopResult> {
    const heard = this.#hears(milliseconds + LATE_MS);
    this.#tell({ type: 'load', inFlight, milliseconds });
    const said = await heard;
    if (said.type !== 'loaded') throw new Error(`a gate said ${said.type} where its calls were wanted`);
    this.calls += said.latencies.length;
    return said;
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#tell({ type: 'close' });
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), LATE_MS);
    await ended;
    clearTimeout(timer);
  }

  #tell(told: BenchCommand): void {
    this.#child.send(told);
  }

  #hears(withinMs: number): Promise<BenchReport> {
    return new Promise((resolve, reject) => {
      const over = (settle: () => void): void => {
        clearTimeout(timer);
        this.#child.off('message', heard).off('exit', ended);
        settle();
      };
      const heard = (message: unknown): void => {
        const said = benchReportSchema.safeParse(message);
        if (!said.success) over(() => reject(said.error));
        else if (said.data.type === 'failed') over(() => reject(new Error(messageOf(said.data))));
        else over(() => resolve(said.data));
      };
      const ended = (code: number | null, signal: string | null): void =>
        over(() => reject(new Error(`a process of the bench ended with ${code ?? signal}`)));
      const timer = setTimeout(() => {
        over(() => reject(new Error(`a process of the bench said nothing for ${withinMs} ms`)));
      }, withinMs);
      this.#child.on('message', heard).on('exit', ended);
    });
  }
}

const messageOf = (said: BenchReport): string => (said.type === 'failed' ? said.message : said.type);

/** Workers that were started together, closed together. */
export const startWorkers = async (
  program: string,
  argsOf: readonly (readonly string[])[],
): Promise<readonly BenchWorker[]> => {
  const started = await Promise.allSettled(argsOf.map((args) => BenchWorker.start(program, args)));
  const workers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed === undefined) return workers;
  await Promise.all(workers.map((worker) => worker.close()));
  throw failed.reason;
};
