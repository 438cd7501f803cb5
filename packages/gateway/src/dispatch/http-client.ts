import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { ClientRequest } from 'node:http';
import type { ServerEndpoint } from '../config/gateway-config.ts';
import type { EgressDestination, AddressResolver } from './egress.ts';
import { createDestination } from './egress.ts';
import { operatorHeaders } from './http-headers.ts';

export interface HttpLinkSettings {
  readonly server: string;
  readonly reach: Extract<ServerEndpoint, { kind: 'http' }>;
  readonly messageBytes: number;
  readonly allowPrivate: readonly string[];
  readonly resolve?: AddressResolver;
}

const MAX_SOCKETS = 256;
/** Shorter than what servers keep idle connections for, so that no request is written to one that is closing. */
const IDLE_MS = 4000;

const AGENT = { keepAlive: true, maxSockets: MAX_SOCKETS, timeout: IDLE_MS, scheduling: 'lifo' } as const;

/** Starts HTTP requests to one server, and to nowhere else. */
export class HttpClient {
  readonly #to: EgressDestination;
  readonly #agent: HttpAgent;
  readonly #send: typeof httpRequest;
  readonly #head: readonly string[];
  /** Of the legacy era, where the server gave one. */
  session: string | null = null;
  version: string | null = null;
  /** Of a sign-in with OAuth. */
  accessToken: string | null = null;

  constructor({ reach, allowPrivate, resolve }: HttpLinkSettings) {
    this.#to = createDestination(reach.url, allowPrivate, resolve);
    // TLS is loaded for servers that need it: every start would wait for it otherwise
    const https = this.#to.protocol === 'https:' ? process.getBuiltinModule('node:https') : undefined;
    this.#agent =
      https === undefined ? new HttpAgent(AGENT) : new https.Agent({ ...AGENT, rejectUnauthorized: true });
    this.#send = https === undefined ? httpRequest : https.request;
    this.#head = [
      'Host',
      this.#to.authority,
      ...operatorHeaders(reach.headers),
      'User-Agent',
      'callgate',
      'Accept-Encoding',
      'identity',
    ];
  }

  /** What a socket says when the first byte of a request can leave. */
  get connected(): 'secureConnect' | 'connect' {
    return this.#to.protocol === 'https:' ? 'secureConnect' : 'connect';
  }

  /** `endless` requests have a connection of their own. Nothing leaves before its `end`. */
  start(method: 'POST' | 'GET' | 'DELETE', more: readonly string[], endless: boolean): ClientRequest {
    const { host, port, path, lookup } = this.#to;
    return this.#send({
      agent: endless ? false : this.#agent,
      host,
      port,
      path,
      lookup,
      method,
      headers: [...this.#head, ...this.#state(), ...more],
      setHost: false,
      maxHeaderSize: 16 * 1024,
      insecureHTTPParser: false,
      ...(endless && this.#to.protocol === 'https:' ? { rejectUnauthorized: true } : {}),
    });
  }

  /** Head and body leave in one write. `text` is canonical and so ASCII: its length is its bytes. */
  post(text: string, more: readonly string[], endless: boolean): ClientRequest {
    const request = this.start(
      'POST',
      [
        'Content-Type',
        'application/json',
        'Content-Length',
        String(text.length),
        'Accept',
        'application/json, text/event-stream',
        ...more,
      ],
      endless,
    );
    request.end(text, 'latin1');
    return request;
  }

  /** A stream of events; where it was broken off, what came after `lastEvent`. */
  get(lastEvent: string | null): ClientRequest {
    const from = lastEvent === null ? [] : ['Last-Event-ID', lastEvent];
    const request = this.start('GET', ['Accept', 'text/event-stream', ...from], true);
    request.end();
    return request;
  }

  destroy(): void {
    this.#agent.destroy();
  }

  #state(): readonly string[] {
    const state: string[] = [];
    if (this.accessToken !== null) state.push('Authorization', `Bearer ${this.accessToken}`);
    if (this.version !== null) state.push('MCP-Protocol-Version', this.version);
    if (this.session !== null) state.push('Mcp-Session-Id', this.session);
    return state;
  }
}
