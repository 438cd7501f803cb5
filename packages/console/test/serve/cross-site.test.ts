import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifies } from '../../../gateway/test/attacks/verifies.ts';
import { signInClient } from '../api-client.ts';
import { openBrowser, watchProblems, openSignedInPage } from '../browser.ts';
import type { TestConsole } from '../test-console.ts';
import { openTestConsole } from '../test-console.ts';
import type { OtherSite } from './other-site.ts';
import { openOtherSite } from './other-site.ts';

let browser: Browser | undefined;
let place: TestConsole;
let evil: OtherSite;
let context: BrowserContext;
let held = '';
let vote = '';
let csrf = '';

beforeAll(async () => {
  browser = await openBrowser();
  place = await openTestConsole();
  evil = await openOtherSite();
  if (browser === undefined) return;
  const { page } = await openSignedInPage(place);
  context = page.context();
  csrf = (await signInClient(place)).csrf;
  held = (await place.call({ tool: 'delete_note', arguments: { id: '1' } })).call ?? '';
  const { binding } = (await place.gateway.gate.desk.question(held)) ?? { binding: '' };
  vote = JSON.stringify({ call: held, binding, verdict: 'approve', opened: true });
});
afterAll(async () => {
  await browser?.close();
  await place.close();
  await evil.close();
});
beforeEach((test) => {
  if (browser === undefined) test.skip();
});

const nothingChanged = async (): Promise<void> => {
  const { read } = place.gateway.gate.desk;
  expect((await read.call(held))?.state).toBe('held');
  expect(await read.votes(held)).toEqual([]);
};

/** Another site, and another port of this machine, which browsers call the same site. */
const SITES = [
  ['another site', 'localhost'],
  ['another port of this machine', '127.0.0.1'],
] as const;

/** Opens a page of somebody else in the browser in which somebody is signed in, and waits until it says it is done. */
const lure = async (host: string, html: string): Promise<Page> => {
  evil.shows(html);
  const page = await context.newPage();
  await page.goto(`http://${host}:${evil.port}/`);
  await page.waitForFunction(`document.title === 'done' || location.pathname !== '/'`);
  return page;
};

const script = (body: string): string =>
  `<script type="module">const url = ${JSON.stringify(place.url)}, vote = ${JSON.stringify(vote)}, csrf = ${JSON.stringify(csrf)};
   const settle = () => new Promise((resolve) => setTimeout(resolve, 150));
   ${body}
   await settle(); document.title = 'done';</script>`;

