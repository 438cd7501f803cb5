import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Json, JsonObject } from '@callgate/core';
import type { ServerConfig } from '../src/config/gateway-config.ts';
import { defaultServerConfig } from '../src/config/defaults.ts';
import { stdioServer } from './test-gateway.ts';

const SCRIPT = join(import.meta.dirname, 'oracle-server.ts');

/** A folder in which an oracle server logs what it receives, and reads what it is to say. */
export interface Oracle {
  readonly folder: string;
  server(name: string, more?: Partial<ServerConfig>): Promise<ServerConfig>;
  says(script: JsonObject): void;
  /** Makes it send these by itself; resolves once it took them. */
  sends(...lines: readonly string[]): Promise<void>;
  /** Every message it received. */
  received(): readonly JsonObject[];
  /** The calls among them. */
  calls(): readonly { readonly name: Json | undefined; readonly arguments: Json | undefined }[];
  /** When each received message came, in the same order. */
  arrivals(): readonly number[];
  bytes(): string;
  headers(): readonly Readonly<Record<string, string>>[];
  close(): void;
}

/** Hundreds are started: what Node makes of the script is kept. */
const reachOf = (args: readonly string[]): ServerConfig['reach'] => ({
  kind: 'stdio',
  command: process.execPath,
  args,
  env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: join(tmpdir(), 'callgate-oracle-cache') },
});

const linesOf = (path: string): readonly string[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];

export const oracle = (
  transport: 'stdio' | 'http' = 'stdio',
  eras: 'legacy' | 'modern' | 'both' = 'both',
): Oracle => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-oracle-'));
  let child: ChildProcess | undefined;
  const received = (): readonly JsonObject[] =>
    linesOf(join(folder, 'received.log')).map((line) => JSON.parse(line) as JsonObject);
  return {
    folder,
    async server(name, more = {}) {
      const args = [SCRIPT, transport, folder, eras];
      if (transport === 'stdio')
        return stdioServer(name, process.execPath, args, { reach: reachOf(args), ...more });
      child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const { promise, resolve } = Promise.withResolvers<string>();
      child.stdout?.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
      return { ...defaultServerConfig(name, { kind: 'http', url: await promise, headers: {} }), ...more };
    },
    says: (script) => writeFileSync(join(folder, 'tools.json'), JSON.stringify(script)),
    async sends(...lines) {
      const path = join(folder, 'say.txt');
      writeFileSync(`${path}.new`, `${lines.join('\n')}\n`);
      renameSync(`${path}.new`, path);
      while (existsSync(path)) await delay(5);
    },
    received,
    arrivals: () => linesOf(join(folder, 'arrivals.log')).map(Number),
    calls: () =>
      received()
        .filter(({ method }) => method === 'tools/call')
        .map(({ params }) => {
          const { name, arguments: args } = (params ?? {}) as JsonObject;
          return { name, arguments: args };
        }),
    bytes: () =>
      existsSync(join(folder, 'received.log')) ? readFileSync(join(folder, 'received.log'), 'utf8') : '',
    headers: () =>
      linesOf(join(folder, 'headers.log')).map((line) => JSON.parse(line) as Record<string, string>),
    close: () => {
      child?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
