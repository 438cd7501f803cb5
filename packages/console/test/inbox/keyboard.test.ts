import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openSignedInPage } from '../browser.ts';
import type { TestConsole } from '../test-console.ts';
import { SOON, createPendingCall, openInboxConsole } from './inbox-console.ts';

let place: TestConsole;
const browser: Browser | undefined = await openBrowser();

beforeAll(async () => {
  place = await openInboxConsole();
});
afterAll(async () => {
  await browser?.close();
  await place.close();
});

const stateOf = async (call: string): Promise<string | undefined> =>
  (await place.gateway.gate.desk.read.call(call))?.state;

const isReady = async (page: Page): Promise<void> => {
  await expect.poll(() => page.getByRole('button', { name: /^Approve once/ }).isEnabled(), SOON).toBe(true);
};

describe.skipIf(browser === undefined)('with the keyboard alone', () => {
  it('goes from signing in to approving, refusing and selecting', async () => {
    const calls = [
      await createPendingCall(place, 'files__delete_folder', { path: '/tmp/1' }),
      await createPendingCall(place, 'files__delete_folder', { path: '/tmp/2', note: 'x'.repeat(400) }),
      await createPendingCall(place, 'files__rename_file', { from: 'a', to: 'b' }),
    ];
    const { page, problems } = await openSignedInPage(place);
    await page.waitForURL(`**/inbox/${String(calls[0])}`);
    await isReady(page);
    await page.keyboard.press('a');
    await expect.poll(() => stateOf(String(calls[0])), SOON).toBe('approved');

    await page.waitForURL(`**/inbox/${String(calls[1])}`);
    await page.locator('.json-open').waitFor();
    await page.keyboard.press('o');
    await isReady(page);
    await page.keyboard.press('d');
    await page.keyboard.type('Later.');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => stateOf(String(calls[1])), SOON).toBe('refused');

    await page.waitForURL(`**/inbox/${String(calls[2])}`);
    await page.keyboard.press('x');
    await page.getByRole('group', { name: 'Selected calls' }).waitFor();
    await page.keyboard.press('u');
    await expect.poll(() => page.getByRole('group', { name: 'Selected calls' }).count(), SOON).toBe(0);
    await isReady(page);
    await page.keyboard.press('s');
    await page.getByText('10 of 10 uses left').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await stateOf(String(calls[2]))).toBe('held');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('moves with j and k, lists its keys with ?, and goes to the pages with g', async () => {
    const before = [await createPendingCall(place, 'files__delete_folder', { path: '/tmp/3' })];
    const { page } = await openSignedInPage(place);
    await page.locator('.inbox-headline').waitFor();
    const first = page.url();
    await page.keyboard.press('j');
    await page.waitForURL(`**/inbox/${String(before[0])}`);
    await page.keyboard.press('k');
    await page.waitForURL(first);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog');
    await help.waitFor();
    expect(await help.textContent()).toContain('Approve once');
    await page.keyboard.press('Escape');
    for (const [key, path] of [
      ['t', 'tools'],
      ['s', 'sessions'],
      ['l', 'record'],
      ['p', 'policy'],
      ['i', 'inbox'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.waitForURL((url) => url.pathname.startsWith(`/${path}`));
    }
    await page.context().close();
  });

  it('shows where the focus is on everything that can be reached', async () => {
    const { page } = await openSignedInPage(place);
    await page.locator('.inbox-headline').waitFor();
    const unseen: string[] = [];
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate(() => {
        const focused = document.activeElement;
        if (focused === null || focused === document.body) return '';
        const { outlineStyle, outlineWidth } = getComputedStyle(focused);
        return outlineStyle !== 'none' && outlineWidth !== '0px' ? '' : focused.outerHTML.slice(0, 120);
      });
      if (seen !== '') unseen.push(seen);
    }
    expect(unseen).toEqual([]);
    await page.context().close();
  });
});
