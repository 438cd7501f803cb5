import type { JsonObject, Principal } from '@callgate/core';
import { LOCAL_PRINCIPAL, display } from '@callgate/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openSignedInPage } from '../browser.ts';
import { hostileStrings } from '../inbox/hostile-strings.ts';
import type { TestConsole } from '../test-console.ts';
import { NOTE_TOOLS, openTestConsole } from '../test-console.ts';
import { castVote } from './busy-console.ts';

const COUNT = process.env['CALLGATE_DEEP'] === '1' ? 1000 : 100;
const PER_CALL = 25;

const strings = hostileStrings(COUNT);

const FIELDS = ['text', 'server', 'tool', 'principal', 'session'] as const;
/** A filter has a string in each of its fields: in one of them, and in the deep run in every one. */
const STEP = COUNT === 100 ? FIELDS.length : 1;
const FILTERS = Array.from({ length: 20 / STEP }, (_, at) =>
  FIELDS.map((field, after) => [field, strings[(at * STEP + after) % 20] ?? '']),
);

const browser: Browser | undefined = await openBrowser();
let place: TestConsole;

beforeAll(async () => {
  const all = strings.join(' ');
  place = await openTestConsole({
    servers: {
      notes: NOTE_TOOLS.map((tool) => ({
        ...tool,
        title: all,
        description: all,
        run: (args) => ({ content: [{ type: 'text', text: all }], structuredContent: args }),
      })),
    },
    config: (config) => ({ ...config, approvals: { ...config.approvals, pendingPerPrincipal: 1000 } }),
  });
});
afterAll(async () => {
  await browser?.close();
  await place.close();
});

const argumentsOf = (texts: readonly string[]): JsonObject => ({
  text: texts.join('\n'),
  values: [...texts],
  keys: Object.fromEntries(texts.map((text, at) => [`${at} ${text}`.slice(0, 200), at])),
});

const strange = (page: Page): Promise<{ readonly ran: unknown; readonly elements: readonly string[] }> =>
  page.evaluate(() => ({
    ran: (globalThis as unknown as { ranHere?: unknown }).ranHere,
    elements: [
      ...document.querySelectorAll(
        'main :is(script, img, iframe, object, embed, video, form, style, link, meta, base, math, template), main [onerror], main [onload], main a[href^="javascript:"]',
      ),
    ].map((element) => element.outerHTML.slice(0, 120)),
  }));

/** Opens everything that is folded. */
const openAll = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('main details')) fold.open = true;
  });
  for (let round = 0; round < 40; round += 1) {
    const opened = await page.evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('main .json-open')];
      for (const button of buttons) button.click();
      return buttons.length;
    });
    if (opened === 0) return;
  }
};

describe.skipIf(browser === undefined)('words of others in the record', () => {
  it(`are text and nothing else, ${COUNT} of them, in every field`, async () => {
    const { page, problems } = await openSignedInPage(place);
    for (let at = 0; at < strings.length; at += PER_CALL) {
      const texts = strings.slice(at, at + PER_CALL);
      const args = argumentsOf(texts);
      const principal: Principal = { ...LOCAL_PRINCIPAL, subject: texts[0]?.slice(0, 60) ?? 'x' };
      const answer = await place.call({
        tool: 'delete_note',
        arguments: args,
        context: `hostile-${at}`,
        principal,
      });
      const { call } = answer;
      if (call === undefined) throw new Error(`it does not wait: ${JSON.stringify(answer).slice(0, 400)}`);
      await castVote(place, call, 'refuse', texts[1]?.slice(0, 200));
      await page.goto(`${place.url}/record/${encodeURIComponent(call)}`);
      await page.locator('.record-step').first().waitFor();
      await openAll(page);
      const told = await page.locator('.record-story').evaluate((story) => story.textContent ?? '');
      for (const text of texts) expect(told).toContain(display(text, { lines: true }));
      expect(await strange(page)).toEqual({ ran: undefined, elements: [] });
    }
    await page.goto(`${place.url}/record`);
    await page.locator('.record-line').first().waitFor();
    for (const filter of FILTERS) {
      await page.goto(`${place.url}/record?${new URLSearchParams(filter).toString()}`);
      await page.getByText('No call matches').waitFor();
      expect(await page.locator('.record-chip').count()).toBe(5);
      expect(await strange(page)).toEqual({ ran: undefined, elements: [] });
    }
    await page.goto(`${place.url}/record?view=figures`);
    await page.locator('.record-chart').waitFor();
    await page.getByText(/votes: 0 % approved/).waitFor();
    await openAll(page);
    expect(await strange(page)).toEqual({ ran: undefined, elements: [] });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('find nothing and change nothing where the address names no call', async () => {
    const { page } = await openSignedInPage(place);
    for (const text of ['<script>', '%00', 'a?b', '\u202E'].map(encodeURIComponent)) {
      await page.goto(`${place.url}/record/${text}`);
      await page.locator('main .problem, main .record-list').first().waitFor();
      expect(await strange(page)).toEqual({ ran: undefined, elements: [] });
    }
    await page.context().close();
  });
});
