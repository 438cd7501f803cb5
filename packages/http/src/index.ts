/**
 * The one door for HTTP: Host, Origin and doubled headers, limits, routes, and answers with codes. Every server of
 * Callgate stands behind it: agents, the console, hooks and operations.
 *
 * @example
 * import { listenAt, openDoor, writePlain } from '@callgate/http';
 *
 * const door = await openDoor({
 *   limits,
 *   listen: listenAt('127.0.0.1', 0, failed),
 *   serve: (port) => ({ place: placeAt({ host: '127.0.0.1', port }), codes, refuse, routes: [
 *     { methods: ['GET'], path: '/health', handle: ({ response }) => writePlain(response, 200, 'ok\n') },
 *   ] }),
 * });
 *
 * @module
 */
export { STREAM_HEADERS, asciiJson, writeEmpty, writeJson, writePlain } from './write-response.ts';
export { isAccepted, readBearerToken, isJsonType, isLongerThan } from './content.ts';
export { getCookieName, readCookie, formatExpiredCookie, formatCookie, getTeamCookieName } from './cookie.ts';
export type {
  RouterCodes,
  RouterOptions,
  RouteHandler,
  HostAllowlist,
  Route,
  HttpRequestContext,
} from './request-router.ts';
export type { CrossSiteProblem } from './fetch-metadata.ts';
export { findChangeProblem, findPageProblem, findReadProblem } from './fetch-metadata.ts';
export type { RequestHead } from './request-head.ts';
export { isLoopbackHost, makeHostAllowlist } from './host-allowlist.ts';
export type { OpenServer, ServerLimits } from './open-server.ts';
export { makeListener, openServer } from './open-server.ts';
export { HttpRefusal, toErrorBody, toHttpRefusal } from './http-refusal.ts';
export { digestSecret, mintSecret, isSameSecret } from './secrets.ts';
export type { SocketServer } from './serve-socket.ts';
export { listenAtSocket, serveSocket } from './serve-socket.ts';
