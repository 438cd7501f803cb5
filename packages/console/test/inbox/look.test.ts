import { presetPolicy } from '@callgate/policy';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openBrowser, findSeriousIssues, takeScreenshot, openSignedInPage } from '../browser.ts';
import type { TestConsole } from '../test-console.ts';
import { SOON, createPendingCall, createInjectedCall, openInboxConsole } from './inbox-console.ts';

let place: TestConsole;
let injected: string;
const browser: Browser | undefined = await openBrowser();

beforeAll(async () => {
  place = await openInboxConsole();
  await createPendingCall(place, 'files__delete_folder', { path: '/home/ada/projects/old', recursive: true });
  for (const month of ['may', 'june', 'july'])
    await createPendingCall(place, 'files__rename_file', { from: `${month}.md`, to: `2026-${month}.md` });
  await createPendingCall(place, 'ops__restart_service', { service: 'billing-eu-1' });
  await createPendingCall(place, 'ops__research', {
    question: 'Which suppliers changed their terms?',
    depth: 3,
  });
  injected = await createInjectedCall(place);
});
afterAll(async () => {
  await browser?.close();
  await place.close();
});

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.skipIf(browser === undefined)('how the inbox looks', () => {
  it.each(LOOKS)(
    'has no serious finding and nothing beyond the edge (dark: $dark, phone: $phone)',
    async (look) => {
      const name = `${look.dark ? 'dark' : 'light'}-${look.phone ? 'phone' : 'desktop'}`;
      const { page, problems } = await openSignedInPage(place, look);
      const picture = async (what: string): Promise<void> => {
        await takeScreenshot(page, `inbox-${what}-${name}`);
        expect([what, await overflow(page)]).toEqual([what, 0]);
      };
      const check = async (what: string): Promise<void> => {
        await picture(what);
        expect([what, await findSeriousIssues(page)]).toEqual([what, []]);
      };
      await page.locator('.inbox-row').first().waitFor();
      await check('list');
      await page.goto(`${place.url}/inbox/${injected}`);
      await page.locator('.inbox-source').first().waitFor();
      await page.keyboard.press('o');
      await check('card');
      await page.locator('.inbox-source').first().scrollIntoViewIfNeeded();
      await picture('source');
      await page.keyboard.press('d');
      await page.getByRole('dialog').waitFor();
      await check('refuse');
      await page.keyboard.press('Escape');
      for (const tab of ['running', 'unknown', 'grants']) {
        await page.goto(`${place.url}/inbox?tab=${tab}`);
        await page.locator('.empty').waitFor();
        await picture(tab);
      }
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  it('counts what waits in the navigation and in the title of the window', async () => {
    const { page } = await openSignedInPage(place, { path: '/policy' });
    const waiting = await place.gateway.gate.desk.read.inboxSize();
    await expect.poll(() => page.title(), SOON).toBe(`(${waiting}) Policy · Callgate`);
    await createPendingCall(place, 'files__delete_folder', { path: '/tmp/live' });
    await expect.poll(() => page.title(), SOON).toBe(`(${waiting + 1}) Policy · Callgate`);
    expect(await page.locator('.shell-count').textContent()).toBe(`${waiting + 1} waiting for approval`);
    await page.context().close();
  });

  it('says loudly that nothing is held while the policy only observes', async () => {
    const observing = await openInboxConsole({ policy: { ...presetPolicy('balanced'), mode: 'observe' } });
    const { page } = await openSignedInPage(observing);
    await page.getByRole('alert').getByText('The policy only observes.').waitFor();
    await takeScreenshot(page, 'inbox-observing');
    expect(await findSeriousIssues(page)).toEqual([]);
    await page.context().close();
    await observing.close();
  });

  it('tells whoever is not signed in how to come in', async () => {
    if (browser === undefined) return;
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(place.url);
    await page.getByText('callgate console --link').waitFor();
    await takeScreenshot(page, 'sign-in');
    expect(await findSeriousIssues(page)).toEqual([]);
    await context.close();
  });
});