describe.each(SITES)('%s', (_, host) => {
  it(`${verifies('A37', 'cannot change anything by fetch, beacon or a socket of events')}`, async () => {
    const page = await lure(
      host,
      script(`
        const tries = [
          ['no-cors', 'text/plain'], ['cors', 'text/plain'], ['cors', 'application/json'],
        ].flatMap(([mode, type]) => ['POST', 'GET', 'PUT'].map((method) =>
          fetch(url + '/api/inbox.vote' + (method === 'GET' ? '?q=' + encodeURIComponent(vote) : ''), {
            method, mode, credentials: 'include', headers: { 'content-type': type },
            ...(method === 'GET' ? {} : { body: vote }),
          }).then((answer) => answer.type + answer.status, () => 'refused')));
        navigator.sendBeacon(url + '/api/inbox.vote', new Blob([vote], { type: 'text/plain' }));
        navigator.sendBeacon(url + '/sign-in', new Blob([vote], { type: 'text/plain' }));
        new EventSource(url + '/api/events', { withCredentials: true });
        globalThis.answers = await Promise.all(tries);`),
    );
    const answers = await page.evaluate(() => (globalThis as unknown as { answers: string[] }).answers);
    expect(new Set(answers)).toEqual(new Set(['refused']));
    await nothingChanged();
    await page.close();
  });

  it(`${verifies('A37', 'cannot change anything by a form, in this window or another')}`, async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const page = await lure(
        host,
        `<form id="form" method="post" enctype="${type}" action="${place.url}/api/inbox.vote">
         <input name='${vote.slice(0, -1)},"x":"' value='"}'></form><script>form.submit()</script>`,
      );
      await page.waitForURL((url) => url.pathname === '/api/inbox.vote');
      expect(await page.locator('body').innerText()).toMatch(/CONSOLE_ORIGIN|CONSOLE_CROSS_SITE/);
      await nothingChanged();
      await page.close();
    }
  });

  it(`${verifies('A37', 'cannot put the console into a frame')}`, async () => {
    const page = await lure(
      host,
      `<iframe src="${place.url}/inbox/${held}"></iframe><object data="${place.url}/inbox"></object>
       <embed src="${place.url}/inbox">${script('')}`,
    );
    const shown = await Promise.all(
      page.frames().map((frame) =>
        frame
          .locator('body')
          .innerText()
          .catch(() => ''),
      ),
    );
    expect(shown.join(' ')).not.toMatch(/Inbox|delete_note/);
    await nothingChanged();
    await page.close();
  });

  it(`${verifies('A37', 'cannot read anything by elements that load')}`, async () => {
    const page = await lure(
      host,
      `<script>globalThis.loaded = [];</script>
       <img src="${place.url}/icon.svg" onload="loaded.push('img')">
       <script src="${place.url}/api/me" onload="loaded.push('script')"></script>
       <link rel="stylesheet" href="${place.url}/api/inbox.list" onload="loaded.push('style')">${script('')}`,
    );
    expect(await page.evaluate(() => (globalThis as unknown as { loaded: string[] }).loaded)).toEqual([]);
    await page.close();
  });

  it(`${verifies('A37', 'cannot spend a link by fetching it ahead, nor by opening what changes something')}`, async () => {
    const link = await place.console.link('local');
    const rules = JSON.stringify({
      prefetch: [{ source: 'list', urls: [link] }],
      prerender: [{ source: 'list', urls: [link] }],
    });
    const page = await lure(
      host,
      `<link rel="prefetch" href="${link}"><link rel="prerender" href="${link}"><link rel="preload" as="document" href="${link}">
       <script type="speculationrules">${rules}</script>${script('await settle();')}`,
    );
    await page.goto(`${place.url}/api/inbox.vote?q=${encodeURIComponent(vote)}`);
    expect(await page.locator('body').innerText()).toContain('CONSOLE_CROSS_SITE');
    await nothingChanged();
    const fresh = await context.browser()?.newContext();
    const visitor = await fresh?.newPage();
    await visitor?.goto(link);
    await visitor?.waitForURL((url) => url.pathname === '/inbox');
    await fresh?.close();
    await page.close();
  });
});

describe('the console', () => {
  it('is opened from a link of another site by whoever is signed in', async () => {
    evil.shows(`<a id="link" href="${place.url}/calls/${held}">look</a>`);
    const page = await context.newPage();
    const problems = watchProblems(page);
    await page.goto(`http://localhost:${evil.port}/`);
    await page.click('#link');
    await page.waitForURL((url) => url.pathname === `/inbox/${held}`);
    await page.getByText('delete_note').first().waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('runs no script that gets into the page, and says so', async () => {
    const page = await context.newPage();
    await page.goto(`${place.url}/inbox`);
    const ran = (await page.evaluate(`(async () => {
      let refused = '';
      try {
        document.createElement('div').innerHTML = '<img src=x onerror="globalThis.ran=1">';
      } catch (error) {
        refused = String(error);
      }
      const image = document.createElement('img');
      image.setAttribute('src', 'https://evil.example/x.png');
      document.body.append(image);
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { refused, ran: globalThis.ran };
    })()`)) as { readonly refused: string; readonly ran?: number };
    expect(ran.refused).toContain('TrustedHTML');
    expect(ran.ran).toBeUndefined();
    await vi.waitFor(
      () =>
        expect(place.log.map(({ code, message }) => `${code} ${message}`)).toContainEqual(
          expect.stringMatching(/^CONSOLE_CSP .*img-src/),
        ),
      { timeout: 10_000 },
    );
    await page.close();
  });
});
