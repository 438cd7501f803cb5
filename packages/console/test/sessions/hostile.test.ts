/// <reference lib="dom" />
import { LOCAL_PRINCIPAL, display } from '@callgate/core';
import type { CallRequest } from '@callgate/gate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, takeScreenshot, openSignedInPage } from '../browser.ts';
import { hostileStrings } from '../inbox/hostile-strings.ts';
import type { TestConsole } from '../test-console.ts';
import { openOffice } from './attacked-office.ts';

const COUNT = process.env['CALLGATE_DEEP'] === '1' ? 1000 : 100;
const PER_SESSION = 25;
const strings = hostileStrings(COUNT);
const ANSWER = { type: 'result', result: { content: [] } } as const;

let place: TestConsole;
let browser: Browser | undefined;
const batches = Array.from({ length: Math.ceil(strings.length / PER_SESSION) }, (_, at) =>
  strings.slice(at * PER_SESSION, (at + 1) * PER_SESSION),
);
const opened: string[] = [];

/** As much of a text as the name of a context or a resource may have. */
const printable = (text: string): string => text.replaceAll(/[^\x21-\x7e]/g, '_').slice(0, 200);

const request = (batch: number, more: object): CallRequest =>
  ({
    server: 'web',
    arguments: {},
    principal: { ...LOCAL_PRINCIPAL, subject: batches[batch]?.[0] ?? '' },
    context: printable(batches[batch]?.[1] ?? ''),
    authenticated: true,
    ...more,
  }) as CallRequest;

/** Everything an agent or a server can write: principals, contexts, uris, arguments, results, words. */
const play = async (batch: number, texts: readonly string[]): Promise<void> => {
  const { gate } = place.gateway;
  const { principal, context } = request(batch, {});
  const name = { principal: principal.subject, context, authenticated: true };
  for (const text of texts.slice(0, 8)) await gate.hear(name, { text });
  const page = { type: 'result', result: { content: [{ type: 'text', text: texts.join('\n') }] } } as const;
  await gate.report(
    request(batch, { kind: 'tool', name: 'fetch_page', arguments: { url: 'https://a.example' } }),
    page,
  );
  await gate.report(
    request(batch, { kind: 'tool', server: 'files', name: 'read_file', arguments: { path: 'a' } }),
    ANSWER,
  );
  for (const text of texts) {
    await gate.report(request(batch, { kind: 'resource', uri: `x:${printable(text)}` }), ANSWER);
    await gate.report(
      request(batch, {
        kind: 'tool',
        server: 'mail',
        name: 'send_mail',
        arguments: { to: text, body: text },
      }),
      ANSWER,
    );
  }
  await gate.desk.declassify({ ...name, label: 'private', by: texts[2] ?? '', reason: texts[3] ?? '' });
  const last = await gate.begin(
    request(batch, {
      kind: 'tool',
      server: 'files',
      name: 'delete_file',
      arguments: { path: texts[4] ?? '' },
    }),
  );
  opened.push(last.call);
};

beforeAll(async () => {
  place = await openOffice();
  for (const [batch, texts] of batches.entries()) await play(batch, texts);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await place.close();
});

const strange = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [
    ...('__ran' in globalThis ? ['something ran'] : []),
    ...[
      ...document.querySelectorAll(
        'main :is(script, img, iframe, object, embed, video, style, link, meta, base, math, template, foreignObject), main [onerror], main [onload], main a[href^="javascript:"]',
      ),
    ].map((element) => element.outerHTML.slice(0, 120)),
  ]);

const textOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('main')?.textContent ?? '');

const SOON = { timeout: 20_000 };

describe(`${COUNT} hostile strings in all that others can write`, () => {
  it('are text in the list and in the picture, and nothing of them runs', async () => {
    if (browser === undefined) throw new Error('there is no Chromium to look at the page with');
    const { page, problems } = await openSignedInPage(place, { path: '/sessions' });
    await expect.poll(() => page.locator('.sessions-item').count(), SOON).toBe(Math.min(50, batches.length));
    const list = await textOf(page);
    for (const [principal = '', context = ''] of batches) {
      expect(list).toContain(display(principal, { max: 80 }));
      expect(list).toContain(display(printable(context), { max: 120 }));
    }
    expect(await strange(page)).toEqual([]);
    for (const [batch, texts] of batches.entries()) {
      await page.goto(`${place.url}/sessions/${opened[batch] ?? ''}`);
      await page.getByRole('figure').waitFor();
      await page.getByText('The same as a table').click();
      await page.getByRole('table').waitFor();
      const shown = await textOf(page);
      for (const text of texts.slice(0, 8)) expect(shown).toContain(display(text, { max: 600, lines: true }));
      for (const text of texts) expect(shown).toContain(display(`x:${printable(text)}`, { max: 160 }));
      expect(shown).toContain(display(texts[3] ?? '', { max: 500 }));
      await page.locator('[aria-current=true]').focus();
      for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'End']) {
        await page.keyboard.press(key);
        expect(await strange(page)).toEqual([]);
      }
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe('a session of 1,000 calls', () => {
  beforeAll(async () => {
    const { gate } = place.gateway;
    for (let index = 0; index < 1000; index += 1)
      await gate.report(
        {
          kind: 'tool',
          server: index % 3 === 0 ? 'files' : 'calendar',
          name: index % 3 === 0 ? 'list_files' : 'list_events',
          arguments: { day: String(index) },
          principal: LOCAL_PRINCIPAL,
          context: 'long',
          authenticated: true,
        } as CallRequest,
        ANSWER,
      );
  });

  it(
    'draws what is in sight, whole on wish, and is walked through to the end',
    { timeout: 120_000 },
    async () => {
      if (browser === undefined) throw new Error('there is no Chromium to look at the page with');
      const { page, problems } = await openSignedInPage(place, { path: '/sessions' });
      await page.getByRole('link', { name: /long/ }).click();
      const marks = page.locator('.sessions-mark');
      await marks.first().waitFor();
      expect(await marks.count()).toBeLessThan(120);
      await page.locator('[aria-current=true]').focus();
      await page.keyboard.press('Home');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toMatch(/^Call 1 of 1000/);
      for (let step = 0; step < 60; step += 1) await page.keyboard.press('ArrowRight');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toMatch(/^Call 61 of 1000/);
      const box = await page.locator('[aria-current=true]').boundingBox();
      expect(box?.x).toBeGreaterThan(200);
      expect(box?.x).toBeLessThan(1280);
      await page.getByRole('button', { name: 'Fit' }).click();
      await expect.poll(() => marks.count(), SOON).toBe(1000);
      await takeScreenshot(page, 'sessions-thousand');
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );
});
