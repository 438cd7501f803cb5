import type { ServerResponse } from 'node:http';
import { canonical } from '@callgate/core';
import type { RouterOptions, RequestHead, HttpRequestContext, Route } from '@callgate/http';
import { HttpRefusal, isAccepted, isJsonType, isLongerThan, writeJson, writePlain } from '@callgate/http';
import { errorSentences } from '@callgate/messages/text/error-text';
import { agentMessages } from '@callgate/messages/agent';
import type { Readiness } from './readiness.ts';
import type { Protocol } from '../../wire/exchange.ts';
import type { AuthOutcome, Authenticator } from '../../identity/authenticator.ts';
import type { AccessEndpoint } from '../access/access-endpoint.ts';
import { EVALUATION, EVALUATIONS } from '../access/paths.ts';
import type { MessageRouter } from './message-router.ts';

const texts = agentMessages.http;

export const ENDPOINT = '/mcp';
const HEALTH = '/health';
/** The same, under the name that Kubernetes uses. */
const LIVE = '/livez';
/** Whether requests should be sent here now. */
const READY = '/readyz';
/** Where hosts ask which model to use next. */
const MODEL = '/model';

export interface AgentEntranceOptions {
  readonly protocol: Protocol;
  readonly authenticate: Authenticator;
  readonly messages: MessageRouter;
  readonly bodyBytes: number;
  /** Texts of JSON for everybody, by path. */
  readonly documents: ReadonlyMap<string, string>;
  /** Absent: no decisions for other programs. */
  readonly access?: AccessEndpoint;
  readonly now: () => number;
  readonly readiness: () => Readiness;
}

/** Refusals of the nameless that are told in one window of time; who has no token cannot fill the record. */
const TOLD_REFUSALS = 20;
const WINDOW_MS = 10_000;

/** A body that is not wanted is read to its end where that is cheap, so that the refusal arrives. */
const DRAINED_BYTES = 64 * 1024;

/** What modern clients ask for a stream with. */
const LISTEN = 'subscriptions/listen';
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const CONTENT_TYPE = new HttpRefusal(415, 'HTTP_CONTENT_TYPE', texts.contentType);
const CONTENT_ENCODING = new HttpRefusal(415, 'HTTP_CONTENT_ENCODING', texts.contentEncoding);
const ACCEPT = new HttpRefusal(406, 'HTTP_ACCEPT', texts.accept);
const ACCEPT_JSON = new HttpRefusal(406, 'HTTP_ACCEPT', texts.acceptJson);
const TOO_LARGE = new HttpRefusal(413, 'HTTP_TOO_LARGE', texts.tooLarge);
const FAILED = new HttpRefusal(500, 'HTTP_FAILED', texts.failed);

const acceptsBoth = (accept: string | undefined): boolean =>
  accept === undefined ||
  accept === 'application/json, text/event-stream' ||
  accept === '*/*' ||
  (isAccepted(accept, 'application/json') && isAccepted(accept, 'text/event-stream'));

/** Nobody goes on listening with what has expired. */
const endStreamAt = (response: ServerResponse, ms: number): void => {
  const timer = setTimeout(() => response.end(), Math.min(Math.max(ms, 0), LONGEST_TIMER_MS));
  timer.unref();
  response.on('close', () => clearTimeout(timer));
};

type AgentRequestHandler = (
  visit: HttpRequestContext,
  who: Extract<AuthOutcome, { readonly ok: true }>,
) => void;

/** Lets agents in by the heads of their requests, and tells everybody how the gateway is. */
export class AgentEntrance {
  readonly #options: AgentEntranceOptions;
  #windowEnds = 0;
  #told = 0;

  constructor(options: AgentEntranceOptions) {
    this.#options = options;
  }

