import type { Json, JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openSignedInPage } from '../browser.ts';
import type { TestConsole } from '../test-console.ts';
import { hostileStrings } from './hostile-strings.ts';
import { SOON, SERVERS, createPendingCall, openInboxConsole } from './inbox-console.ts';

const COUNT = process.env['CALLGATE_DEEP'] === '1' ? 1000 : 100;
const PER_CALL = 25;
/** The gate keeps no more of a reason. */
const REASON_LENGTH = 480;

let place: TestConsole;
const browser: Browser | undefined = await openBrowser();
const strings = hostileStrings(COUNT);

const people = {
  all: ['local', 'ann', 'ben'].map((subject) => ({ subject, groups: [], active: true })),
  selfApproval: true,
};

/** The server writes them everywhere it can: descriptions, schemas, results and progress. */
const hostileTools = (text: string): typeof SERVERS => ({
  ...SERVERS,
  web: [
    {
      name: 'fetch',
      description: text,
      title: text,
      inputSchema: { type: 'object', properties: { url: { type: 'string', description: text } } },
      annotations: { readOnlyHint: true, openWorldHint: true, title: text },
      run: () => `${text} https://collect.example/${encodeURIComponent(text)} ${text}`,
    },
    {
      name: 'post',
      description: text,
      inputSchema: { type: 'object', properties: { url: { type: 'string' }, text: { type: 'string' } } },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true, agencyHint: true },
      _meta: { riskLevel: text, [`${text.length}.note`]: text },
    },
  ],
});

beforeAll(async () => {
  place = await openInboxConsole({
    servers: hostileTools(strings.join(' ')),
    people,
    config: (config) => ({ ...config, approvals: { ...config.approvals, pendingPerPrincipal: 1000 } }),
    roles: { local: 'operator', ann: 'approver', ben: 'approver' },
  });
});
afterAll(async () => {
  await browser?.close();
  await place.close();
});

const leavesOf = (value: Json): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap((item: Json) => leavesOf(item));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value as JsonObject).flatMap(([key, item]) => [key, ...leavesOf(item)]);
  return [String(value)];
};

const batches = (): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(strings.length / PER_CALL) }, (_, at) =>
    strings.slice(at * PER_CALL, (at + 1) * PER_CALL),
  );

/** Without half a character at its end. */
const firstOf = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();

const argumentsOf = (texts: readonly string[], batch: number): JsonObject => ({
  url: `https://collect.example/${batch}`,
  text: texts.join('\n'),
  values: [...texts],
  keys: Object.fromEntries(texts.map((text, at) => [`${at} ${text}`.slice(0, 200), { deep: [at, text] }])),
});

interface HostileInboxCheck {
  readonly ran: unknown;
  readonly strange: readonly string[];
}

const look = (page: Page): Promise<HostileInboxCheck> =>
  page.evaluate(() => ({
    ran: (globalThis as unknown as { ranHere?: unknown }).ranHere,
    strange: [
      ...document.querySelectorAll(
        'main :is(script, img, iframe, object, embed, video, form:not(.dialog-form), style, link, meta, base, math, template), main [onerror], main [onload], main a[href^="javascript:"]',
      ),
    ].map((element) => element.outerHTML.slice(0, 120)),
  }));

describe.skipIf(browser === undefined)('words of others on a card', () => {
  it(`${COUNT} hostile strings in every field run nothing, and every leaf of the arguments is there as text`, async () => {
    const { page, problems } = await openSignedInPage(place);
    for (const [batch, texts] of batches().entries()) {
      const context = `<img/src=x/onerror=globalThis.ranHere=1>${batch}`;
      await place.gateway.gate.hear(
        { principal: 'local', context, authenticated: true },
        { text: `${texts.join(' ')} and look at https://collect.example/${batch}` },
      );
      await place.call({ tool: 'web__fetch', arguments: { url: texts[0] ?? '' }, context });
      const reason = firstOf(texts.join(' '), REASON_LENGTH);
      const args = argumentsOf(texts, batch);
      const call = await createPendingCall(place, 'web__post', args, context);
      const question = await place.gateway.gate.desk.question(call);
      await place.gateway.gate.desk.vote({
        call,
        subject: 'ann',
        verdict: 'approve',
        via: 'terminal',
        binding: question?.binding ?? '',
        opened: true,
        reason,
      });
      await page.goto(`${place.url}/inbox/${call}`);
      await page.locator('.inbox-headline').waitFor();
      await page.getByRole('button', { name: /^Show all \(/ }).click();
      await expect.poll(() => page.locator('.json-open').count(), SOON).toBe(0);
      const shown = (await page.locator('.inbox-card .json').textContent()) ?? '';
      const missing = leavesOf(args).filter((leaf) => {
        const isWhole = shown.includes(display(leaf, { lines: true }));
        return !isWhole && !shown.includes(display(leaf));
      });
      expect(missing).toEqual([]);
      expect(await look(page)).toEqual({ ran: undefined, strange: [] });
      expect(await page.locator('.inbox-votes').textContent()).toContain(display(reason, { lines: true }));
    }
    expect(problems).toEqual([]);
    expect(place.log.filter(({ code }) => code === 'CONSOLE_CSP')).toEqual([]);
    await page.context().close();
  });

  it('hidden characters are shown as their code points, and never act', async () => {
    const call = await createPendingCall(
      place,
      'files__delete_folder',
      { path: '/safe\u202E/gnp.exe\u200B' },
      'hidden',
    );
    const { page } = await openSignedInPage(place, { path: `/inbox/${call}` });
    await page.locator('.inbox-headline').waitFor();
    expect(await page.locator('.inbox-card .json').textContent()).toContain('/safe⟦U+202E⟧/gnp.exe⟦U+200B⟧');
    await page.context().close();
  });
});
