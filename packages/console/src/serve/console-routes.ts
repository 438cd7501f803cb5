import { CallgateError, display } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import type { LogEntry } from '@callgate/gateway';
import type { RouterOptions, RequestHead, HttpRequestContext } from '@callgate/http';
import {
  HttpRefusal,
  findChangeProblem,
  readCookie,
  formatExpiredCookie,
  isJsonType,
  isLongerThan,
  findPageProblem,
  findReadProblem,
  toHttpRefusal,
  isSameSecret,
} from '@callgate/http';
import { consoleErrors } from '@callgate/messages/errors/console';
import type { ErrorText } from '@callgate/messages/text/error-text';
import type { OperationCaller, CurrentUser, OperationTable } from '@callgate/operations';
import {
  CSP_REPORT_PATH,
  refuseCrossSite,
  sendBytes,
  sendJson,
  sendRedirect,
  sendRefusal,
  writeHead,
} from './send-response.ts';
import { answerOperation, checkRole, findGuard, parseJson, readQuery } from './answer-operation.ts';
import { CspReports } from './csp-reports.ts';
import type { Downloads } from './downloads.ts';
import type { SignInRoutes } from './sign-in-routes.ts';
import { SIGN_IN_PATH } from './sign-in-routes.ts';
import type { SignedInCaller, SignIn } from './sign-in.ts';
import type { EventStreams } from './event-streams.ts';
import type { WebFiles } from './web-files.ts';

export interface ConsoleParts {
  readonly cookie: string;
  readonly files: WebFiles;
  readonly signIn: SignIn;
  readonly signInRoutes: SignInRoutes;
  readonly streams: EventStreams;
  readonly operations: OperationTable;
  readonly downloads: Downloads;
  readonly bodyBytes: number;
  readonly clock: Clock;
  me(caller: OperationCaller, csrf: string): Promise<CurrentUser>;
  log(entry: LogEntry): void;
}

interface RequestSignIn extends SignedInCaller {
  readonly id: string;
}

const SIGN_IN_BYTES = 16 * 1024;

const NOT_SIGNED_IN = new HttpRefusal(401, consoleErrors.notSignedIn());
const NOTHING_HERE = new HttpRefusal(404, consoleErrors.pathUnknown());
const FAILED = new HttpRefusal(500, consoleErrors.failed());

/** Where the store cannot be asked nobody is told yes or no, nor where it is: they may not be signed in. */
const UNAVAILABLE: ReadonlyMap<string, () => ErrorText> = new Map(Object.entries(consoleErrors.unavailable));

const wrongMethod = (method: string): HttpRefusal =>
  new HttpRefusal(405, consoleErrors.methodWrong({ method }), ['Allow', method]);

const checkHead = ({ authorization, purpose }: RequestHead): void => {
  if (authorization !== undefined) throw new HttpRefusal(401, consoleErrors.tokenNotAccepted());
  if (purpose?.includes('prefetch') === true) throw new HttpRefusal(403, consoleErrors.prefetch());
};

/** What changes something, before it is known who asks. */
const checkPost = (head: RequestHead, bodyBytes: number): void => {
  if (head.origin === undefined) throw new HttpRefusal(403, consoleErrors.originMissing());
  refuseCrossSite(findChangeProblem(head));
  if (!isJsonType(head.contentType) || head.contentEncoding !== undefined)
    throw new HttpRefusal(415, consoleErrors.contentType());
  if (isLongerThan(head, bodyBytes)) throw new HttpRefusal(413, consoleErrors.bodyTooLarge());
};

/** Answers people: by where they come from, then by who asks, then by what they may. */
export class ConsoleRoutes {
  readonly #parts: ConsoleParts;
  readonly #reports: CspReports;

  constructor(parts: ConsoleParts) {
    this.#parts = parts;
    this.#reports = new CspReports(parts.clock, parts.log);
  }

