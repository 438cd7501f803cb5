import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openSignedInPage } from '../browser.ts';
import type { TestConsole } from '../test-console.ts';
import { createPendingCall, openInboxConsole } from './inbox-console.ts';

let place: TestConsole;
const browser: Browser | undefined = await openBrowser();

beforeAll(async () => {
  place = await openInboxConsole();
});
afterAll(async () => {
  await browser?.close();
  await place.close();
});

describe.skipIf(browser === undefined)('the frame of the console', () => {
  it('reads a list again a few times for many changes, and then shows them all', async () => {
    const { page } = await openSignedInPage(place);
    await page.getByText('No calls are waiting for approval').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/inbox.groups')) asked.push(request.url());
    });
    const calls = 40;
    for (let at = 0; at < calls; at += 1)
      await createPendingCall(
        place,
        'files__rename_file',
        { from: `${at}`, to: `${at}.old` },
        `burst-${at % 4}`,
      );
    await page.getByText(`${calls} calls waiting for approval`).waitFor();
    expect(asked.length).toBeLessThan(calls / 2);
    await page.context().close();
  });

  it('shows a hint of every alert, and never as markup', async () => {
    const { page, problems } = await openSignedInPage(place);
    await page.locator('.inbox-row').first().waitFor();
    await page.locator('.shell-connection').getByText('Live').waitFor();
    await place.gateway.gate.tell({ code: 'TEST_NOTICE', message: 'a tool changed <img src=x onerror=x>' });
    await page.locator('.toast').getByText('a tool changed <img src=x onerror=x>').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keeps the colours somebody chose, and turns keys of one letter off where they are in the way', async () => {
    const { page } = await openSignedInPage(place);
    await page.locator('.inbox-headline').waitFor();
    await page.getByRole('button', { name: 'Theme: auto' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    await page.reload();
    await page.locator('.inbox-headline').waitFor();
    expect(await page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark');

    await page.keyboard.press('?');
    await page.getByLabel('Enable single-letter shortcuts').uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('r');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });

  it('signs out', async () => {
    const { page } = await openSignedInPage(place);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('callgate console --link').waitFor();
    await page.goto(`${place.url}/inbox`);
    await page.getByText('callgate console --link').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.context().close();
  });

  it('says that it is not connected, and what it shows stays', async () => {
    const own = await openInboxConsole();
    await createPendingCall(own, 'files__delete_folder', { path: '/tmp/stays' });
    const { page } = await openSignedInPage(own);
    await page.locator('.inbox-headline').waitFor();
    await page.locator('.shell-connection').getByText('Live').waitFor();
    await own.close();
    await page.getByText('Disconnected, reconnecting').waitFor();
    expect(await page.locator('.inbox-card .json').textContent()).toContain('/tmp/stays');
    await page.context().close();
  });
});
