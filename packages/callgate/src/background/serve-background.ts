import { once, setMaxListeners } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { tryLockFile } from '@callgate/gate/sqlite';
import type { Relay } from '@callgate/gateway';
import { serveRelays } from '@callgate/gateway';
import { readDuration } from '@callgate/gateway/config';
import { serveMessages } from '@callgate/messages/cli/serve';
import type { HomePaths } from '../home/home-paths.ts';
import { refuseWritableHome } from '../home/refuse-writable-home.ts';
import { inheritedEnvironment } from '../options/reach-options.ts';
import { openServerGateway } from '../serve/run-server.ts';
import { servePipe } from '../serve/serve-pipe.ts';
import { waitUntilStopped } from '../serve/wait-until-stopped.ts';
import { logLine, writeLogLine } from '../show/log.ts';
import type { RunRequest } from './run-request.ts';
import { runRequestSchema } from './run-request.ts';

const IDLE_MS = 300_000;

const failureText = (error: unknown): string =>
  JSON.stringify(
    error instanceof CallgateError
      ? { code: error.code, message: error.message, help: error.help }
      : { message: display(error instanceof Error ? error.message : String(error)) },
  );

const readRequest = (text: string): RunRequest => runRequestSchema.parse(JSON.parse(text));

/** Serves one client by a gateway of its own until the client is gone or `signal` is aborted. */
const serveRun = async (relay: Relay, home: HomePaths, signal: AbortSignal): Promise<void> => {
  const { env, folder, pid, words, isTerminal, command, args, ...wanted } = readRequest(relay.request);
  const log: typeof writeLogLine = (entry) => relay.log(logLine(entry, isTerminal));
  const reach = {
    kind: 'stdio',
    command,
    args,
    env: inheritedEnvironment(env),
    clientFolder: folder,
  } as const;
  // the store was named with its whole path, and the folder is that of this process
  const { CALLGATE_STORE: _, ...others } = env;
  const client = { env: { ...others, CALLGATE_HOME: home.folder }, folder, log };
  const gateway = await openServerGateway({ ...wanted, home, reach }, client);
  try {
    const pipe = await servePipe(gateway, { input: relay.input, output: relay.output, pid, words, log });
    // a client that was not accepted tries again
    signal.throwIfAborted();
    relay.accept();
    await Promise.race([pipe.ended, relay.closed, once(signal, 'abort')]);
    await pipe.close();
  } finally {
    await gateway.close();
  }
};

/** Resolves when there was no client for so long. */
const createIdleWait = (idleMs: number): { readonly over: Promise<void>; setCount(count: number): void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let timer = setTimeout(resolve, idleMs);
  return {
    over: promise,
    setCount: (count) => {
      clearTimeout(timer);
      if (count === 0) timer = setTimeout(resolve, idleMs);
    },
  };
};

/** The lock that makes this process the only one of this name; undefined where another has it. */
const becomeOnly = ({ run }: HomePaths, name: string): ReturnType<typeof tryLockFile> => {
  mkdirSync(run, { recursive: true, mode: 0o700 });
  const path = join(run, `background.${name}.lock`);
  closeSync(openSync(path, 'a', 0o600));
  return tryLockFile(path);
};

/** The gateway that processes of `callgate run` hand their clients over to. It ends when none was there for a while. */
export const serveBackground = async (home: HomePaths, name: string): Promise<void> => {
  refuseWritableHome(home.folder);
  const lock = becomeOnly(home, name);
  if (lock === undefined) return;
  // every gateway removes its sockets at the exit
  process.setMaxListeners(0);
  const idle = createIdleWait(readDuration(process.env['CALLGATE_BACKGROUND_IDLE'] ?? '') ?? IDLE_MS);
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const running = new Set<Promise<void>>();
  const serve = async (relay: Relay): Promise<void> => {
    let isAccepted = false;
    const accept = (): void => {
      isAccepted = true;
      relay.accept();
    };
    try {
      await serveRun({ ...relay, accept }, home, stop.signal);
    } catch (error) {
      if (!isAccepted && !stop.signal.aborted) {
        relay.refuse(failureText(error));
        return;
      }
      writeLogLine({
        level: 'error',
        code: 'BACKGROUND_FAILED',
        message: serveMessages.background.failed({ why: failureText(error) }),
      });
      throw error;
    }
  };
  const server = await serveRelays({
    folder: home.folder,
    instance: name,
    serve: async (relay) => {
      const work = serve(relay);
      running.add(work);
      try {
        await work;
      } finally {
        running.delete(work);
      }
    },
    onCount: idle.setCount,
  });
  await waitUntilStopped(idle.over);
  server.stop();
  stop.abort();
  await Promise.allSettled(running);
  lock.close();
  process.exit(0);
};
