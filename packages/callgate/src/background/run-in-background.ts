import { CallgateError } from '@callgate/core';
import type { RelayEnd } from '@callgate/gateway/background';
import { findBackgroundSocket, relayPipe } from '@callgate/gateway/background';
import { serveMessages } from '@callgate/messages/cli/serve';
import type { HomePaths } from '../home/home-paths.ts';
import { STOP_SIGNALS } from '../serve/wait-until-stopped.ts';
import { writeLogLine } from '../show/log.ts';
import { backgroundName } from './background-name.ts';
import type { RunRequest } from './run-request.ts';
import { startBackground } from './start-background.ts';

const START_MS = 60_000;
const PAUSE_MS = 20;
/** A gateway that is about to end may drop a process once; one that always does is broken. */
const MAX_DROPS = 3;
const INTERNAL_ERROR = -32603;

const { background: texts } = serveMessages;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Relays to the gateway of this name, which is started where there is none. Undefined where that cannot be done. */
const relayToBackground = async (
  home: HomePaths,
  relay: (socketPath: string) => Promise<RelayEnd>,
): Promise<RelayEnd | undefined> => {
  const name = backgroundName();
  const deadline = performance.now() + START_MS;
  let drops = 0;
  let starting: { code: number | undefined } | undefined;
  while (performance.now() < deadline) {
    const socketPath = findBackgroundSocket(home.folder, name);
    const end: RelayEnd = socketPath === undefined ? { kind: 'unreached' } : await relay(socketPath);
    if (end.kind === 'dropped') drops += 1;
    else if (end.kind !== 'unreached') return end;
    if (drops >= MAX_DROPS) return undefined;
    if (starting === undefined || starting.code === 0) {
      const started: { code: number | undefined } = { code: undefined };
      void startBackground(home, name).then(
        (code) => (started.code = code),
        () => (started.code = 1),
      );
      starting = started;
    } else if (starting.code !== undefined) return undefined;
    // one that finds another there ends at once, and that one may be about to end or to listen
    for (let at = 0; at < 5 && findBackgroundSocket(home.folder, name) === undefined; at += 1)
      await pause(PAUSE_MS);
    await pause(PAUSE_MS);
  }
  return undefined;
};

const readFailure = (text: string): Error => {
  const value: unknown = JSON.parse(text);
  const { code, message, help } = Object.fromEntries(Object.entries(value ?? {}));
  if (typeof code !== 'string') return new Error(String(message));
  return new CallgateError({
    code,
    message: String(message),
    ...(typeof help === 'string' ? { help } : {}),
  });
};

/**
 * Serves the client of this process by the background gateway until the client is gone. Resolves with false where there is
 * none and none can be started; nothing was read of the client then.
 */
export const runInBackground = async (home: HomePaths, request: RunRequest): Promise<boolean> => {
  const stop = new AbortController();
  for (const signal of STOP_SIGNALS) process.once(signal, () => stop.abort());
  const end = await relayToBackground(home, (socketPath) =>
    relayPipe({
      socketPath,
      request: JSON.stringify(request),
      input: process.stdin,
      output: process.stdout,
      errors: process.stderr,
      signal: stop.signal,
      lost: { code: INTERNAL_ERROR, message: texts.lostCall },
    }),
  );
  if (end?.kind === 'failed') throw readFailure(end.failure);
  if (end?.kind === 'ended' || stop.signal.aborted) process.exit(0);
  if (end?.kind === 'lost') {
    writeLogLine({ level: 'error', code: 'BACKGROUND_LOST', message: texts.lost });
    process.exit(1);
  }
  writeLogLine({ level: 'warning', code: 'BACKGROUND_UNAVAILABLE', message: texts.unavailable });
  return false;
};
