/// <reference lib="dom" />
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openBrowser, findSeriousIssues, takeScreenshot, openSignedInPage } from '../browser.ts';
import type { TestConsole } from '../test-console.ts';
import { CONTEXT, attack, openOffice } from './attacked-office.ts';

let place: TestConsole;
let browser: Browser | undefined;
let held = '';

beforeAll(async () => {
  place = await openOffice({ roles: { vera: 'viewer' } });
  await place.call({ tool: 'calendar__list_events', arguments: { day: 'today' }, context: 'small-talk' });
  [held = ''] = await attack(place);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await place.close();
});

type Options = NonNullable<Parameters<typeof openSignedInPage>[1]>;

/** Opens a window, does something in it, and expects the browser to have nothing to complain of. */
const inWindow = async (options: Options, work: (page: Page) => Promise<void>): Promise<void> => {
  if (browser === undefined) throw new Error('there is no Chromium to look at the page with');
  const { page, problems } = await openSignedInPage(place, { path: '/sessions', ...options });
  try {
    await work(page);
    expect(problems).toEqual([]);
  } finally {
    await page.context().close();
  }
};

const picture = (page: Page): Locator => page.getByRole('figure');
const mark = (page: Page, name: RegExp): Locator => picture(page).getByRole('link', { name });
const detail = (page: Page): Locator => page.getByLabel('Selected call');

const openStory = async (page: Page, context: string = CONTEXT): Promise<void> => {
  await page.getByRole('link', { name: new RegExp(context) }).click();
  await picture(page).waitFor();
};

const SOON = { timeout: 20_000 };

