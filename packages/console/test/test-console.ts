import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, Policy, Principal } from '@callgate/core';
import type { Clock, People } from '@callgate/gate';
import { systemClock } from '@callgate/gate';
import type { Gateway, GatewayHome, LogEntry } from '@callgate/gateway';
import { createGateway } from '@callgate/gateway';
import type { GatewayConfig, ServerConfig } from '@callgate/gateway/config';
import { defaultGatewayConfig, defaultServerConfig } from '@callgate/gateway/config';
import { presetPolicy } from '@callgate/policy';
import { loadLayeredPolicy } from '../../callgate/src/home/layered-policy.ts';
import type { PolicyFollower } from '../../callgate/src/serve/follow-policy-file.ts';
import { followPolicyFile } from '../../callgate/src/serve/follow-policy-file.ts';
import { PipeClient } from '../../gateway/test/test-gateway.ts';
import type { PolicyStore } from '@callgate/operations';
import { serveOperations } from '@callgate/operations/socket';
import type { ConsoleSettings, ServedConsole } from '../src/index.ts';
import { serveConsole } from '../src/index.ts';
import { buildWeb } from './build-web.ts';
import type { FixtureServer, FixtureTool } from './fixture-server.ts';
import { startFixtureServer } from './fixture-server.ts';

const note = { type: 'object', properties: { id: { type: 'string' }, text: { type: 'string' } } };

/** Read, write, destroy, go out, and one that says nothing of itself. */
export const NOTE_TOOLS: readonly FixtureTool[] = [
  {
    name: 'read_note',
    description: 'Reads a note',
    inputSchema: note,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'write_note',
    description: 'Writes a note',
    inputSchema: note,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  },
  {
    name: 'delete_note',
    description: 'Deletes a note for good',
    inputSchema: note,
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  },
  {
    name: 'send_mail',
    description: 'Sends a mail',
    inputSchema: { type: 'object', properties: { to: { type: 'string' }, body: { type: 'string' } } },
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  },
  { name: 'undescribed' },
];

export interface TestConsoleOptions {
  /** Tools by alias of a server of their own. One server `notes` with `NOTE_TOOLS` where nothing is said. */
  readonly servers?: Readonly<Record<string, readonly FixtureTool[]>>;
  /** What servers say of themselves besides their name. */
  readonly info?: JsonObject;
  /** What the operator says of a server, by alias; `trusted` where nothing is said. */
  readonly said?: Readonly<Record<string, Partial<ServerConfig>>>;
  readonly policy?: Policy;
  readonly people?: People;
  readonly roles?: ConsoleSettings['roles'];
  readonly config?: (config: GatewayConfig) => GatewayConfig;
  readonly settings?: Partial<ConsoleSettings>;
  /** Opened as the command line opens it where nothing is said. */
  readonly policies?: (gateway: Gateway) => PolicyStore;
  readonly clock?: Clock;
  /** Servers that run already, in place of `servers`; they are not ended with the place. */
  readonly running?: Readonly<Record<string, FixtureServer>>;
  /** The file of the key, where several places have one. */
  readonly key?: string;
  /** No page is served: handlers are asked over HTTP only, and nothing is built. */
  readonly web?: string;
}

export interface TestConsoleCall {
  readonly tool: string;
  readonly arguments?: JsonObject;
  /** Its own connection and session. */
  readonly context?: string;
  readonly principal?: Principal;
}

export interface TestConsoleAnswer {
  /** `held`, `blocked`, …; undefined where it ran. */
  readonly outcome: string | undefined;
  /** The id of a call that did not run, or not yet. */
  readonly call: string | undefined;
  readonly text: string;
  readonly result: JsonObject | undefined;
}

export interface TestConsole {
  readonly gateway: Gateway;
  readonly console: ServedConsole;
  readonly home: GatewayHome;
  readonly url: string;
  readonly log: readonly LogEntry[];
  readonly servers: Readonly<Record<string, FixtureServer>>;
  /** An agent calls a tool by the name it sees: `read_note`, or `mail__send` where there are several servers. */
  call(request: TestConsoleCall): Promise<TestConsoleAnswer>;
  close(): Promise<void>;
}

