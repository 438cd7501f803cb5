import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, display, isJsonObject, own } from '@callgate/core';
import { NotSent } from '@callgate/gate';
import type { ServerAsks } from '../config/config.ts';
import type { Era } from '../wire/eras.ts';
import { LATEST_LEGACY, LATEST_MODERN, LEGACY_VERSIONS, MODERN_VERSIONS } from '../wire/eras.ts';
import type { Connection } from './connection.ts';
import { reasonText, signInRequired } from './failures.ts';
import { CLIENT_INFO, Envelope, offeredCapabilities } from './session.ts';
import type { Reply } from '../wire/json-rpc.ts';
import type { Hello, UpstreamSettings } from './upstream.ts';

const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';

/** How long a server that says nothing to the modern question is waited for before it is asked the old way too. */
const PROBE_MS = 3000;

/** Thrown where a server ended while it was asked which era it speaks: the next one is asked the old way only. */
export class ProbeKilled extends CallgateError {}

interface Asked {
  readonly id: number;
  readonly reply: Promise<Reply>;
}

/** Agrees on an era and a version. Rejects with a CallgateError UPSTREAM_…; the connection is of no use then. */
export const negotiate = async (
  connection: Connection,
  settings: UpstreamSettings,
  era: Era | 'auto',
  signal: AbortSignal,
): Promise<Hello> => {
  try {
    if (era === 'legacy') return await legacyHello(connection, askLegacy(connection, settings.asks, signal));
    if (era === 'modern') return await modernHello(connection, settings, signal);
    return await eitherHello(connection, settings, signal);
  } catch (error) {
    if (connection.link.needsSignIn && !signal.aborted) throw signInRequired(settings.server);
    throw asFailure(settings.server, connection.broken ?? error, error, signal);
  }
};

const asFailure = (server: string, error: unknown, first: unknown, signal: AbortSignal): Error => {
  if (first instanceof ProbeKilled) return first;
  if (signal.aborted) {
    return new CallgateError('UPSTREAM_TIMEOUT', `server \`${display(server)}\` did not answer in time`, {
      help: 'see whether it starts at all, and raise `connectMs` if it is slow',
      cause: error,
    });
  }
  if (error instanceof CallgateError) return error;
  if (error instanceof NotSent) {
    if (error.cause instanceof CallgateError) return error.cause;
    return new CallgateError('UPSTREAM_UNREACHABLE', error.message, {
      help: 'see whether the server runs and whether its address is right and allowed',
      cause: error.cause,
    });
  }
  return new CallgateError('UPSTREAM_UNREACHABLE', `server \`${display(server)}\`: ${reasonText(error)}`, {
    cause: error,
  });
};

const askModern = (connection: Connection, asks: ServerAsks, signal: AbortSignal): Asked => {
  const id = connection.mint();
  const meta = new Envelope('modern', LATEST_MODERN, asks).metaText({}, null, false);
  const reply = connection.request(id, 'server/discover', `{"_meta":${meta}}`, {
    signal,
    headers: { 'MCP-Protocol-Version': LATEST_MODERN, 'Mcp-Method': 'server/discover' },
  });
  return { id, reply };
};

const askLegacy = (connection: Connection, asks: ServerAsks, signal: AbortSignal): Promise<Reply> =>
  connection.request(
    connection.mint(),
    'initialize',
    canonical({
      protocolVersion: LATEST_LEGACY,
      capabilities: offeredCapabilities(asks),
      clientInfo: CLIENT_INFO,
    }),
    { signal },
  );

const modernHello = async (
  connection: Connection,
  { server, asks }: UpstreamSettings,
  signal: AbortSignal,
): Promise<Hello> => {
  const reply = await askModern(connection, asks, signal).reply;
  const hello = readDiscover(reply);
  if (hello === undefined) {
    throw new CallgateError(
      'UPSTREAM_VERSION',
      `server \`${display(server)}\` does not speak ${LATEST_MODERN}${said(reply)}`,
      { help: 'set its era to auto or legacy' },
    );
  }
  connection.agreed('modern', hello.version);
  return hello;
};

