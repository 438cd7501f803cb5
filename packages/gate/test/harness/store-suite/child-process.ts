import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A child that has opened the place. */
export interface StoreChild {
  /** The next thing it says. */
  said(): Promise<unknown>;
  /** Ends it so that it can do nothing about it. */
  kill(): Promise<void>;
  /** Waits for its end, and throws if that was not a good one. */
  ended(): Promise<void>;
  /** Sees to it that it has ended, however. */
  end(): Promise<void>;
}

const SCRIPT = fileURLToPath(import.meta.url).replace(/child-process\.([jt]s)$/, 'child.$1');

export const startChild = (module: string, place: string, ...what: readonly string[]): StoreChild => {
  const child = spawn(process.execPath, ['--conditions=@callgate/source', SCRIPT, module, place, ...what], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const over = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  return {
    said: async () => {
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the child has ended without saying anything more');
      return JSON.parse(value) as unknown;
    },
    kill: async () => {
      child.kill('SIGKILL');
      const how = await over;
      if (how !== 'SIGKILL') throw new Error(`the child was not killed but ended with ${String(how)}`);
    },
    ended: async () => {
      const how = await over;
      if (how !== 0) throw new Error(`the child ended with ${String(how)}`);
    },
    end: async () => {
      child.kill('SIGKILL');
      await over;
    },
  };
};
