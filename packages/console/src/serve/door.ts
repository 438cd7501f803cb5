import type { IncomingMessage, ServerResponse } from 'node:http';
import { CallgateError, display } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import type { LogEntry } from '@callgate/gateway';
import { readBody } from '@callgate/gateway';
import type { Caller, Me, OperationTable } from '@callgate/operations';
import { REPORTS, sendBytes, sendJson, sendRedirect, sendRefusal, writeHead } from './answer.ts';
import { answerWith, checkRole, guardOf, jsonOf, queryOf } from './api.ts';
import { dropCookie } from './cookie.ts';
import { CspReports } from './csp-reports.ts';
import type { Downloads } from './downloads.ts';
import type { Place } from './guard.ts';
import { checkPage, checkPlace, checkPost, checkRead, tooLarge } from './guard.ts';
import type { Head } from './head.ts';
import { cookieOf, readHead } from './head.ts';
import { Refused, refusalOf } from './refused.ts';
import { sameSecret } from './secrets.ts';
import type { SignedIn } from './kept-sign-in.ts';
import type { SignInRoutes } from './sign-in-routes.ts';
import { SIGN_IN } from './sign-in-routes.ts';
import type { Entered, SignIn } from './sign-in.ts';
import type { Streams } from './streams.ts';
import type { WebFiles } from './web-files.ts';

export interface DoorParts {
  readonly place: Place;
  readonly cookie: string;
  readonly files: WebFiles;
  readonly signIn: SignIn;
  readonly signInRoutes: SignInRoutes;
  readonly streams: Streams;
  readonly operations: OperationTable;
  readonly downloads: Downloads;
  readonly bodyBytes: number;
  readonly clock: Clock;
  me(caller: Caller, csrf: string): Promise<Me>;
  log(entry: LogEntry): void;
}

interface EnteredBy extends Entered {
  readonly id: string;
}

const API = '/api/';
/** Where messages to people point. */
const CALL = /^\/calls\/([\w-]{1,100})$/;

const SIGN_IN_BYTES = 16 * 1024;

const NOT_SIGNED_IN = new Refused(
  401,
  'CONSOLE_SIGN_IN',
  'nobody is signed in',
  'callgate console --link prints a link that signs you in',
);
const NOTHING_HERE = new Refused(404, 'CONSOLE_PATH_UNKNOWN', 'there is nothing here');
const FAILED = new Refused(500, 'CONSOLE_FAILED', 'something went wrong here', 'the log says what');

/** Lets requests in: by where they come from, then by who asks, then by what they may. */
export class Door {
  readonly #parts: DoorParts;
  readonly #reports: CspReports;

