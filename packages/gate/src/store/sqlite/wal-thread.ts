import { Worker } from 'node:worker_threads';
import { canCheckpointLater } from './faults.ts';

/** Why a checkpoint failed. Errors lose their codes between threads. */
export interface CheckpointFault {
  readonly message: string;
  readonly errcode: unknown;
}

const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './wal-checkpoint-worker.ts' : './wal-checkpoint-worker.js',
  import.meta.url,
);

/** Moves the log of a store into its file beside the event loop. The thread is started when it is first needed. */
export class WalThread {
  readonly #path: string;
  readonly #onFault: (error: unknown) => void;
  #worker: Worker | undefined;
  #onMoved: (() => void) | undefined;
  #isUsable = true;

  /** @param path Of the database. */
  constructor(path: string, onFault: (error: unknown) => void) {
    this.#path = path;
    this.#onFault = onFault;
  }

  /** Moves what is in the log now, and calls `onMoved` after it. False where no thread can do it. */
  move(onMoved: () => void): boolean {
    const worker = this.#isUsable ? (this.#worker ??= this.#start()) : undefined;
    if (worker === undefined) return false;
    this.#onMoved = onMoved;
    worker.postMessage('move', []);
    return true;
  }

  async close(): Promise<void> {
    this.#isUsable = false;
    await this.#worker?.terminate();
  }

  #start(): Worker | undefined {
    try {
      const worker = new Worker(WORKER, {
        workerData: this.#path,
        trackUnmanagedFds: false,
        // the standard output of this process may be its connection to a client
        stdout: true,
        stderr: true,
      });
      worker.on('message', (fault: CheckpointFault | null) => this.#answer(fault));
      worker.on('error', this.#ended);
      worker.on('exit', this.#ended);
      worker.unref();
      return worker;
    } catch {
      // a process may be forbidden to start threads: the event loop does it
      this.#isUsable = false;
      return undefined;
    }
  }

  readonly #ended = (): void => {
    this.#isUsable = false;
    this.#answer(null);
  };

  #answer(fault: CheckpointFault | null): void {
    const onMoved = this.#onMoved;
    this.#onMoved = undefined;
    onMoved?.();
    if (fault === null) return;
    const error = Object.assign(new Error(fault.message), { errcode: fault.errcode });
    if (!canCheckpointLater(error)) this.#onFault(error);
  }
}
