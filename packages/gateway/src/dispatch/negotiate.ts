import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, display, isJsonObject, getOwn } from '@callgate/core';
import { NotSentError } from '@callgate/gate';
import { upstreamErrors } from '@callgate/messages/errors/upstream';
import type { AllowedServerRequests } from '../config/gateway-config.ts';
import type { Era } from '../wire/eras.ts';
import { LATEST_LEGACY, LATEST_MODERN, LEGACY_VERSIONS, MODERN_VERSIONS } from '../wire/eras.ts';
import type { UpstreamConnection } from './upstream-connection.ts';
import { reasonText, signInRequiredError } from './upstream-errors.ts';
import { CLIENT_INFO, RequestMetaWriter, offeredCapabilities } from './upstream-session.ts';
import type { Reply } from '../wire/json-rpc.ts';
import type { ServerHello, UpstreamSettings } from './upstream.ts';

const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';

/** How long a server that says nothing to the modern question is waited for before it is asked the old way too. */
const PROBE_MS = 3000;

/** Thrown where a server ended while it was asked which era it speaks: the next one is asked the old way only. */
export class ProbeExitError extends CallgateError {}

interface ProbeRequest {
  readonly id: number;
  readonly reply: Promise<Reply>;
}

/** Agrees on an era and a version. Rejects with a CallgateError UPSTREAM_…; the connection is of no use then. */
export const negotiate = async (
  connection: UpstreamConnection,
  settings: UpstreamSettings,
  era: Era | 'auto',
  signal: AbortSignal,
): Promise<ServerHello> => {
  try {
    if (era === 'legacy') return await legacyHello(connection, askLegacy(connection, settings.asks, signal));
    if (era === 'modern') return await modernHello(connection, settings, signal);
    return await eitherHello(connection, settings, signal);
  } catch (error) {
    if (connection.link.needsSignIn && !signal.aborted)
      throw signInRequiredError(settings.server, settings.signIn?.target ?? null);
    throw toFailure(settings.server, connection.broken ?? error, error, signal);
  }
};

const toFailure = (server: string, error: unknown, first: unknown, signal: AbortSignal): Error => {
  if (first instanceof ProbeExitError) return first;
  if (signal.aborted) {
    return new CallgateError(upstreamErrors.timeout({ server: display(server) }), { cause: error });
  }
  if (error instanceof CallgateError) return error;
  if (error instanceof NotSentError) {
    if (error.cause instanceof CallgateError) return error.cause;
    return new CallgateError(upstreamErrors.notReached({ problem: error.message }), { cause: error.cause });
  }
  return new CallgateError(
    upstreamErrors.unreachable({ server: display(server), problem: reasonText(error) }),
    {
      cause: error,
    },
  );
};

const askModern = (
  connection: UpstreamConnection,
  asks: AllowedServerRequests,
  signal: AbortSignal,
): ProbeRequest => {
  const id = connection.mint();
  const meta = new RequestMetaWriter('modern', LATEST_MODERN, asks).metaText({}, null, false);
  const reply = connection.request(id, 'server/discover', `{"_meta":${meta}}`, {
    signal,
    headers: { 'MCP-Protocol-Version': LATEST_MODERN, 'Mcp-Method': 'server/discover' },
  });
  return { id, reply };
};

const askLegacy = (
  connection: UpstreamConnection,
  asks: AllowedServerRequests,
  signal: AbortSignal,
): Promise<Reply> =>
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
  connection: UpstreamConnection,
  { server, asks }: UpstreamSettings,
  signal: AbortSignal,
): Promise<ServerHello> => {
  const reply = await askModern(connection, asks, signal).reply;
  const hello = readDiscover(reply);
  if (hello === undefined) {
    throw new CallgateError(
      upstreamErrors.versionUnsupported({
        server: display(server),
        version: LATEST_MODERN,
        problem: errorSuffix(reply),
      }),
    );
  }
  connection.agreed('modern', hello.version);
  return hello;
};

/** Asks for the modern era and falls back; both questions may be open at once, and the first good answer counts. */
const eitherHello = async (
  connection: UpstreamConnection,
  { asks }: UpstreamSettings,
  signal: AbortSignal,
): Promise<ServerHello> => {
  const modern = askModern(connection, asks, signal);
  const asked = modern.reply.then(readDiscover, (error: unknown) => {
    // A server that cannot be reached at all is not asked again.
    if (error instanceof NotSentError || signal.aborted) throw error;
    return undefined;
  });
  const silent = Symbol('silent');
  const first = await Promise.race([asked, delay(PROBE_MS, silent)]);
  if (first !== silent && first !== undefined) {
    connection.agreed('modern', first.version);
    return first;
  }
  if (connection.broken?.code === 'UPSTREAM_START') throw connection.broken;
  if (connection.broken !== null) throw new ProbeExitError(connection.broken.code, connection.broken.message);
  const initialized = askLegacy(connection, asks, signal);
  if (first === undefined) return await legacyHello(connection, initialized);
  return await firstHello(connection, modern.id, asked, initialized);
};

const firstHello = async (
  connection: UpstreamConnection,
  discoverId: number,
  asked: Promise<ServerHello | undefined>,
  initialized: Promise<Reply>,
): Promise<ServerHello> => {
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

const delay = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, value).unref();
  });

const legacyHello = async (connection: UpstreamConnection, asked: Promise<Reply>): Promise<ServerHello> => {
  const reply = await asked;
  if (reply.type === 'error') {
    throw new CallgateError(upstreamErrors.initializeRefused({ problem: errorSuffix(reply) }));
  }
  const hello = readInitialize(reply.result);
  if (hello === undefined) {
    throw new CallgateError(
      upstreamErrors.versionDisagreed({ versions: [...LEGACY_VERSIONS, ...MODERN_VERSIONS].join(', ') }),
    );
  }
  connection.agreed('legacy', hello.version);
  await connection.notify('notifications/initialized', {});
  connection.link.listen();
  return hello;
};

const errorSuffix = (reply: Reply): string =>
  reply.type === 'error' ? ` (${reply.code}: ${display(reply.message, { max: 200 })})` : '';

const objectAt = (object: JsonObject, key: string): JsonObject | null => {
  const value: Json | undefined = getOwn(object, key);
  return isJsonObject(value) ? value : null;
};

const textAt = (object: JsonObject, key: string): string | null => {
  const value = getOwn(object, key);
  return typeof value === 'string' ? value : null;
};

const readDiscover = (reply: Reply): ServerHello | undefined => {
  if (reply.type === 'error') return undefined;
  const { result } = reply;
  const supported = getOwn(result, 'supportedVersions');
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

const readInitialize = (result: JsonObject): ServerHello | undefined => {
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
