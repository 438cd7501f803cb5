import type { IncomingMessage, ServerResponse } from 'node:http';
import { canonical } from '@callgate/core';
import type { Readiness } from '../../readiness.ts';
import type { Protocol } from '../exchange.ts';
import type { AuthOutcome, Authenticator } from './authenticator.ts';
import {
  DUPLICATE_HEADER,
  type GuardRules,
  HEALTH,
  type HeadRefusal,
  MODEL,
  READY,
  TOO_LARGE,
  checkContent,
  checkPlace,
} from './guard.ts';
import { type Head, readHead } from './head.ts';
import type { Messages } from './messages.ts';
import { writeJson, writePlain } from './post-response.ts';
import { readBody } from './read-body.ts';

export interface DoorOptions {
  readonly protocol: Protocol;
  readonly authenticate: Authenticator;
  readonly rules: GuardRules;
  readonly messages: Messages;
  readonly now: () => number;
  readonly readiness: () => Readiness;
}

/** Refusals of the nameless that are told in one window of time; who has no token cannot fill the record. */
const TOLD_REFUSALS = 20;
const WINDOW_MS = 10_000;

/** A body that is not wanted is read to its end where that is cheap, so that the refusal arrives. */
const DRAINED_BYTES = 64 * 1024;

type Entered = Extract<AuthOutcome, { readonly ok: true }>;

/** What modern clients ask for a stream with. */
const LISTEN = 'subscriptions/listen';
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Nobody goes on listening with what has expired. */
const endAt = (response: ServerResponse, ms: number): void => {
  const timer = setTimeout(() => response.end(), Math.min(Math.max(ms, 0), LONGEST_TIMER_MS));
  timer.unref();
  response.on('close', () => clearTimeout(timer));
};

/** Lets a request in by its head alone. */
export class Door {
  private readonly protocol: Protocol;
  private readonly authenticate: Authenticator;
  private readonly rules: GuardRules;
  private readonly messages: Messages;
  private readonly now: () => number;
  private readonly readiness: () => Readiness;
  private windowEnds = 0;
  private told = 0;

  constructor({ protocol, authenticate, rules, messages, now, readiness }: DoorOptions) {
    this.protocol = protocol;
    this.authenticate = authenticate;
    this.rules = rules;
    this.messages = messages;
    this.now = now;
    this.readiness = readiness;
  }

  receive(request: IncomingMessage, response: ServerResponse, continues: boolean): void {
    const { method = '', url = '' } = request;
    const head = readHead(request.rawHeaders);
    if (typeof head === 'string') {
      this.refuse(response, DUPLICATE_HEADER, {});
      return;
    }
    const refusal = checkPlace(head, method, url, this.rules);
    if (refusal !== null) {
      this.refuse(response, refusal, head);
      return;
    }
    if (url === HEALTH) {
      writePlain(response, 200, 'ok\n');
      return;
    }
    if (url === READY) {
      this.tellReadiness(response);
      return;
    }
    const document = this.rules.documents.get(url);
    if (document !== undefined) {
      writeJson(response, 200, document);
      return;
    }
    const outcome = this.authenticate({
      headers: request.headers,
      remote: request.socket.remoteAddress ?? '',
    });
    if ('ok' in outcome) this.enter(request, response, head, outcome, continues);
    else void this.enterLater(request, response, head, outcome, continues);
  }

  /** Told to whoever asks, as health is: it says whether, and since when, and nothing else. */
  private tellReadiness(response: ServerResponse): void {
    const { state, since, replication } = this.readiness();
    const told = { state, since: since === null ? null : new Date(since).toISOString(), replication };
    writeJson(response, state === 'ready' ? 200 : 503, canonical(told));
  }

  private async enterLater(
    request: IncomingMessage,
    response: ServerResponse,
    head: Head,
    outcome: Promise<AuthOutcome>,
    continues: boolean,
  ): Promise<void> {
    let known: AuthOutcome;
    try {
      known = await outcome;
    } catch {
      known = { ok: false, status: 401, challenge: 'Bearer realm="callgate"' };
    }
    // whoever went away meanwhile would leave a stream that nobody ends
    if (!response.destroyed) this.enter(request, response, head, known, continues);
  }

  private enter(
    request: IncomingMessage,
    response: ServerResponse,
    head: Head,
    outcome: AuthOutcome,
    continues: boolean,
  ): void {
    if (!outcome.ok) {
      const { status, challenge, reason = 'HTTP_AUTH', message = 'a token for agents is needed' } = outcome;
      const more = challenge === undefined ? ['Retry-After', '5'] : ['WWW-Authenticate', challenge];
      this.refuse(response, { status, reason, message }, head, more);
      return;
    }
    const { method = '', url = '' } = request;
    const refusal = checkContent(head, method, this.rules, url);
    if (refusal === null) this.pass(request, response, head, outcome, continues);
    else this.refuse(response, refusal, head);
  }

  private pass(
    request: IncomingMessage,
    response: ServerResponse,
    head: Head,
    { principal, until }: Entered,
    continues: boolean,
  ): void {
    if (until !== undefined && (request.method === 'GET' || head.method === LISTEN))
      endAt(response, until - this.now());
    if (request.method === 'GET') {
      this.messages.listen(head, principal, response);
    } else if (request.method === 'DELETE') {
      this.messages.end(head, principal, response);
    } else {
      if (continues) response.writeContinue();
      readBody(request, this.rules.bodyBytes, (body) => {
        if (body === null) this.refuse(response, TOO_LARGE, {});
        else if (request.url === MODEL) this.messages.recommend(head, principal, body, response);
        else this.messages.post(head, principal, body, response);
      });
    }
  }

  private refuse(
    response: ServerResponse,
    refusal: HeadRefusal,
    head: Head,
    more: readonly string[] = [],
  ): void {
    const { status, reason, message, allow } = refusal;
    this.tell(reason, message);
    const drained =
      head.transferEncoding === undefined &&
      (head.contentLength === undefined || Number(head.contentLength) <= DRAINED_BYTES);
    const close = drained && refusal !== TOO_LARGE ? [] : ['Connection', 'close'];
    const allowed = allow === undefined ? [] : ['Allow', allow];
    writePlain(response, status, `${reason}: ${message}\n`, [...more, ...allowed, ...close]);
  }

  private tell(reason: string, message: string): void {
    const now = this.now();
    if (now >= this.windowEnds) {
      this.windowEnds = now + WINDOW_MS;
      this.told = 0;
    }
    if (this.told++ < TOLD_REFUSALS) this.protocol.refused(null, reason, message);
  }
}
