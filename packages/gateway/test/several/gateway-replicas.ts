import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Principal } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import type { ServerConfig } from '../../src/config/gateway-config.ts';
import type { HttpServer } from '../../src/receive/http/serve-http.ts';
import { serveHttp } from '../../src/receive/http/serve-http.ts';
import { mintToken, tokenAuth } from '../../src/identity/token-auth.ts';
import { TestClient } from '../http-client.ts';
import type { Oracle } from '../oracle.ts';
import { oracle } from '../oracle.ts';
import type { TestGateway } from '../test-gateway.ts';
import { openTestGateway } from '../test-gateway.ts';

const BOB: Principal = { ...LOCAL_PRINCIPAL, subject: 'bob' };

export interface GatewayReplica {
  readonly at: TestGateway;
  readonly server: HttpServer;
}

export interface GatewayReplicasOptions {
  readonly count: number;
  readonly waitMs?: number;
  readonly mailMs?: number;
  readonly server?: Partial<ServerConfig>;
  readonly says?: Parameters<Oracle['says']>[0];
}

/** Gateways with the same keys, tokens and servers on one database, as on several machines. */
export class GatewayReplicas {
  readonly #folder: string;
  readonly #upstream: Oracle;
  readonly #tokens: readonly [string, string] = [mintToken('agents'), mintToken('agents')];
  readonly #store: string;
  readonly #options: GatewayReplicasOptions;
  readonly gates: GatewayReplica[] = [];
  readonly #balancers: Server[] = [];

  private constructor(cluster: Cluster, options: GatewayReplicasOptions) {
    this.#folder = mkdtempSync(join(tmpdir(), 'callgate-several-'));
    this.#upstream = oracle();
    this.#store = `${cluster.url()}?schema=t${randomBytes(6).toString('hex')}`;
    this.#options = options;
  }

  static async start(cluster: Cluster, options: GatewayReplicasOptions): Promise<GatewayReplicas> {
    const several = new GatewayReplicas(cluster, options);
    if (options.says !== undefined) several.upstream.says(options.says);
    for (let each = 0; each < options.count; each += 1) await several.begin();
    return several;
  }

  get upstream(): Oracle {
    return this.#upstream;
  }

  /** What agents of the local user show. */
  get token(): string {
    return this.#tokens[0];
  }

  /** One more. */
  async begin(): Promise<GatewayReplica> {
    const { waitMs = 100, mailMs = 20_000, server: more } = this.#options;
    const at = await openTestGateway({
      folder: this.#folder,
      servers: [await this.#upstream.server('notes', { trust: 'trusted', ...more })],
      config: (config) => ({
        ...config,
        store: { path: this.#store },
        approvals: {
          ...config.approvals,
          waitMs,
          questionsAnHour: 10_000,
          pendingPerPrincipal: 10_000,
          readingMs: 0,
        },
        clients: [{ name: 'test', vouched: false, answersInBand: true }],
      }),
    });
    await at.gateway.ready;
    const [mine, theirs] = this.#tokens;
    const [first, second] = [tokenAuth(mine), tokenAuth(theirs, BOB)];
    const { protocol, replica, clock } = at.gateway;
    const server = await serveHttp({
      protocol,
      replica,
      readiness: () => at.gateway.readiness(),
      now: () => clock.now(),
      host: '127.0.0.1',
      port: 0,
      authenticate: async (request) => {
        const outcome = await first(request);
        return outcome.ok ? outcome : await second(request);
      },
      limits: { closeMs: 200, mailMs },
    });
    const gate = { at, server };
    this.gates.push(gate);
    return gate;
  }

  gate(index: number): GatewayReplica {
    const gate = this.gates[index];
    if (gate === undefined) throw new Error(`there are ${this.gates.length} gates`);
    return gate;
  }

  /** A client at one of them that has said nothing yet. */
  client(index: number, who: 'local' | 'bob' = 'local'): TestClient {
    const token = this.#tokens[who === 'local' ? 0 : 1];
    return new TestClient(this.gate(index).server.port, { authorization: `Bearer ${token}` });
  }

  /** The session of a client, at another. */
  session(index: number, client: TestClient, who: 'local' | 'bob' = 'local'): TestClient {
    const { port, headers } = this.client(index, who);
    return new TestClient(port, { ...client.headers, ...headers });
  }

  /** A url behind which every request goes to the next of them. */
  async balanced(): Promise<string> {
    let turn = 0;
    const balancer = createServer((incoming, outgoing) => {
      turn += 1;
      const { port } = this.gate(turn % this.gates.length).server;
      const passed = httpRequest(
        {
          host: '127.0.0.1',
          port,
          path: incoming.url,
          method: incoming.method,
          headers: { ...incoming.headers, host: `127.0.0.1:${port}` },
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          outgoing.flushHeaders();
          answer.pipe(outgoing);
        },
      );
      passed.on('error', () => outgoing.destroy());
      outgoing.on('close', () => passed.destroy());
      incoming.pipe(passed);
    });
    balancer.listen(0, '127.0.0.1');
    await once(balancer, 'listening');
    this.#balancers.push(balancer);
    return `http://127.0.0.1:${(balancer.address() as AddressInfo).port}/mcp`;
  }

  async end(gate: GatewayReplica): Promise<void> {
    this.gates.splice(this.gates.indexOf(gate), 1);
    await gate.server.close();
    await gate.at.close();
  }

  async close(): Promise<void> {
    for (const balancer of this.#balancers) {
      balancer.closeAllConnections();
      balancer.close();
    }
    for (const { server } of this.gates) await server.close();
    for (const { at } of this.gates) await at.close();
    this.#upstream.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