  get door(): Omit<RouterOptions, 'place'> {
    const { documents } = this.#options;
    const get = ['GET'];
    return {
      codes: {
        header: 'HTTP_DUPLICATE_HEADER',
        host: 'HTTP_HOST',
        origin: 'HTTP_ORIGIN',
        path: 'HTTP_PATH',
        method: 'HTTP_METHOD',
        size: 'HTTP_TOO_LARGE',
      },
      help: {
        host: texts.hosts,
        path: texts.endpoint({ path: ENDPOINT }),
      },
      refuse: (response, error, head) => this.#refuse(response, error, head),
      routes: [
        { methods: ['POST'], path: ENDPOINT, handle: (visit) => this.#enter(visit, this.#post) },
        { methods: get, path: ENDPOINT, handle: (visit) => this.#enter(visit, this.#listen) },
        { methods: ['DELETE'], path: ENDPOINT, handle: (visit) => this.#enter(visit, this.#end) },
        { methods: ['POST'], path: MODEL, handle: (visit) => this.#enter(visit, this.#recommend) },
        ...this.#accessRoutes(),
        ...[HEALTH, LIVE].map((path) => ({
          methods: get,
          path,
          handle: ({ response }: HttpRequestContext) => writePlain(response, 200, 'ok\n'),
        })),
        { methods: get, path: READY, handle: ({ response }) => this.#tellReadiness(response) },
        ...[...documents].map(([path, text]) => ({
          methods: get,
          path,
          handle: ({ response }: HttpRequestContext) => writeJson(response, 200, text),
        })),
      ],
    };
  }

  #accessRoutes(): readonly Route[] {
    const { access } = this.#options;
    if (access === undefined) return [];
    const route = (path: string, isBatch: boolean): Route => ({
      methods: ['POST'],
      path,
      handle: (visit) =>
        this.#enter(visit, (entered, { principal }) => {
          this.#checkContent(entered.head);
          entered.read(this.#options.bodyBytes, (body) => access.receive(entered, principal, body, isBatch));
        }),
    });
    return [route(EVALUATION, false), route(EVALUATIONS, true)];
  }

  /** Open to everyone, as health is: it says whether, and since when, and nothing else. */
  #tellReadiness(response: ServerResponse): void {
    const { state, since, replication } = this.#options.readiness();
    const told = { state, since: since === null ? null : new Date(since).toISOString(), replication };
    writeJson(response, state === 'ready' ? 200 : 503, canonical(told));
  }

  #enter(visit: HttpRequestContext, go: AgentRequestHandler): void | Promise<void> {
    const { headers, socket } = visit.request;
    const outcome = this.#options.authenticate({ headers, remote: socket.remoteAddress ?? '' });
    if ('ok' in outcome) this.#entered(visit, go, outcome);
    else return this.#enterLater(visit, go, outcome);
  }

  async #enterLater(
    visit: HttpRequestContext,
    go: AgentRequestHandler,
    outcome: Promise<AuthOutcome>,
  ): Promise<void> {
    let known: AuthOutcome;
    try {
      known = await outcome;
    } catch {
      known = { ok: false, status: 401, challenge: 'Bearer realm="callgate"' };
    }
    // a client that disconnected meanwhile would leave an open stream
    if (!visit.response.destroyed) this.#entered(visit, go, known);
  }

  #entered(visit: HttpRequestContext, go: AgentRequestHandler, outcome: AuthOutcome): void {
    if (outcome.ok) {
      go(visit, outcome);
      return;
    }
    const { status, challenge, reason = 'HTTP_AUTH', message = texts.tokenNeeded } = outcome;
    const more = challenge === undefined ? ['Retry-After', '5'] : ['WWW-Authenticate', challenge];
    throw new HttpRefusal(status, reason, message, undefined, more);
  }

  readonly #listen: AgentRequestHandler = (visit, { principal, until }) => {
    const { head, response } = visit;
    if (!isAccepted(head.accept, 'text/event-stream')) throw ACCEPT;
    if (until !== undefined) endStreamAt(response, until - this.#options.now());
    visit.stream();
    this.#options.messages.listen(head, principal, response);
  };

  readonly #end: AgentRequestHandler = ({ head, response }, { principal }) =>
    this.#options.messages.end(head, principal, response);

  readonly #recommend: AgentRequestHandler = (visit, { principal }) => {
    const { head, response } = visit;
    this.#checkContent(head);
    if (!isAccepted(head.accept, 'application/json')) throw ACCEPT_JSON;
    visit.read(this.#options.bodyBytes, (body) =>
      this.#options.messages.recommend(head, principal, body, response),
    );
  };

  readonly #post: AgentRequestHandler = (visit, { principal, until }) => {
    const { head, response } = visit;
    this.#checkContent(head);
    if (!acceptsBoth(head.accept)) throw ACCEPT;
    if (until !== undefined && head.method === LISTEN) endStreamAt(response, until - this.#options.now());
    visit.read(this.#options.bodyBytes, (body) =>
      this.#options.messages.post(head, principal, body, response),
    );
  };

  #checkContent(head: RequestHead): void {
    if (!isJsonType(head.contentType)) throw CONTENT_TYPE;
    if (head.contentEncoding !== undefined) throw CONTENT_ENCODING;
    if (isLongerThan(head, this.#options.bodyBytes)) throw TOO_LARGE;
  }

  #refuse(response: ServerResponse, error: unknown, head: RequestHead): void {
    const { status, code, message, help, headers } = error instanceof HttpRefusal ? error : FAILED;
    const words = errorSentences({ message, help });
    this.#tell(code, words);
    const isDrained =
      status !== TOO_LARGE.status &&
      head.transferEncoding === undefined &&
      !isLongerThan(head, DRAINED_BYTES);
    writePlain(response, status, `${code}: ${words}\n`, [
      ...headers,
      ...(isDrained ? [] : ['Connection', 'close']),
    ]);
  }

  #tell(code: string, words: string): void {
    const now = this.#options.now();
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + WINDOW_MS;
      this.#told = 0;
    }
    if (this.#told++ < TOLD_REFUSALS) this.#options.protocol.refused(null, code, words);
  }
}