  constructor(parts: DoorParts) {
    this.#parts = parts;
    this.#reports = new CspReports(parts.clock, parts.log);
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    this.#answer(request, response).catch((error: unknown) => this.#refuse(response, error));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request;
    const head = checkPlace(readHead(request.rawHeaders), method, this.#parts.place);
    const target = URL.parse(request.url ?? '', 'http://console');
    if (target === null || !(request.url ?? '').startsWith('/')) throw NOTHING_HERE;
    const { pathname, searchParams } = target;
    if (method === 'POST') await this.#post(pathname, head, request, response);
    else if (pathname === `${SIGN_IN}/ways`) this.#parts.signInRoutes.ways(head, response);
    else if (pathname.startsWith(API))
      await this.#get(pathname.slice(API.length), searchParams, head, method, response);
    else this.#page(pathname, head, response);
  }

  #page(path: string, head: Head, response: ServerResponse): void {
    const { files } = this.#parts;
    const call = CALL.exec(path)?.[1];
    const file = files.get(path);
    checkPage(head, file !== undefined && !file.type.startsWith('text/html'));
    if (call !== undefined) return sendRedirect(response, `/inbox/${call}`);
    if (file !== undefined && path !== '/index.html')
      return sendBytes(response, file.bytes, {
        'content-type': file.type,
        'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
    const page = files.get(path.startsWith(SIGN_IN) ? '/sign-in/sign-in.html' : '/index.html');
    if (page === undefined || /\.\w+$/.test(path)) throw NOTHING_HERE;
    sendBytes(response, page.bytes, { 'content-type': page.type, 'cache-control': 'no-store' });
  }

  async #get(
    name: string,
    query: URLSearchParams,
    head: Head,
    method: string,
    response: ServerResponse,
  ): Promise<void> {
    if (method !== 'GET') throw new Refused(405, 'CONSOLE_METHOD', 'use GET');
    if (name === 'events') {
      checkRead(head, false);
      const { id, session } = await this.#enter(head);
      this.#listen(response, id, session);
      return;
    }
    const guard = guardOf(this.#parts.operations, name);
    checkRead(head, guard.kind === 'download');
    const { session, caller } = await this.#enter(head);
    if (guard.kind === 'change')
      throw new Refused(405, 'CONSOLE_METHOD', 'what changes something is asked with POST');
    checkRole(caller, guard.role);
    if (name === 'me') sendJson(response, 200, await this.#parts.me(caller, session.csrf));
    else await answerWith(response, this.#parts, name, queryOf(query), caller);
  }

  async #post(path: string, head: Head, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (path === REPORTS) {
      this.#reports.take(await this.#body(request, this.#reports.bytes));
      writeHead(response, 204, {});
      response.end();
      return;
    }
    checkPost(head, this.#parts.bodyBytes);
    if (path.startsWith(SIGN_IN)) {
      const body = jsonOf(await this.#body(request, SIGN_IN_BYTES));
      const address = request.socket.remoteAddress ?? '';
      return await this.#parts.signInRoutes.post(path, head, body, response, address);
    }
    if (!path.startsWith(API)) throw NOTHING_HERE;
    const name = path.slice(API.length);
    const guard = guardOf(this.#parts.operations, name);
    const { id, session, caller } = await this.#enter(head);
    if (guard.kind !== 'change') throw new Refused(405, 'CONSOLE_METHOD', 'this is asked with GET');
    if (head.csrf === undefined || !sameSecret(head.csrf, session.csrf))
      throw new Refused(403, 'CONSOLE_CSRF', 'the page does not say what it was given', 'reload the page');
    checkRole(caller, guard.role);
    const given = jsonOf(await this.#body(request, this.#parts.bodyBytes));
    if (name === 'me.leave') {
      await this.#parts.signIn.sessions.end(id);
      sendJson(response, 200, null, { 'set-cookie': dropCookie(this.#parts.cookie) });
    } else await answerWith(response, this.#parts, name, given, caller);
  }

  #listen(response: ServerResponse, id: string, session: SignedIn): void {
    const { streams, signIn } = this.#parts;
    // whoever went away meanwhile would leave a stream that nobody ends
    if (response.destroyed) return;
    streams.open(response, session, {
      who: () => signIn.stillIn(session),
      isIn: async () => (await signIn.find(id, false)) !== undefined,
    });
    response.once('close', signIn.sessions.hold(session));
  }

  async #enter(head: Head): Promise<EnteredBy> {
    const id = cookieOf(head, this.#parts.cookie);
    const found = id === undefined ? undefined : await this.#parts.signIn.find(id, true);
    if (id === undefined || found === undefined) throw NOT_SIGNED_IN;
    return { id, ...found };
  }

  #body(request: IncomingMessage, most: number): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      readBody(request, most, (body) => (body === null ? reject(tooLarge()) : resolve(body)));
    });
  }

  #refuse(response: ServerResponse, error: unknown): void {
    const refused = this.#refusalOf(error);
    if (response.headersSent) response.destroy();
    else sendRefusal(response, refused);
  }

  #refusalOf(error: unknown): Refused {
    if (error instanceof Refused) return error;
    if (error instanceof CallgateError) return refusalOf(error);
    const said = error instanceof Error ? error.message : String(error);
    this.#parts.log({ level: 'error', code: FAILED.code, message: display(said, { max: 300 }) });
    return FAILED;
  }
}
