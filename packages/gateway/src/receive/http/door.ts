import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal } from '@callgate/core';
import type { Protocol } from '../exchange.ts';
import type { AuthOutcome, Authenticator } from './authenticator.ts';
import {
  DUPLICATE_HEADER,
  type GuardRules,
  HEALTH,
  type HeadRefusal,
  MODEL,
  TOO_LARGE,
  checkContent,
  checkPlace,
} from './guard.ts';
import { type Head, readHead } from './head.ts';
import type { Messages } from './messages.ts';
import { writePlain } from './post-response.ts';
import { readBody } from './read-body.ts';

export interface DoorOptions {
  readonly protocol: Protocol;
  readonly authenticate: Authenticator;
  readonly rules: GuardRules;
  readonly messages: Messages;
  readonly now: () => number;
}

/** Refusals of the nameless that are told in one window of time; who has no token cannot fill the record. */
const TOLD_REFUSALS = 20;
const WINDOW_MS = 10_000;

/** A body that is not wanted is read to its end where that is cheap, so that the refusal arrives. */
const DRAINED_BYTES = 64 * 1024;

/** Lets a request in by its head alone. */
export class Door {
  private readonly protocol: Protocol;
  private readonly authenticate: Authenticator;
  private readonly rules: GuardRules;
  private readonly messages: Messages;
  private readonly now: () => number;
  private windowEnds = 0;
  private told = 0;

  constructor({ protocol, authenticate, rules, messages, now }: DoorOptions) {
    this.protocol = protocol;
    this.authenticate = authenticate;
    this.rules = rules;
    this.messages = messages;
    this.now = now;
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
    const outcome = this.authenticate({
      headers: request.headers,
      remote: request.socket.remoteAddress ?? '',
    });
    if ('ok' in outcome) this.enter(request, response, head, outcome, continues);
    else void this.enterLater(request, response, head, outcome, continues);
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
    this.enter(request, response, head, known, continues);
  }

  private enter(
    request: IncomingMessage,
    response: ServerResponse,
    head: Head,
    outcome: AuthOutcome,
    continues: boolean,
  ): void {
    if (!outcome.ok) {
      const { status, challenge } = outcome;
      const unknown = { status, reason: 'HTTP_AUTH', message: 'a token for agents is needed' };
      this.refuse(response, unknown, head, ['WWW-Authenticate', challenge]);
      return;
    }
    const { method = '', url = '' } = request;
    const refusal = checkContent(head, method, this.rules, url);
    if (refusal === null) this.pass(request, response, head, outcome.principal, continues);
    else this.refuse(response, refusal, head);
  }

  private pass(
    request: IncomingMessage,
    response: ServerResponse,
    head: Head,
    principal: Principal,
    continues: boolean,
  ): void {
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
