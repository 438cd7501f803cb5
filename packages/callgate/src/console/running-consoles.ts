import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonical } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { z } from 'zod';
import { ensurePrivateFolder } from './ensure-private-folder.ts';

/** A running console of this machine, as its file describes it. */
export interface RunningConsole {
  readonly id: string;
  readonly url: string;
  /** Where it listens, whatever the way to it from outside. */
  readonly local: string;
  /** There may be others on the same store, and behind the same address. */
  readonly shared: boolean;
  readonly pid: number;
  readonly since: number;
}

const consoleSchema = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/),
  url: z.string().max(2048),
  local: z.string().max(2048),
  shared: z.boolean(),
  pid: z.int().positive(),
  since: z.number(),
});

const NAME = /^console\.[\w-]{1,64}\.json$/;

/** Says that it runs. The function it returns takes that back. */
export const announceConsole = (run: string, running: RunningConsole): (() => void) => {
  const path = join(ensurePrivateFolder(run), `console.${running.id}.json`);
  writeFileSync(path, canonical({ ...running }), { mode: 0o600, flag: 'wx' });
  const remove = (): void => rmSync(path, { force: true });
  process.once('exit', remove);
  return () => {
    process.off('exit', remove);
    remove();
  };
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const read = (path: string): RunningConsole | undefined => {
  try {
    return consoleSchema.safeParse(parseStrict(readFileSync(path))).data;
  } catch {
    return undefined;
  }
};

/** The headers with which a browser would ask; only its own page is answered. */
const AS_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };

const requestConsole = async ({ local }: RunningConsole, path: string, body?: string): Promise<boolean> => {
  const { request } = await import('node:http');
  const how =
    body === undefined
      ? { headers: AS_PAGE }
      : {
          method: 'POST',
          headers: { ...AS_PAGE, origin: new URL(local).origin, 'content-type': 'application/json' },
        };
  return await new Promise((resolve) => {
    const sent = request(`${local}${path}`, { ...how, timeout: 2000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(false));
    sent.end(body);
  });
};

const isAnswering = (running: RunningConsole): Promise<boolean> => requestConsole(running, '/sign-in/ways');

/** A link may lead to another console. One that cannot be passed on is good at the one it was made for. */
export const forwardLink = async (running: RunningConsole, code: string): Promise<void> => {
  if (running.shared) await requestConsole(running, '/sign-in/pass-on', JSON.stringify({ code }));
};

const namesIn = (run: string): readonly string[] => {
  try {
    return readdirSync(run).filter((name) => NAME.test(name));
  } catch {
    return [];
  }
};

/** The consoles that answer, newest first. Files of those that are gone are taken away. */
export const listRunningConsoles = async (run: string): Promise<readonly RunningConsole[]> => {
  const found: RunningConsole[] = [];
  for (const name of namesIn(run)) {
    const path = join(ensurePrivateFolder(run), name);
    const running = read(path);
    if (running === undefined || !isAlive(running.pid)) rmSync(path, { force: true });
    else if (await isAnswering(running)) found.push(running);
  }
  return found.toSorted((a, b) => b.since - a.since);
};
