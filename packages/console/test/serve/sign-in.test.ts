import type { People } from '@callgate/gate';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiResponse } from '../api-client.ts';
import { PAGE_HEADERS, signInClient, sendRequest } from '../api-client.ts';
import type { TestConsole, TestConsoleOptions } from '../test-console.ts';
import { openTestConsole } from '../test-console.ts';
import { bareWeb } from './bare-web.ts';
import { createShiftedClock } from './shifted-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const open: TestConsole[] = [];

const opened = async (options: TestConsoleOptions = {}): Promise<TestConsole> => {
  const place = await openTestConsole({ servers: {}, web: bareWeb(), ...options });
  open.push(place);
  return place;
};

afterEach(async () => {
  for (const place of open.splice(0)) await place.close();
});

const codeOf = ({ status, body }: ApiResponse): string =>
  `${status} ${(body as { code?: string } | null)?.code ?? ''}`.trim();

const signIn = (
  { url }: TestConsole,
  code: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> =>
  sendRequest(`${url}/sign-in`, {
    method: 'POST',
    headers: { ...PAGE_HEADERS, origin: url, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ code }),
  });

const me = ({ url }: TestConsole, cookie: string): Promise<ApiResponse> =>
  sendRequest(`${url}/api/me`, { headers: { ...PAGE_HEADERS, cookie } });

const hashOf = (link: string): string => new URL(link).hash.slice(1);

const people = (...all: People['all']): People => ({ all, selfApproval: false });

describe('a link', () => {
  it('signs in once', async () => {
    const place = await opened();
    const code = hashOf(await place.console.link('local'));
    expect(codeOf(await signIn(place, code))).toBe('200');
    expect(codeOf(await signIn(place, code))).toBe('401 CONSOLE_LINK_OVER');
  });

  it('is over after ten minutes', async () => {
    const clock = createShiftedClock();
    const place = await opened({ clock });
    const [early, late] = [
      hashOf(await place.console.link('local')),
      hashOf(await place.console.link('local')),
    ];
    clock.forward(10 * MINUTE_MS - 5000);
    expect(codeOf(await signIn(place, early))).toBe('200');
    clock.forward(5000);
    expect(codeOf(await signIn(place, late))).toBe('401 CONSOLE_LINK_OVER');
  });

  it('is not spent by looking at it, nor by a page of others', async () => {
    const place = await opened();
    const link = await place.console.link('local');
    const code = hashOf(link);
    await sendRequest(link);
    await sendRequest(`${place.url}/sign-in?code=${code}`);
    await sendRequest(`${place.url}/sign-in`, { method: 'HEAD' });
    expect(codeOf(await signIn(place, code, { origin: 'https://evil.example' }))).toBe('403 CONSOLE_ORIGIN');
    expect(codeOf(await signIn(place, code, { 'sec-fetch-site': 'cross-site' }))).toBe(
      '403 CONSOLE_CROSS_SITE',
    );
    expect(codeOf(await signIn(place, code, { 'content-type': 'text/plain' }))).toBe(
      '415 CONSOLE_CONTENT_TYPE',
    );
    expect(codeOf(await signIn(place, code))).toBe('200');
  });

  it('is given for nobody who may not enter', async () => {
    const place = await opened({
      people: people(
        { subject: 'ann', groups: [], active: true },
        { subject: 'gone', groups: [], active: false },
      ),
      roles: { vera: 'viewer', gone: 'operator' },
    });
    expect((await signInClient(place, 'ann').then((client) => client.read('me', {}))).caller.role).toBe(
      'approver',
    );
    expect((await signInClient(place, 'vera').then((client) => client.read('me', {}))).caller.role).toBe(
      'viewer',
    );
    for (const subject of ['gone', 'nobody', '__proto__', 'constructor'])
      await expect(place.console.link(subject)).rejects.toMatchObject({ code: 'CONSOLE_SUBJECT_UNKNOWN' });
  });

  it('that is no code at all is refused, and guessing is slow', async () => {
    const place = await opened({ settings: { limits: { signInsAMinute: 5 } } });
    for (const code of ['', 'x', 'x'.repeat(300), 7, null])
      expect(codeOf(await signIn(place, code))).toBe('401 CONSOLE_LINK_OVER');
    expect(codeOf(await signIn(place, 'y'))).toBe('429 CONSOLE_TOO_OFTEN');
  });

  it('that is good signs in however many others are tried, and as often as there are good ones', async () => {
    const place = await opened({ settings: { limits: { signInsAMinute: 2 } } });
    for (const code of ['x', 'y', 'z']) await signIn(place, code);
    expect(codeOf(await signIn(place, 'z'))).toBe('429 CONSOLE_TOO_OFTEN');
    for (let time = 0; time < 4; time += 1)
      expect(codeOf(await signIn(place, hashOf(await place.console.link('local'))))).toBe('200');
  });
});