/** As the command line opens it. */
const usualPolicies = (gateway: Gateway, home: GatewayHome, clock: Clock): PolicyFollower =>
  followPolicyFile({
    home,
    clock,
    gateway,
    config: join(home.folder, 'callgate.yaml'),
    configured: () => loadLayeredPolicy(gateway.config().policy),
    log: () => {},
  });

const agent = async (gateway: Gateway, context: string, principal?: Principal): Promise<PipeClient> => {
  const client = new PipeClient(gateway, context, principal === undefined ? {} : { principal });
  await client.initialize();
  return client;
};

const answerOf = (result: JsonObject | undefined): TestConsoleAnswer => {
  const meta = (result?.['_meta'] ?? {}) as JsonObject;
  const said = (meta['dev.callgate/decision'] ?? {}) as { outcome?: string; call?: string };
  const [first] = (result?.['content'] ?? []) as readonly { readonly text?: string }[];
  return { outcome: said.outcome, call: said.call, text: first?.text ?? '', result };
};

/** A gateway with its console in a folder of its own. Calls that wait are answered as held after 20 ms. */
export const openTestConsole = async (options: TestConsoleOptions = {}): Promise<TestConsole> => {
  const clock = options.clock ?? systemClock;
  const folder = mkdtempSync(join(tmpdir(), 'callgate-console-'));
  const home = {
    folder,
    keys: options.key ?? join(folder, 'callgate.key'),
    anchors: join(folder, 'callgate.anchors'),
  };
  const names = options.running === undefined ? Object.entries(options.servers ?? { notes: NOTE_TOOLS }) : [];
  const own = Object.fromEntries(
    await Promise.all(
      names.map(async ([name, tools]) => [name, await startFixtureServer(tools, options.info)] as const),
    ),
  );
  const servers = options.running ?? own;
  const usual = defaultGatewayConfig(
    folder,
    Object.entries(servers).map(([name, { url }]) => ({
      ...defaultServerConfig(name, { kind: 'http', url, headers: {} }),
      era: 'legacy',
      trust: 'trusted',
      ...options.said?.[name],
    })),
  );
  const wanted: GatewayConfig = {
    ...usual,
    approvals: { ...usual.approvals, waitMs: 20 },
    ...(options.people === undefined ? {} : { people: options.people }),
  };
  const log: LogEntry[] = [];
  const gateway = await createGateway({
    config: options.config?.(wanted) ?? wanted,
    policy: options.policy ?? presetPolicy('balanced'),
    home,
    clock,
    log: (entry) => log.push(entry),
    trustAsWritten: true,
    servePeople: serveOperations,
  });
  await gateway.ready;
  const policies = usualPolicies(gateway, home, clock);
  const console = await serveConsole(
    {
      gateway,
      home,
      keys: gateway.keys,
      board: gateway.board,
      clock,
      policies: options.policies?.(gateway) ?? policies,
      config: () => gateway.config(),
    },
    {
      host: '127.0.0.1',
      port: 0,
      roles: options.roles ?? {},
      oidc: null,
      log: (entry) => log.push(entry),
      web: options.web ?? (await buildWeb()),
      ...options.settings,
    },
  );
  const agents = new Map<string, Promise<PipeClient>>();
  return {
    gateway,
    console,
    home,
    url: console.url,
    log,
    servers,
    call: async ({ tool, arguments: args = {}, context = 'one', principal }) => {
      const key = `${principal?.subject ?? ''} ${context}`;
      const opening = agents.get(key) ?? agent(gateway, context, principal);
      agents.set(key, opening);
      const { result, error } = await (await opening).call(tool, args);
      if (error !== undefined) throw new Error(`${tool}: ${error.message}`);
      return answerOf(result);
    },
    close: async () => {
      await console.close();
      policies.close();
      await gateway.close();
      await Promise.all(Object.values(own).map((server) => server.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