/** Asks for the modern era and falls back; both questions may be open at once, and the first good answer counts. */
const eitherHello = async (
  connection: Connection,
  { asks }: UpstreamSettings,
  signal: AbortSignal,
): Promise<Hello> => {
  const modern = askModern(connection, asks, signal);
  const asked = modern.reply.then(readDiscover, (error: unknown) => {
    // A server that cannot be reached at all is not asked again.
    if (error instanceof NotSent || signal.aborted) throw error;
    return undefined;
  });
  const silent = Symbol('silent');
  const first = await Promise.race([asked, after(PROBE_MS, silent)]);
  if (first !== silent && first !== undefined) {
    connection.agreed('modern', first.version);
    return first;
  }
  if (connection.broken?.code === 'UPSTREAM_START') throw connection.broken;
  if (connection.broken !== null) throw new ProbeKilled(connection.broken.code, connection.broken.message);
  const initialized = askLegacy(connection, asks, signal);
  if (first === undefined) return await legacyHello(connection, initialized);
  return await firstOf(connection, modern.id, asked, initialized);
};

const firstOf = async (
  connection: Connection,
  discoverId: number,
  asked: Promise<Hello | undefined>,
  initialized: Promise<Reply>,
): Promise<Hello> => {
  initialized.catch(() => {});
  asked.catch(() => {});
  const late = await Promise.race([asked, initialized.then(() => undefined)]);
  if (late === undefined) {
    connection.giveUp(discoverId, false);
    return await legacyHello(connection, initialized);
  }
  connection.agreed('modern', late.version);
  return late;
};

const after = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, value).unref();
  });

const legacyHello = async (connection: Connection, asked: Promise<Reply>): Promise<Hello> => {
  const reply = await asked;
  if (reply.type === 'error') {
    throw new CallgateError('UPSTREAM_REFUSED', `the server refused to be greeted${said(reply)}`, {
      help: 'see whether it wants credentials, and whether its url is right',
    });
  }
  const hello = readInitialize(reply.result);
  if (hello === undefined) {
    throw new CallgateError('UPSTREAM_VERSION', 'the server did not agree on a version', {
      help: `it must speak one of ${[...LEGACY_VERSIONS, ...MODERN_VERSIONS].join(', ')}`,
    });
  }
  connection.agreed('legacy', hello.version);
  await connection.notify('notifications/initialized', {});
  connection.link.listen();
  return hello;
};

const said = (reply: Reply): string =>
  reply.type === 'error' ? ` (${reply.code}: ${display(reply.message, { max: 200 })})` : '';

const objectAt = (object: JsonObject, key: string): JsonObject | null => {
  const value: Json | undefined = own(object, key);
  return isJsonObject(value) ? value : null;
};

const textAt = (object: JsonObject, key: string): string | null => {
  const value = own(object, key);
  return typeof value === 'string' ? value : null;
};

const readDiscover = (reply: Reply): Hello | undefined => {
  if (reply.type === 'error') return undefined;
  const { result } = reply;
  const supported = own(result, 'supportedVersions');
  const version = MODERN_VERSIONS.find((each) => Array.isArray(supported) && supported.includes(each));
  const capabilities = objectAt(result, 'capabilities');
  if (version === undefined || capabilities === null) return undefined;
  const meta = objectAt(result, '_meta');
  return {
    era: 'modern',
    version,
    capabilities,
    info: (meta === null ? null : objectAt(meta, SERVER_INFO_KEY)) ?? objectAt(result, 'serverInfo'),
    instructions: textAt(result, 'instructions'),
  };
};

const readInitialize = (result: JsonObject): Hello | undefined => {
  const version = textAt(result, 'protocolVersion');
  if (version === null || !LEGACY_VERSIONS.includes(version)) return undefined;
  return {
    era: 'legacy',
    version,
    capabilities: objectAt(result, 'capabilities') ?? {},
    info: objectAt(result, 'serverInfo'),
    instructions: textAt(result, 'instructions'),
  };
};
