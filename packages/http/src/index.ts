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
export { STREAM_HEADERS, asciiJson, writeEmpty, writeJson, writePlain } from './answer.ts';
export { accepts, bearerToken, isJsonType, isLongerThan } from './content.ts';
export { cookieName, cookieOf, dropCookie, setCookie, teamCookieName } from './cookie.ts';
export type { DoorCodes, DoorOptions, Handler, Place, Route, Visit } from './door.ts';
export { changeProblem, pageProblem, readProblem } from './fetch-metadata.ts';
export type { Head } from './head.ts';
export { isLoopbackHost, placeAt } from './hosts.ts';
export type { OpenDoor, ServerLimits } from './open-door.ts';
export { listenAt, openDoor } from './open-door.ts';
export type { Problem } from './refusal.ts';
export { HttpRefusal, problemOf, refusalOf } from './refusal.ts';
export { digestOf, mintSecret, sameSecret } from './secrets.ts';
export type { SocketServer } from './serve-socket.ts';
export { serveSocket } from './serve-socket.ts';
