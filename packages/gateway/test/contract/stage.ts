import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  SandboxBackend,
  SandboxClass,
  SandboxLevel,
  SandboxRequest,
  SandboxViolation,
} from '@callgate/contract/sandbox';
import { createNoBackend } from '@callgate/contract/sandbox';
import type { JsonObject } from '@callgate/core';
import { onTestFinished } from 'vitest';
import type { ContractConfig, ServerConfig } from '../../src/config/gateway-config.ts';
import { childEnv } from '../../src/config/child-env.ts';
import { defaultServerConfig } from '../../src/config/defaults.ts';
import type { ContractOptions } from '../../src/contract/open-contract-upstream.ts';
import { openContractUpstream } from '../../src/contract/open-contract-upstream.ts';
import type { UpstreamFactory } from '../../src/dispatch/upstream.ts';
import { approveCall } from '../approve-call.ts';
import type { PipeClient, TestGateway, TestGatewayOptions } from '../test-gateway.ts';
import { openTestGateway } from '../test-gateway.ts';

export const LIAR = fileURLToPath(new URL('liar.py', import.meta.url));

export const CONTRACT: ContractConfig = { contract: 'prefer', mode: 'split', allow: [], onViolation: 'tell' };

/** A folder that is a root, and one that is none. */
export const folders = (): { readonly room: string; readonly home: string } => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'callgate-contract-')));
  return { room: mkdtempSync(join(base, 'room-')), home: mkdtempSync(join(base, 'home-')) };
};

export const liar = (
  { room, home }: ReturnType<typeof folders>,
  contract?: Partial<ContractConfig>,
  more: Partial<ServerConfig> & { readonly args?: readonly string[] } = {},
): ServerConfig => {
  const { args = [], ...rest } = more;
  return {
    ...defaultServerConfig('liar', {
      kind: 'stdio',
      command: 'python3',
      args: [LIAR, ...args],
      env: { ...childEnv({}), HOME: home },
      cwd: room,
    }),
    ...(contract === undefined ? {} : { contract: { ...CONTRACT, ...contract } }),
    ...rest,
  };
};

export const withSandbox =
  (options: ContractOptions): UpstreamFactory =>
  (settings, events) =>
    openContractUpstream(settings, events, options);

export interface Stage {
  readonly at: TestGateway;
  readonly client: PipeClient;
  /** How often a person was asked. */
  readonly asked: () => number;
  text(name: string, args?: JsonObject): Promise<string>;
}

/** A client whose person agrees to everything. */
export const stage = async (server: ServerConfig, more: Partial<TestGatewayOptions> = {}): Promise<Stage> => {
  const at = await openTestGateway({
    servers: [server],
    config: (config) => ({ ...config, approvals: { ...config.approvals, waitMs: 20_000, readingMs: 0 } }),
    ...more,
  });
  onTestFinished(() => at.close());
  const seen = new Set<string>();
  const client = at.connect();
  await client.initialize();
  const approve = async (): Promise<void> => {
    const { items } = await at.gateway.gate.desk.read.search({ states: ['held'] }, { limit: 50 });
    for (const { id } of items) {
      seen.add(id);
      await approveCall(at.gateway, id);
    }
  };
  const timer = setInterval(() => void approve().catch(() => undefined), 50);
  onTestFinished(() => clearInterval(timer));
  return {
    at,
    client,
    asked: () => seen.size,
    text: async (name, args = {}) => {
      const { result, error } = await client.call(name, args);
      return JSON.stringify(result ?? error);
    },
  };
};

export interface DoubleOptions {
  readonly level?: SandboxLevel;
  /** What it throws, and how well it holds, by what a server may do. */
  readonly fault?: (wanted: SandboxClass) => 'throws' | SandboxLevel | undefined;
  /** What is seen when it is asked. */
  readonly seen?: (wanted: SandboxClass) => readonly SandboxViolation[];
}

/** A sandbox that says it holds, and starts a plain process. */
export const double = (
  options: DoubleOptions = {},
): {
  readonly started: SandboxRequest[];
  /** How many processes are there. */
  readonly running: () => number;
  readonly choose: NonNullable<ContractOptions['choose']>;
} => {
  const { level = 'enforced', fault = () => undefined, seen = () => [] } = options;
  const started: SandboxRequest[] = [];
  const children: ChildProcess[] = [];
  const plain = createNoBackend();
  const backend: SandboxBackend = {
    ...plain,
    name: level === 'declared' ? 'none' : 'bubblewrap',
    level,
    start: async (request) => {
      started.push(request);
      const wrong = fault(request.class);
      if (wrong === 'throws') throw new Error('no such namespace');
      const server = await plain.start(request);
      children.push(server.child);
      return {
        ...server,
        backend: 'bubblewrap',
        level: wrong ?? level,
        violations: async () => seen(request.class),
      };
    },
  };
  const refused = [{ name: 'bubblewrap', why: 'it is not installed' }] as const;
  const running = (): number =>
    children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).length;
  return {
    started,
    running,
    choose: async () => ({ backend, refused: level === 'declared' ? refused : [] }),
  };
};

/** Counts who connects. */
export const listener = async (): Promise<{ readonly port: number; readonly heard: () => number }> => {
  let heard = 0;
  const server = createServer((socket) => {
    heard += 1;
    socket.on('error', () => undefined).resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, heard: () => heard };
};
