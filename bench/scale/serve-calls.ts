import { runClosedLoop } from './closed-loop.ts';
import type { BenchReport } from './bench-messages.ts';
import { benchCommandSchema } from './bench-messages.ts';

/** Something that calls can be made through. */
export interface BenchCaller {
  readonly one: (client: number, call: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const sendReport = (said: BenchReport): void => {
  process.send?.(said);
};

const errorText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

const reportFailure = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    sendReport({ type: 'failed', message: errorText(error) });
  }
};

/** Makes calls when it is told to, and says how long each took. Ends with the process that started it. */
export const serveCalls = async (open: () => Promise<BenchCaller>): Promise<void> => {
  await reportFailure(async () => {
    const served = await open();
    process.on('message', (message) => {
      void reportFailure(async () => {
        const told = benchCommandSchema.parse(message);
        if (told.type === 'load')
          sendReport({
            type: 'loaded',
            ...(await runClosedLoop(served.one, told.inFlight, told.milliseconds)),
          });
        else {
          await served.close();
          process.disconnect();
        }
      });
    });
    process.once('disconnect', () => process.exit(0));
    sendReport({ type: 'ready' });
  });
};