describe('the page of sessions', () => {
  it.each(LOOKS)('is legible and usable by all: $name', async ({ name, dark, phone }) => {
    await inWindow({ dark, phone }, async (page) => {
      await page.getByText(CONTEXT).waitFor();
      expect(await findSeriousIssues(page)).toEqual([]);
      await takeScreenshot(page, `sessions-list-${name}`);
      await openStory(page);
      await page.getByText('How to read the chart').click();
      expect(await findSeriousIssues(page)).toEqual([]);
      await page.getByText('How to read the chart').click();
      const tooWide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(tooWide).toBe(0);
      await page.evaluate(() => scrollTo(0, 0));
      await takeScreenshot(page, `sessions-story-${name}`);
      await page.evaluate(() => document.querySelector('figure')?.scrollIntoView());
      await takeScreenshot(page, `sessions-picture-${name}`);
    });
  });

  it('lists sessions with what they have touched, and finds them by it', async () => {
    await inWindow({}, async (page) => {
      const items = page.getByRole('list', { name: /Sessions/ }).getByRole('listitem');
      await expect.poll(() => items.count(), SOON).toBe(2);
      expect(await items.first().innerText()).toMatch(
        /Has read private data[^]*Has read untrusted content[^]*2 waiting/,
      );
      expect(await items.last().innerText()).toContain('Has read no private data and no untrusted content');
      await page.getByLabel('Has read').selectOption('untrusted');
      await expect.poll(() => items.count(), SOON).toBe(1);
      await page.getByLabel('Has read').selectOption('');
      await page.getByLabel('Name contains').fill('SMALL');
      await expect.poll(() => items.allInnerTexts(), SOON).toEqual([expect.stringContaining('small-talk')]);
      await page.getByLabel('User').fill('nobody');
      await page.getByText('No session matches').waitFor();
    });
  });

  it('shows the path of an attack, with the legs that met and where the value came from', async () => {
    await inWindow({}, async (page) => {
      await openStory(page);
      expect(await page.getByLabel('Risk of data leaving').innerText()).toMatch(
        /Private data certain[^]*files\/read_file[^]*Untrusted content certain[^]*web\/fetch_page[^]*A way out certain[^]*All three meet in mail\/send_mail \(Waiting for approval\)/,
      );
      expect(await mark(page, /Call \d/).count()).toBe(8);
      await mark(
        page,
        /Call 3 of 8: files\/read_file; Done, Runs without approval; .*after it: Has read private data/,
      ).waitFor();
      await mark(page, /Call 6 of 8: files\/delete_file; Blocked, Does not run/).waitFor();
      // the call that matters most is looked at first
      expect(await detail(page).innerText()).toMatch(
        /mail\/send_mail[^]*to = collect@evil.example[^]*first seen in web\/fetch_page at content\[0\]\.text: untrusted content/,
      );
      expect(await picture(page).locator('.sessions-flow-active').count()).toBeGreaterThan(0);
      expect(await picture(page).locator('.sessions-chip').first().textContent()).toBe(
        'to ← collect@evil.example',
      );
      expect(await page.getByText('Summarise salaries.csv').count()).toBe(1);
    });
  });

  it('is moved through with the keys, and leads to the story of a call and to the inbox', async () => {
    await inWindow({}, async (page) => {
      await openStory(page);
      const current = picture(page).locator('[aria-current=true]');
      await current.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => detail(page).innerText(), SOON).toContain('files/delete_file');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => detail(page).innerText(), SOON).toContain('web/fetch_page');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
        /^Call 4 of 8/,
      );
      await page.keyboard.press('Home');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-index')))
        .toBe('0');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('End');
      await expect.poll(() => detail(page).innerText(), SOON).toContain('calendar/list_events');
      await mark(page, /Call 5/).click();
      await expect.poll(() => detail(page).innerText(), SOON).toContain('collect@evil.example');
      const inbox = detail(page).getByRole('link', { name: 'Decide in the inbox' });
      expect(await inbox.getAttribute('href')).toBe(`/inbox/${held}`);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/record/${held}`);
    });
  });

  it('draws the same by time, and whole or larger', async () => {
    await inWindow({}, async (page) => {
      await openStory(page);
      const width = (): Promise<number> =>
        picture(page)
          .locator('svg')
          .evaluate((svg) => svg.getBoundingClientRect().width);
      const before = await width();
      await page.getByRole('button', { name: 'Time' }).click();
      await expect
        .poll(() => picture(page).locator('.sessions-axis text').first().textContent())
        .toMatch(/\d\d:\d\d/);
      await takeScreenshot(page, 'sessions-time');
      await page.getByRole('button', { name: 'Order' }).click();
      await page.getByRole('button', { name: 'Larger' }).click();
      await page.getByRole('button', { name: 'Larger' }).click();
      await expect.poll(width, SOON).toBeGreaterThan(before * 1.5);
      await page.getByRole('button', { name: 'Fit' }).click();
      await expect.poll(width, SOON).toBe(before);
    });
  });

  it('says the same in words', async () => {
    await inWindow({}, async (page) => {
      await openStory(page);
      await page.getByText('The same as a table').click();
      const rows = page.getByRole('table').getByRole('row');
      await rows.nth(8).waitFor();
      expect(await rows.count()).toBe(9);
      const text = (await rows.nth(5).innerText()).replaceAll(/\s+/g, ' ');
      expect(text).toContain('mail/send_mail');
      expect(text).toContain('All three risks meet');
      expect(text).toContain('to: untrusted content');
      await takeScreenshot(page, 'sessions-table');
    });
  });

  it('is found by any call of a session', async () => {
    await inWindow({ path: `/sessions/${held}` }, async (page) => {
      await picture(page).waitFor();
      expect(await picture(page).locator('[aria-current=true]').getAttribute('aria-label')).toMatch(
        /^Call 5/,
      );
    });
  });

  it('lets only an operator take a label away, and only for a reason', async () => {
    const context = 'to-be-cleared';
    await place.call({ tool: 'web__fetch_page', arguments: { url: 'https://a.example' }, context });
    await inWindow({ subject: 'vera' }, async (page) => {
      await openStory(page, context);
      expect(await page.getByRole('button', { name: /Remove the untrusted content label/ }).count()).toBe(0);
    });
    await inWindow({}, async (page) => {
      await openStory(page, context);
      await page.getByRole('button', { name: /Remove the untrusted content label/ }).click();
      const dialog = page.getByRole('dialog');
      const take = dialog.getByRole('button', { name: 'Remove' });
      expect(await take.isDisabled()).toBe(true);
      await dialog.getByLabel('Reason').fill('I wrote that page myself');
      await takeScreenshot(page, 'sessions-declassify');
      expect(await findSeriousIssues(page)).toEqual([]);
      await take.click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('I wrote that page myself').waitFor();
      await expect
        .poll(() => page.locator('.sessions-now').innerText(), SOON)
        .toContain('Has read no private data and no untrusted content');
      expect(await picture(page).locator('.sessions-fall-name').allTextContents()).toEqual(['removed']);
    });
  });
});
