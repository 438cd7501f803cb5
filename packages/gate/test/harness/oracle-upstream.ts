import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { z } from 'zod';

/**
 * What the oracle does with a frame once it has written it down. `echo` answers with the arguments; `half-close` and
 * `silent` do not answer; `twice` answers twice.
 */
export type OracleBehaviour =
  | 'echo'
  | 'error'
  | 'garbage'
  | 'half-close'
  | 'silent'
  | 'twice'
  | 'wrong-call'
  | { readonly slow: number };

/** Behaviour by target; `*` for all others. */
export type OracleScript = Readonly<Record<string, OracleBehaviour>>;

export const ORACLE_SCRIPT: z.ZodType<OracleScript> = z.record(
  z.string(),
  z.union([
    z.enum(['echo', 'error', 'garbage', 'half-close', 'silent', 'twice', 'wrong-call']),
    z.strictObject({ slow: z.int().min(0) }),
  ]),
);

export interface OracleOptions {
  readonly socketPath: string;
  /** Every byte that arrives is appended to it before anything is answered. */
  readonly logPath: string;
  readonly script?: OracleScript;
}

export interface Oracle {
  close(): Promise<void>;
}

interface Frame {
  readonly call: unknown;
  readonly attempt: unknown;
  readonly target: unknown;
  readonly arguments: unknown;
}

/** Not the parser of the gate, on purpose: what judges a program must not share its mistakes. */
const frameIn = (line: string): Frame | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...(value as Frame) } : undefined;
  } catch {
    return undefined;
  }
};

const echo = ({ call, attempt, arguments: args }: Frame): string =>
  `${JSON.stringify({ call, attempt, answer: { type: 'result', result: { echo: args } } })}\n`;

const errorAnswer = ({ call, attempt }: Frame): string =>
  `${JSON.stringify({ call, attempt, answer: { type: 'error', code: 'ORACLE', message: 'as scripted' } })}\n`;

const answer = (socket: Socket, frame: Frame, script: OracleScript): void => {
  const how = script[String(frame.target)] ?? script['*'] ?? 'echo';
  if (typeof how === 'object') {
    setTimeout(() => socket.write(echo(frame)), how.slow);
    return;
  }
  switch (how) {
    case 'echo':
      socket.write(echo(frame));
      return;
    case 'twice':
      socket.write(echo(frame) + echo({ ...frame, arguments: 'again' }));
      return;
    case 'wrong-call':
      socket.write(echo({ ...frame, call: `not-${String(frame.call)}` }));
      return;
    case 'error':
      socket.write(errorAnswer(frame));
      return;
    case 'garbage':
      socket.write('{"answer":\u0000\n');
      return;
    case 'half-close':
      socket.end();
      return;
    case 'silent':
  }
};

/** Lines that are there already: numbers go on from them if the oracle is started again on the same file. */
const linesIn = (path: string): number => {
  try {
    return readFileSync(path, 'latin1').split('\n').length - 1;
  } catch {
    return 0;
  }
};

const listening = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });

/**
 * An upstream that writes down every byte it gets, in the order in which it gets them, and answers each line by a
 * script. What its file says was sent, was sent, whatever the sender remembers.
 */
export const startOracle = async ({ socketPath, logPath, script = {} }: OracleOptions): Promise<Oracle> => {
  let n = linesIn(logPath);
  const fd = openSync(logPath, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o600);
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    // with the process: a second oracle on the same file must not go on with a connection of the first
    const connection = `${process.pid}.${connections}`;
    let rest = '';
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      n += 1;
      writeSync(fd, `${JSON.stringify({ n, connection, bytes: chunk.toString('base64') })}\n`);
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const frame = frameIn(line);
        if (frame !== undefined) answer(socket, frame, script);
      }
    });
  });
  await listening(server, socketPath);
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
      closeSync(fd);
    },
  };
};
