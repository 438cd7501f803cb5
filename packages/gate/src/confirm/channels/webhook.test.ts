import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { digestText, parseStrict } from '@callgate/core/receive';
import { afterEach, describe, expect, it } from 'vitest';
import { ASKED_AT, HOSTILE, hostileQuestion, question } from '../../../test/confirm-question.ts';
import { virtualClock } from '../../../test/harness/virtual-clock.ts';
import type { Clock } from '../../environment/clock.ts';
import type { ApprovalRequest } from '../approval-channel.ts';
import { isWebhookGenuine, signWebhook } from './webhook-signature.ts';
import type { WebhookOptions } from './webhook.ts';
import { webhookChannel } from './webhook.ts';

const SECRET = 'a secret of at least thirty-two characters';

interface CapturedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A service that takes messages and answers as it is told. */
class WebhookReceiver {
  readonly received: CapturedRequest[] = [];
  readonly clock = virtualClock(ASKED_AT);
  readonly #server: Server;
  url = '';

  constructor(answer: (response: ServerResponse, attempt: number) => void) {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      request.on('end', () => {
        const { method, url, headers } = request;
        this.received.push({ method, url, headers, body });
        answer(response, this.received.length);
      });
    });
  }

  async opens(): Promise<this> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.listen(0, '127.0.0.1', resolve);
    await promise;
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
    return this;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  asks(
    about: ApprovalRequest,
    more: Partial<WebhookOptions> = {},
    signal = new AbortController().signal,
  ): Promise<unknown> {
    return webhookChannel({ url: this.url, secret: SECRET, clock: this.clock, ...more }).ask(about, signal);
  }
}

/** A clock on which pauses are over at once and nothing that takes longer ever is. */
class InstantClock implements Clock {
  readonly pauses: number[] = [];
  #now = ASKED_AT;

  now(): number {
    return this.#now;
  }

  offsetMinutes(): number {
    return 0;
  }

  after(ms: number, work: () => void): () => void {
    if (ms >= 10_000) return () => {};
    this.pauses.push(ms);
    this.#now += ms;
    const immediate = setImmediate(work);
    return () => clearImmediate(immediate);
  }
}

const opened: WebhookReceiver[] = [];

const receiver = async (
  answer: (response: ServerResponse, attempt: number) => void,
): Promise<WebhookReceiver> => {
  const made = await new WebhookReceiver(answer).opens();
  opened.push(made);
  return made;
};

const ok = (response: ServerResponse): void => void response.writeHead(204).end();

afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

