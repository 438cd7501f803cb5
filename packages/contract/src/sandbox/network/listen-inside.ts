import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Server } from 'node:net';
import { isSea } from 'node:sea';
import { text as readAll } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { sandboxMessages } from '@callgate/messages/sandbox';
import { z } from 'zod';
import { findProgram } from '../find-program.ts';

export interface ListeningPlace {
  readonly address: string;
  readonly port: number;
}

export interface NetworkNamespaces {
  /** A process that may enter the namespaces below its own. */
  readonly outsidePid: number;
  readonly insidePid: number;
}

const messageSchema = z.object({ at: z.number().int().nonnegative(), error: z.string().optional() });

/**
 * Runs in the sandbox's network and outside of everything else of it. A socket stays in the network it was made in, so
 * what is handed over listens there while this process is gone. The interface may not be up yet.
 */
const LISTENER = String.raw`
const { createServer } = require('node:net');
const ATTEMPTS = 1000;
process.once('message', (places) => {
  places.forEach(({ address, port }, at) => {
    const attempt = (left) => {
      const server = createServer();
      server.once('error', (error) => {
        if (error.code === 'EADDRNOTAVAIL' && left > 0) setTimeout(attempt, 5, left - 1);
        else process.send({ at, error: error.message });
      });
      server.listen({ host: address, port, ipv6Only: true }, () => process.send({ at }, server));
    };
    attempt(ATTEMPTS);
  });
});
`;

const findNode = (): string | undefined => (isSea() ? findProgram('node') : process.execPath);

const enter = ({ outsidePid, insidePid }: NetworkNamespaces): readonly string[] => [
  `--user=/proc/${outsidePid}/ns/user`,
  `--net=/proc/${insidePid}/ns/net`,
  '--preserve-credentials',
  '--',
];

const addAddresses = async (
  nsenter: string,
  namespaces: NetworkNamespaces,
  addresses: readonly string[],
): Promise<string | undefined> => {
  if (addresses.length === 0) return undefined;
  const ip = findProgram('ip');
  if (ip === undefined) return sandboxMessages.missingProgram({ program: 'ip' });
  for (const address of addresses) {
    const own = `${address}/${address.includes(':') ? 128 : 32}`;
    await promisify(execFile)(nsenter, [...enter(namespaces), ip, 'address', 'add', own, 'dev', 'lo']);
  }
  return undefined;
};

/** Sockets that listen inside a sandbox and belong to this process, in the order of the places; a text says why there are none. */
export const listenInside = async (
  namespaces: NetworkNamespaces,
  places: readonly ListeningPlace[],
  addresses: readonly string[],
): Promise<readonly Server[] | string> => {
  const [nsenter, node] = [findProgram('nsenter'), findNode()];
  if (nsenter === undefined) return sandboxMessages.missingProgram({ program: 'nsenter' });
  if (node === undefined) return sandboxMessages.missingProgram({ program: 'node' });
  const problem = await addAddresses(nsenter, namespaces, addresses);
  if (problem !== undefined) return problem;
  const child = spawn(nsenter, [...enter(namespaces), node, '-e', LISTENER], {
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const servers = new Map<number, Server>();
  const closeAll = (): void => {
    for (const server of servers.values()) server.close();
  };
  const errors = child.stderr === null ? Promise.resolve('') : readAll(child.stderr);
  const listening = new Promise<undefined | string>((resolve) => {
    child.on('message', (message: unknown, handle: unknown) => {
      const { at, error } = messageSchema.parse(message);
      if (error !== undefined) resolve(error);
      if (handle instanceof Server) servers.set(at, handle);
      if (servers.size === places.length) resolve(undefined);
    });
  });
  const ended = once(child, 'exit').then(
    async () => (await errors).trim() || sandboxMessages.noOutput,
    (error: unknown) => String(error),
  );
  child.send([...places]);
  const failure = await Promise.race([listening, ended]);
  child.kill('SIGKILL');
  await ended;
  if (failure === undefined) return places.flatMap((_, at) => servers.get(at) ?? []);
  closeAll();
  return sandboxMessages.failed({ program: 'nsenter', output: failure });
};
