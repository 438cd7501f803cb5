import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, Policy, Principal } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { GatewayConfig, ServerConfig } from '../../src/config/gateway-config.ts';
import { openUpstream } from '../../src/dispatch/open-upstream.ts';
import type { UpstreamFactory } from '../../src/dispatch/upstream.ts';
import type { Authenticator } from '../../src/identity/authenticator.ts';
import type { HttpLimits } from '../../src/receive/http/http-limits.ts';
import { serveHttp } from '../../src/receive/http/serve-http.ts';
import { tokenAuth } from '../../src/identity/token-auth.ts';
import type { Oracle } from '../oracle.ts';
import { oracle } from '../oracle.ts';
import type { TestGateway } from '../test-gateway.ts';
import { openTestGateway } from '../test-gateway.ts';
import type { Agent, AgentOptions, AgentProtocol } from './agents.ts';
import { HttpAgent, StdioAgent } from './agents.ts';
import { judge } from './judge.ts';
import { CANARIES } from './secrets.ts';

export interface UpstreamKind {
  readonly transport: 'stdio' | 'http';
  readonly era: 'legacy' | 'modern';
}

export const UPSTREAM_KINDS: readonly UpstreamKind[] = [
  { transport: 'stdio', era: 'legacy' },
  { transport: 'stdio', era: 'modern' },
  { transport: 'http', era: 'legacy' },
  { transport: 'http', era: 'modern' },
];

/** Somebody else on the same gateway. */
export const STRANGER: Principal = { ...LOCAL_PRINCIPAL, subject: 'mallory' };

export interface ArenaOptions {
  readonly server?: Partial<ServerConfig>;
  readonly config?: (config: GatewayConfig) => GatewayConfig;
  readonly policy?: Policy;
  readonly limits?: Partial<HttpLimits>;
  /** Told before a judged call is written. */
  readonly beforeSend?: () => Promise<void>;
  readonly more?: readonly ServerConfig[];
  /** What the server says from the start. */
  readonly says?: JsonObject;
}

/** A gateway with an oracle behind it and agents of every kind before it. */
export interface Arena {
  readonly at: TestGateway;
  readonly upstream: Oracle;
  readonly port: number;
  agent(speech: AgentProtocol, options?: AgentOptions, principal?: Principal): Promise<Agent>;
  /** Closes everything, and says what must not have been. */
  close(): Promise<readonly string[]>;
}

/** Who is who by token. */
const authenticate: Authenticator = (request) => {
  const local = tokenAuth(CANARIES.agentToken)(request);
  return 'ok' in local && local.ok ? local : tokenAuth(CANARIES.strangerToken, STRANGER)(request);
};

const secretsOf = ({ transport }: UpstreamKind): Partial<ServerConfig['reach']> =>
  transport === 'http'
    ? { headers: { authorization: CANARIES.serverHeader } }
    : { env: { PATH: process.env['PATH'] ?? '', ORACLE_SECRET: CANARIES.serverEnvironment } };

/** Sees to it that nothing is written whose intent another process could not read by then. */
const watched =
  (
    faults: string[],
    durable: (call: string) => Promise<boolean>,
    before: ArenaOptions['beforeSend'],
  ): UpstreamFactory =>
  (settings, events) => {
    const upstream = openUpstream(settings, events);
    return {
      server: upstream.server,
      identity: upstream.identity,
      hello: () => upstream.hello(),
      control: (method, params, signal) => upstream.control(method, params, signal),
      send: async (call, how, context) => {
        if (!(await durable(call.call)))
          faults.push(`call ${call.call} was about to leave, and its intent was not in the file`);
        await before?.();
        return await upstream.send(call, how, context);
      },
      close: () => upstream.close(),
    };
  };

export const arena = async (behind: UpstreamKind, options: ArenaOptions = {}): Promise<Arena> => {
  const upstream = oracle(behind.transport, behind.era);
  if (options.says !== undefined) upstream.says(options.says);
  const server = await upstream.server('notes', { trust: 'trusted', ...options.server });
  const reach = { ...server.reach, ...secretsOf(behind) } as ServerConfig['reach'];
  const faults: string[] = [];
  const judging = judge();
  const folder = mkdtempSync(join(tmpdir(), 'callgate-arena-'));
  const at = await openTestGateway({
    folder,
    servers: [{ ...server, reach }, ...(options.more ?? [])],
    config: (config) => {
      const approvals = {
        ...config.approvals,
        waitMs: 150,
        questionsAnHour: 100_000,
        pendingPerPrincipal: 10_000,
      };
      const wanted = { ...config, approvals };
      return options.config?.(wanted) ?? wanted;
    },
    ...(options.policy === undefined ? {} : { policy: options.policy }),
    open: watched(faults, judging.isDurable, options.beforeSend),
  });
  await judging.open(folder);
  await at.gateway.ready;
  const http = await serveHttp({
    protocol: at.gateway.protocol,
    host: '127.0.0.1',
    port: 0,
    authenticate,
    limits: { closeMs: 200, ...options.limits },
  });
  const agents: Agent[] = [];
  return {
    at,
    upstream,
    port: http.port,
    async agent(speech, given = {}, principal = LOCAL_PRINCIPAL) {
      const token = principal === LOCAL_PRINCIPAL ? CANARIES.agentToken : CANARIES.strangerToken;
      const agent =
        speech.transport === 'stdio'
          ? new StdioAgent(at.gateway, speech, principal, `stdio:${agents.length}`, given)
          : new HttpAgent(http.port, speech, token, given);
      agents.push(agent);
      return await agent.open();
    },
    async close() {
      await http.close();
      for (const agent of agents) {
        if (!(agent instanceof StdioAgent)) continue;
        await agent.close();
        faults.push(...agent.faults);
      }
      await at.gateway.close();
      const found = await judging.verdict({ folder, log: at.log, upstream, server: server.server });
      rmSync(folder, { recursive: true, force: true });
      upstream.close();
      return [...faults, ...found];
    },
  };
};