describe('a message', () => {
  it('tells that a call waits, signed, and decides nothing', async () => {
    const service = await receiver(ok);
    expect(await service.asks(question(), { console: 'https://console.example/callgate' })).toBeNull();
    const [message] = service.received;
    expect(message).toMatchObject({
      method: 'POST',
      url: '/hook',
      headers: { 'content-type': 'application/json' },
    });
    expect(parseStrict(message?.body ?? '')).toEqual({
      v: 1,
      event: 'held',
      call: 'c1',
      principal: digestText('name', 'local'),
      delegation: [],
      context: digestText('name', 'chat-1'),
      server: 'mail',
      tool: 'send_message',
      definition: question().definition,
      arguments: question().argumentsDigest,
      binding: question().binding,
      policy: question().decision.policy,
      outcome: 'confirm',
      terms: 'plain',
      labels: { private: 'none', untrusted: 'none' },
      counts: { rules: 1, reasons: question().decision.reasons.length, people: 1, unproven: 0 },
      askedAt: ASKED_AT,
      expiresAt: ASKED_AT + 3_600_000,
      selfApproval: false,
      again: false,
      link: 'https://console.example/callgate/calls/c1',
    });
  });

  it('can be told from a forged, changed or old one', async () => {
    const service = await receiver(ok);
    await service.asks(question());
    const [message] = service.received;
    const body = message?.body ?? '';
    const timestamp = String(message?.headers['callgate-timestamp']);
    const signature = String(message?.headers['callgate-signature']);
    const genuine = { body, timestamp, signature, now: ASKED_AT + 1000 };
    expect(timestamp).toBe(String(ASKED_AT));
    expect(isWebhookGenuine(SECRET, genuine)).toBe(true);
    expect(isWebhookGenuine(`${SECRET}!`, genuine)).toBe(false);
    expect(isWebhookGenuine(SECRET, { ...genuine, body: body.replace('plain', 'strong') })).toBe(false);
    expect(isWebhookGenuine(SECRET, { ...genuine, timestamp: String(ASKED_AT + 1) })).toBe(false);
    expect(isWebhookGenuine(SECRET, { ...genuine, signature: signature.slice(0, -1) })).toBe(false);
    expect(isWebhookGenuine(SECRET, { ...genuine, now: ASKED_AT + 300_001 })).toBe(false);
    expect(isWebhookGenuine(SECRET, { ...genuine, now: ASKED_AT - 300_001 })).toBe(false);
    const odd = { body, timestamp: 'NaN' };
    expect(isWebhookGenuine(SECRET, { ...genuine, ...odd, signature: signWebhook(SECRET, odd) })).toBe(false);
  });

  it('has no link unless there is a console', async () => {
    const service = await receiver(ok);
    await service.asks(question());
    expect(service.received[0]?.body).not.toContain('link');
  });

  it('says neither what the arguments are nor what anybody wrote', async () => {
    const service = await receiver(ok);
    const canary = 'canary of text';
    await service.asks(hostileQuestion(canary), { console: 'https://console.example' });
    const [message] = service.received;
    expect(message?.body).not.toContain('canary');
    expect(JSON.stringify(message?.headers)).not.toContain('canary');
    expect(parseStrict(message?.body ?? '')).toMatchObject({
      tool: digestText('name', canary),
      server: digestText('name', canary),
      call: digestText('name', canary),
    });
  });

  it.each(HOSTILE)('is plain ASCII without any hostile text (%#)', async (text) => {
    const service = await receiver(ok);
    await service.asks(hostileQuestion(text), { console: 'https://console.example' });
    const body = service.received[0]?.body ?? '';
    expect(body).toMatch(/^\{[A-Za-z0-9:"{}[\],./%-]*\}$/);
  });
});

describe('a service that does not take it', () => {
  it('is tried again, each time with a new time and signature', async () => {
    const service = await receiver(
      (response, attempt) => void response.writeHead(attempt < 3 ? 503 : 200).end(),
    );
    const clock = new InstantClock();
    expect(await service.asks(question(), { clock })).toBeNull();
    expect(clock.pauses).toEqual([250, 500]);
    expect(service.received).toHaveLength(3);
    expect(new Set(service.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(service.received.map(({ headers }) => headers['callgate-signature'])).size).toBe(3);
  });

  it('is an error in the end, which says nothing of the secret', async () => {
    const service = await receiver((response) => void response.writeHead(500).end('details'));
    await expect(service.asks(question(), { clock: new InstantClock() })).rejects.toMatchObject({
      code: 'WEBHOOK_FAILED',
      message: 'The webhook did not accept the message: status 500',
    });
    expect(service.received).toHaveLength(4);
  });

  it('is not tried again where that cannot help', async () => {
    const service = await receiver((response) => void response.writeHead(403).end());
    await expect(service.asks(question())).rejects.toMatchObject({ code: 'WEBHOOK_FAILED' });
    expect(service.received).toHaveLength(1);
  });

  it('cannot send the message on to somebody else', async () => {
    const other = await receiver(ok);
    const service = await receiver((response) => void response.writeHead(307, { location: other.url }).end());
    await expect(service.asks(question())).rejects.toMatchObject({
      message: 'The webhook did not accept the message: status 307',
    });
    expect(other.received).toEqual([]);
  });

  it('is waited for ten seconds and no longer', async () => {
    const service = await receiver(() => {});
    const asked = service.asks(question(), { retries: 0 });
    asked.catch(() => {});
    while (service.received.length === 0) await pause(1);
    service.clock.advance(9999);
    expect(service.clock.pending).toBe(1);
    service.clock.advance(1);
    await expect(asked).rejects.toMatchObject({
      message: 'The webhook did not accept the message: no answer',
    });
  });

  it('is an error if it is not there', async () => {
    const service = await receiver(ok);
    service.close();
    await expect(service.asks(question(), { clock: new InstantClock() })).rejects.toMatchObject({
      code: 'WEBHOOK_FAILED',
    });
  });
});

describe('a question that is settled meanwhile', () => {
  it('is told to nobody any more', async () => {
    const service = await receiver(ok);
    const ending = new AbortController();
    ending.abort();
    expect(await service.asks(question(), {}, ending.signal)).toBeNull();
    expect(service.received).toEqual([]);
  });

  it('is not told again', async () => {
    const service = await receiver((response) => void response.writeHead(503).end());
    const ending = new AbortController();
    const asked = service.asks(question(), {}, ending.signal);
    while (service.received.length === 0) await pause(1);
    ending.abort();
    expect(await asked).toBeNull();
    while (service.clock.pending > 0) await pause(1);
    expect(service.received).toHaveLength(1);
  });
});

describe('what an operator sets', () => {
  const making = (more: Partial<WebhookOptions>) => () =>
    webhookChannel({ url: 'https://hooks.example/x', secret: SECRET, ...more });

  it.each(['https://hooks.example/x', 'http://127.0.0.1:9/x', 'http://localhost/x', 'http://[::1]:9/x'])(
    'may be %s',
    (url) => {
      expect(making({ url })).not.toThrow();
    },
  );

  it.each([
    'http://hooks.example/x',
    'http://127.0.0.1.evil.example/x',
    'http://localhost.evil.example/x',
    'ftp://127.0.0.1/x',
    'file:///etc/passwd',
    'https://user:password@hooks.example/x',
    'nothing',
  ])('may not be %s', (url) => {
    expect(making({ url })).toThrow(expect.objectContaining({ code: 'WEBHOOK_OPTIONS' }));
    expect(making({ console: url })).toThrow(expect.objectContaining({ code: 'WEBHOOK_OPTIONS' }));
  });

  it('has a secret that cannot be guessed and a number of retries', () => {
    expect(making({ secret: 'short' })).toThrow(expect.objectContaining({ code: 'WEBHOOK_OPTIONS' }));
    for (const retries of [-1, 11, 1.5, Number.NaN])
      expect(making({ retries })).toThrow(expect.objectContaining({ code: 'WEBHOOK_OPTIONS' }));
  });
});
