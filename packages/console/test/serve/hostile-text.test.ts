import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../gateway/test/attacks/verifies.ts';
import { openBrowser, openSignedInPage } from '../browser.ts';
import { hostileStrings } from '../inbox/hostile-strings.ts';
import type { TestConsole } from '../test-console.ts';
import { openTestConsole } from '../test-console.ts';
import type { OtherSite } from './other-site.ts';
import { openOtherSite } from './other-site.ts';

const COUNT = process.env['CALLGATE_DEEP'] === '1' ? 1000 : 100;
const STRINGS = hostileStrings(COUNT);

let browser: Browser | undefined;
let place: TestConsole;
let evil: OtherSite;
let call = '';

/** A server that puts them into everything it can say, with pictures and links to a site of its own. */
beforeAll(async () => {
  browser = await openBrowser();
  evil = await openOtherSite();
  const there = `http://127.0.0.1:${evil.port}`;
  const text = `${STRINGS.join(' ')} ![x](${there}/markdown.png) ${there}/plain`;
  const icons = [{ src: `${there}/icon.png`, mimeType: 'image/png' }];
  place = await openTestConsole({
    info: { title: text, websiteUrl: `${there}/site`, icons },
    servers: {
      notes: [
        {
          name: 'look',
          title: text,
          description: text,
          icons,
          inputSchema: { type: 'object', properties: { id: { type: 'string', description: text } } },
          annotations: { readOnlyHint: true, openWorldHint: true, title: text },
          _meta: { note: text },
          run: () => ({
            content: [
              { type: 'text', text },
              { type: 'resource_link', uri: `${there}/resource`, name: text, description: text },
            ],
          }),
        },
        { name: 'wipe', description: text, icons, annotations: { destructiveHint: true, title: text } },
      ],
    },
  });
  await place.call({ tool: 'look', arguments: { id: text } });
  const keyed = Object.fromEntries(STRINGS.map((each, at) => [`${at}${each}`.slice(0, 100), each]));
  call =
    (await place.call({ tool: 'wipe', arguments: { text, icon: `${there}/argument.png`, keyed } })).call ??
    '';
  if (browser !== undefined) await lookAround();
});
afterAll(async () => {
  await browser?.close();
  await place.close();
  await evil.close();
});
beforeEach((test) => {
  if (browser === undefined) test.skip();
});

const PAGES: readonly (readonly [string, () => string])[] = [
  ['inbox', () => '/inbox'],
  ['call that waits', () => `/inbox/${call}`],
  ['tools', () => '/tools'],
  ['tool', () => '/tools/notes/look'],
  ['sessions', () => '/sessions'],
  ['session', () => `/sessions/${call}`],
  ['record', () => '/record'],
  ['call of the record', () => `/record/${call}`],
  ['policy', () => '/policy'],
];

interface HostileTextCheck {
  readonly ran?: unknown;
  /** Elements that only somebody else's text would make. */
  readonly made: number;
  readonly handlers: number;
  /** Where what stands there leads. */
  readonly links: readonly string[];
}

const seen = new Map<string, HostileTextCheck>();
const complaints: string[] = [];
const elsewhere: string[] = [];

const LOOK = `({
  ran: globalThis.ranHere,
  made: document.querySelectorAll('main :is(script, iframe, object, embed, base, meta, link, video, math)').length,
  handlers: [...document.querySelectorAll('main *')].filter((each) => [...each.attributes].some(
    ({ name, value }) => name.startsWith('on') || /^\\s*javascript:/i.test(value))).length,
  links: [...document.querySelectorAll('main :is([href], [src], [srcset], [poster])')].map(
    (each) => String(each.href || each.src || each.srcset || each.poster)),
})`;

/** Opens every page once. */
const lookAround = async (): Promise<void> => {
  const { page, problems } = await openSignedInPage(place);
  page.on('request', (request) => {
    if (!request.url().startsWith(place.url)) elsewhere.push(request.url());
  });
  for (const [name, path] of PAGES) {
    await page.goto(`${place.url}${path()}`);
    await page.locator('main h1').first().waitFor();
    await page.waitForTimeout(300);
    seen.set(name, (await page.evaluate(LOOK)) as HostileTextCheck);
  }
  complaints.push(...problems);
  await page.context().close();
};

describe('what servers and agents write', () => {
  it(`${verifies('A38', 'runs on no page, and no page needs its policy to stop it')}`, () => {
    for (const [name] of PAGES)
      expect([name, seen.get(name)]).toEqual([
        name,
        { ran: undefined, made: 0, handlers: 0, links: expect.any(Array) },
      ]);
    expect(complaints).toEqual([]);
    expect(place.log.filter(({ code }) => code === 'CONSOLE_CSP')).toEqual([]);
  });

  it(`${verifies('A49', 'is loaded from nowhere: no picture, no link and no place of theirs is asked for')}`, () => {
    for (const [name] of PAGES)
      expect([name, seen.get(name)?.links.filter((link) => !link.startsWith(place.url))]).toEqual([name, []]);
    expect(elsewhere).toEqual([]);
    expect(evil.requests).toEqual([]);
  });
});
