import type { Json, JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInClient } from '../api-client.ts';
import { openBrowser, openSignedInPage } from '../browser.ts';
import type { FixtureTool } from '../fixture-server.ts';
import { hostileStrings } from '../inbox/hostile-strings.ts';
import type { TestConsole } from '../test-console.ts';
import { openTestConsole } from '../test-console.ts';
import { waitForQuarantine } from './tools-office.ts';

const COUNT = process.env['CALLGATE_DEEP'] === '1' ? 1000 : 100;
const PER_TOOL = 20;

const strings = hostileStrings(COUNT);
const batches = Array.from({ length: Math.ceil(strings.length / PER_TOOL) }, (_, at) =>
  strings.slice(at * PER_TOOL, (at + 1) * PER_TOOL),
);

/** Everything a server can write into a definition. */
const hostileTool = (texts: readonly string[], at: number): FixtureTool => ({
  name: `tool_${at}`,
  title: texts[0] ?? '',
  description: texts.join('\n'),
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(
      texts.map((text) => [text, { type: 'string', description: text, enum: [text], default: text }]),
    ),
  },
  annotations: { title: texts[1] ?? '', readOnlyHint: true, sensitiveDataHint: texts[2] ?? '' },
  _meta: Object.fromEntries(texts.map((text, index) => [`${index}${text}`, text])),
});

const first = batches.map(hostileTool);
/** Names that cannot be names: they are told of, and not offered. */
const badNames = strings.map((name): FixtureTool => ({ name, description: 'x' }));
const later = [hostileTool(strings.slice(3, 3 + PER_TOOL), 0), ...first.slice(1)];

let place: TestConsole;
const browser: Browser | undefined = await openBrowser();

beforeAll(async () => {
  place = await openTestConsole({ servers: { web: [...first, ...badNames] } });
  const api = await signInClient(place);
  const { tools } = await api.read('tools.list', {});
  for (const [at, { server, identity, tool }] of tools.entries()) {
    const reason = (batches[at] ?? strings.slice(0, 9)).join(' ').slice(0, 1900);
    await api.change('tools.disable', { server, identity, tool, reason });
    await api.change('tools.override', {
      server,
      identity,
      tool,
      reason,
      set: { readOnly: 'no' },
      bound: null,
    });
  }
  const web = place.servers['web'];
  if (web !== undefined) await waitForQuarantine(place, web, 'tool_0', [...later, ...badNames]);
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

const look = (page: Page): Promise<unknown> =>
  page.evaluate(() => ({
    ran: (globalThis as unknown as { ranHere?: unknown }).ranHere,
    strange: [
      ...document.querySelectorAll(
        'main :is(script, img, iframe, object, embed, video, style, link, meta, base, math, template), main [onerror], main [onload], main a:not([href^="/tools"])',
      ),
    ].map((element) => element.outerHTML.slice(0, 120)),
  }));

const NOTHING = { ran: undefined, strange: [] };

const pressAll = async (page: Page, what: string): Promise<void> => {
  for (;;) {
    const next = page.locator(what).first();
    if ((await next.count()) === 0) return;
    await next.click();
  }
};

const openAll = async (page: Page): Promise<void> => {
  await pressAll(page, '.tools-pane details:not([open]) > summary');
  await pressAll(page, '.tools-pane .json-open');
};

describe.skipIf(browser === undefined)('words of servers on the page of tools', () => {
  it('are text and nothing else in the list, in filters and among the problems of servers', async () => {
    const { page, problems } = await openSignedInPage(place, { path: '/tools' });
    await page.locator('.tools-row').first().waitFor();
    await page.locator('.tools-servers > summary').click();
    await page.locator('.tools-server summary').click();
    await page.getByText('Filter and group').click();
    expect(await look(page)).toEqual(NOTHING);
    expect(await page.locator('.tools-problems li').count()).toBeGreaterThan(40);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('are all there as text in the definition, in what changed and in what people said', async () => {
    const { page, problems } = await openSignedInPage(place, { path: '/tools' });
    for (const { name } of first) {
      await page.goto(`${place.url}/tools/web/${name}`);
      await page.getByText('What happens on a call').waitFor();
      await openAll(page);
      const text = (await page.locator('.tools-pane').textContent()) ?? '';
      const stocked = place.gateway.catalogue.stock()[0]?.tools.find((each) => each.name === name);
      const missing = leavesOf(stocked?.definition ?? null).filter(
        (leaf) => !text.includes(display(leaf, { lines: true })) && !text.includes(display(leaf)),
      );
      expect(missing).toEqual([]);
      expect(await look(page)).toEqual(NOTHING);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('are text in dialogs too', async () => {
    const { page, problems } = await openSignedInPage(place, { path: '/tools/web/tool_0' });
    for (const name of ['Accept…', 'Change…', 'Review…', 'Enable…']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      expect(await look(page)).toEqual(NOTHING);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
