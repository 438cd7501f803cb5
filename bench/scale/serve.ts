import { closedLoop } from './closed-loop.ts';
import type { Said } from './messages.ts';
import { toldSchema } from './messages.ts';

/** Something that calls can be made through. */
export interface Served {
  readonly one: (client: number, call: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const say = (said: Said): void => {
  process.send?.(said);
};

const wordsOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

const failing = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    say({ type: 'failed', message: wordsOf(error) });
  }
};

/** Makes calls when it is told to, and says how long each took. Ends with whoever started it. */
export const serve = async (open: () => Promise<Served>): Promise<void> => {
  await failing(async () => {
    const served = await open();
    process.on('message', (message) => {
      void failing(async () => {
        const told = toldSchema.parse(message);
        if (told.type === 'load')
          say({ type: 'loaded', ...(await closedLoop(served.one, told.inFlight, told.milliseconds)) });
        else {
          await served.close();
          process.disconnect();
        }
      });
    });
    process.once('disconnect', () => process.exit(0));
    say({ type: 'ready' });
  });
};