  get door(): Omit<RouterOptions, 'place'> {
    const pages = ['GET', 'HEAD'];
    const { signInRoutes } = this.#parts;
    return {
      codes: {
        header: 'CONSOLE_HEADER_REPEATED',
        host: 'CONSOLE_HOST',
        origin: 'CONSOLE_ORIGIN',
        path: 'CONSOLE_PATH_UNKNOWN',
        method: 'CONSOLE_METHOD',
        size: 'CONSOLE_TOO_LARGE',
      },
      query: true,
      check: checkHead,
      refuse: (response, error) => sendRefusal(response, this.#refusalOf(error)),
      routes: [
        { methods: pages, path: `${SIGN_IN_PATH}/ways`, handle: (visit) => signInRoutes.ways(visit) },
        { methods: ['GET'], path: '/api/events', handle: (visit) => this.#listen(visit) },
        { methods: ['GET'], path: '/api/*', handle: (visit) => this.#read(visit) },
        { methods: ['HEAD'], path: '/api/*', handle: () => Promise.reject(wrongMethod('GET')) },
        // where messages to people point
        {
          methods: pages,
          path: '/calls/:call{[\\w-]{1,100}}',
          handle: (visit) => {
            refuseCrossSite(findPageProblem(visit.head, false));
            sendRedirect(visit.response, `/inbox/${visit.params['call']}`);
          },
        },
        { methods: pages, path: '*', handle: (visit) => this.#page(visit) },
        { methods: ['POST'], path: CSP_REPORT_PATH, handle: (visit) => this.#report(visit) },
        { methods: ['POST'], path: '/api/*', handle: (visit) => this.#change(visit) },
        { methods: ['POST'], path: '*', handle: (visit) => this.#signIn(visit) },
      ],
    };
  }

  #page({ path, head, response }: HttpRequestContext): void {
    const { files } = this.#parts;
    const file = files.get(path);
    refuseCrossSite(findPageProblem(head, file !== undefined && !file.type.startsWith('text/html')));
    if (file !== undefined && path !== '/index.html')
      return sendBytes(response, file.bytes, {
        'content-type': file.type,
        'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
    const page = files.get(path.startsWith(SIGN_IN_PATH) ? '/sign-in/sign-in.html' : '/index.html');
    if (page === undefined || !path.startsWith('/') || /\.\w+$/.test(path)) throw NOTHING_HERE;
    sendBytes(response, page.bytes, { 'content-type': page.type, 'cache-control': 'no-store' });
  }

  async #read({ path, query, head, response }: HttpRequestContext): Promise<void> {
    const name = nameIn(path);
    const guard = findGuard(this.#parts.operations, name);
    refuseCrossSite(findReadProblem(head, guard.kind === 'download'));
    const { session, caller } = await this.#enter(head);
    if (guard.kind === 'change') throw wrongMethod('POST');
    checkRole(caller, guard.role);
    if (name === 'me') sendJson(response, 200, await this.#parts.me(caller, session.csrf));
    else await answerOperation(response, this.#parts, name, readQuery(new URLSearchParams(query)), caller);
  }

  async #change(visit: HttpRequestContext): Promise<void> {
    const { path, head, response } = visit;
    const { bodyBytes, operations, signIn, cookie } = this.#parts;
    checkPost(head, bodyBytes);
    const name = nameIn(path);
    const guard = findGuard(operations, name);
    const { id, session, caller } = await this.#enter(head);
    if (guard.kind !== 'change') throw wrongMethod('GET');
    if (head.csrf === undefined || !isSameSecret(head.csrf, session.csrf))
      throw new HttpRefusal(403, consoleErrors.csrfInvalid());
    checkRole(caller, guard.role);
    const given = parseJson(await visit.body(bodyBytes));
    if (name === 'me.leave') {
      await signIn.sessions.end(id);
      sendJson(response, 200, null, { 'set-cookie': formatExpiredCookie(cookie) });
    } else await answerOperation(response, this.#parts, name, given, caller);
  }

  async #signIn(visit: HttpRequestContext): Promise<void> {
    checkPost(visit.head, this.#parts.bodyBytes);
    if (!visit.path.startsWith(SIGN_IN_PATH)) throw NOTHING_HERE;
    await this.#parts.signInRoutes.post(visit, parseJson(await visit.body(SIGN_IN_BYTES)));
  }

  async #report(visit: HttpRequestContext): Promise<void> {
    this.#reports.take(await visit.body(this.#reports.bytes));
    writeHead(visit.response, 204, {});
    visit.response.end();
  }

  async #listen(visit: HttpRequestContext): Promise<void> {
    const { head, response } = visit;
    refuseCrossSite(findReadProblem(head, false));
    const { id, session } = await this.#enter(head);
    const { streams, signIn } = this.#parts;
    // a client that went away meanwhile would leave an open stream
    if (response.destroyed) return;
    visit.stream();
    streams.open(response, session, {
      who: () => signIn.stillIn(session),
      isIn: async () => (await signIn.find(id, false)) !== undefined,
    });
    response.once('close', signIn.sessions.hold(session));
  }

  async #enter(head: RequestHead): Promise<RequestSignIn> {
    const id = readCookie(head, this.#parts.cookie);
    const found = id === undefined ? undefined : await this.#parts.signIn.find(id, true);
    if (id === undefined || found === undefined) throw NOT_SIGNED_IN;
    return { id, ...found };
  }

  #refusalOf(error: unknown): HttpRefusal {
    if (error instanceof CallgateError) {
      const unavailable = UNAVAILABLE.get(error.code);
      return unavailable === undefined
        ? toHttpRefusal(error, FAILED.code)
        : new HttpRefusal(503, unavailable());
    }
    const said = error instanceof Error ? error.message : String(error);
    this.#parts.log({ level: 'error', code: FAILED.code, message: display(said, { max: 300 }) });
    return FAILED;
  }
}

const nameIn = (path: string): string => path.slice('/api/'.length);