describe('a session', () => {
  it('is a cookie that only this host, only over a safe connection and only its own pages send', async () => {
    const place = await opened();
    const { headers } = await signIn(place, hashOf(await place.console.link('local')));
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-callgate-session-\d+=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    expect(headers.get('set-cookie')).toContain(`-${place.console.port}=`);
  });

  it('ends when nobody uses it, and after a week whoever uses it', async () => {
    const clock = createShiftedClock();
    const place = await opened({ clock });
    const { cookie } = await signInClient(place);
    for (let hours = 0; hours < 7 * 24 - 7; hours += 7) {
      expect((await me(place, cookie)).status).toBe(200);
      clock.forward(7 * HOUR_MS);
    }
    clock.forward(7 * HOUR_MS);
    expect(codeOf(await me(place, cookie))).toBe('401 CONSOLE_SIGN_IN');
    const idle = await signInClient(place);
    clock.forward(8 * HOUR_MS);
    expect(codeOf(await me(place, idle.cookie))).toBe('401 CONSOLE_SIGN_IN');
  });

  it('ends when they leave, and the browser forgets it', async () => {
    const place = await opened();
    const client = await signInClient(place);
    const { headers } = await sendRequest(`${place.url}/api/me.leave`, {
      method: 'POST',
      headers: {
        ...PAGE_HEADERS,
        origin: place.url,
        'content-type': 'application/json',
        cookie: client.cookie,
        'x-callgate-csrf': client.csrf,
      },
      body: '{}',
    });
    expect(headers.get('set-cookie')).toMatch(/=; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=0$/);
    expect(codeOf(await me(place, client.cookie))).toBe('401 CONSOLE_SIGN_IN');
  });

  it('of a browser is replaced when somebody signs in with it anew, and never taken from it', async () => {
    const place = await opened();
    const { cookie } = await signInClient(place);
    const fixed = `${cookie.split('=')[0]}=chosen-by-somebody-else`;
    const again = await signIn(place, hashOf(await place.console.link('local')), { cookie });
    expect(codeOf(await me(place, cookie))).toBe('401 CONSOLE_SIGN_IN');
    expect(again.headers.get('set-cookie')).not.toContain(cookie);
    await signIn(place, hashOf(await place.console.link('local')), { cookie: fixed });
    expect(codeOf(await me(place, fixed))).toBe('401 CONSOLE_SIGN_IN');
  });

  it('is worth what the person is now: a role that is taken away counts at once', async () => {
    const roles: Record<string, 'viewer' | 'operator'> = { vera: 'operator' };
    const place = await opened({ roles, people: people({ subject: 'ann', groups: ['ops'], active: true }) });
    const vera = await signInClient(place, 'vera');
    const ann = await signInClient(place, 'ann');
    expect((await ann.read('me', {})).caller).toEqual({ subject: 'ann', role: 'approver', groups: ['ops'] });
    roles['vera'] = 'viewer';
    expect((await vera.read('me', {})).caller.role).toBe('viewer');
    delete roles['vera'];
    expect(codeOf(await me(place, vera.cookie))).toBe('401 CONSOLE_SIGN_IN');
    const { gateway } = place;
    const gone = people({ subject: 'ann', groups: ['ops'], active: false });
    await gateway.reload({ ...gateway.config(), people: gone }, gateway.gate.policy);
    expect(codeOf(await me(place, ann.cookie))).toBe('401 CONSOLE_SIGN_IN');
  });

  it('of one console means nothing to another on the same machine', async () => {
    const [one, two] = [await opened(), await opened()];
    const { cookie } = await signInClient(one);
    const renamed = cookie.replace(String(one.console.port), String(two.console.port));
    expect(codeOf(await me(two, cookie))).toBe('401 CONSOLE_SIGN_IN');
    expect(codeOf(await me(two, renamed))).toBe('401 CONSOLE_SIGN_IN');
  });
});

describe('nothing secret', () => {
  it('is in what is logged', async () => {
    const place = await opened();
    const code = hashOf(await place.console.link('local'));
    const entered = await signIn(place, code);
    const cookie = (entered.headers.get('set-cookie') ?? '').split(/[=;]/)[1] ?? 'none';
    await signIn(place, code);
    const said = JSON.stringify(place.log);
    expect(said).not.toContain(code);
    expect(said).not.toContain(cookie);
  });
});
