import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openSignedInPage } from '../browser.ts';
import type { TestConsole } from '../test-console.ts';
import { SOON, createPendingCall, openInboxConsole } from './inbox-console.ts';

let place: TestConsole;
const browser: Browser | undefined = await openBrowser();

beforeAll(async () => {
  place = await openInboxConsole({
    roles: { local: 'operator', viola: 'viewer' },
  });
});
afterAll(async () => {
  await browser?.close();
  await place.close();
});

interface SeenNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly closed: boolean;
}

/** Keeps the browser's own notifications where a test can look at them and click them. */
const watchNotifications = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: Notification[] = [];
    const closed = new Set<Notification>();
    Object.assign(globalThis, {
      seenNotifications: () =>
        seen.map((one) => ({ title: one.title, body: one.body, tag: one.tag, closed: closed.has(one) })),
      clickNotification: (at: number) => seen[at]?.dispatchEvent(new Event('click')),
      Notification: class extends Notification {
        constructor(title: string, options?: NotificationOptions) {
          super(title, options);
          seen.push(this);
        }
        override close(): void {
          closed.add(this);
          super.close();
        }
      },
    });
  });

const seen = (page: Page): Promise<readonly SeenNotification[]> =>
  page.evaluate(() =>
    (globalThis as unknown as { seenNotifications: () => SeenNotification[] }).seenNotifications(),
  );

const click = (page: Page, at: number): Promise<void> =>
  page.evaluate(
    (index) =>
      (globalThis as unknown as { clickNotification: (at: number) => void }).clickNotification(index),
    at,
  );

/** A page that watches, where the person has answered the browser's own question already. */
const openWatchedPage = async (answer: 'granted' | 'denied', path = '/policy'): Promise<Page> => {
  const { page } = await openSignedInPage(place, { path });
  await watchNotifications(page);
  // without a person who answers, Chromium denies
  if (answer === 'granted') await page.context().grantPermissions(['notifications'], { origin: place.url });
  await page.reload();
  await page.locator('.shell-connection').getByText('Live').waitFor();
  return page;
};

/** What waits already is known once this has come. */
const nextList = (page: Page): Promise<unknown> =>
  page.waitForResponse((response) =>
    decodeURIComponent(response.url()).includes('inbox.list?q={"limit":100'),
  );

const deleteFolder = (path: string): Promise<string> =>
  createPendingCall(place, 'files__delete_folder', { path }, path);

describe.skipIf(browser === undefined)('notifications of the browser', () => {
  it('come after a click alone, once for a call, without arguments, and lead to its card', async () => {
    const page = await openWatchedPage('granted');
    await deleteFolder('/tmp/before');
    await expect.poll(() => page.title(), SOON).toMatch(/^\(1\)/);
    expect(await seen(page)).toEqual([]);

    const listed = nextList(page);
    await page.getByRole('button', { name: 'Notifications: off' }).click();
    await page.getByRole('button', { name: 'Notifications: on' }).waitFor();
    await listed;
    const call = await deleteFolder('/tmp/secret-plans');
    await expect.poll(async () => (await seen(page)).length, SOON).toBe(1);
    const [first] = await seen(page);
    expect(first?.title).toBe('Approval needed: Delete folder on files');
    expect(JSON.stringify(first)).not.toContain('secret-plans');
    expect(first?.tag).toContain(call);

    await click(page, 0);
    await page.waitForURL((url) => url.pathname === `/inbox/${call}`);
    await page.locator('.inbox-headline').getByText('/tmp/secret-plans').waitFor();
    await page.context().close();
  });

  it('are closed when somebody else decides, and stay on after a reload', async () => {
    const page = await openWatchedPage('granted');
    await page.getByRole('button', { name: 'Notifications: off' }).click();
    await page.getByRole('button', { name: 'Notifications: on' }).waitFor();
    const listed = nextList(page);
    await page.reload();
    await page.getByRole('button', { name: 'Notifications: on' }).waitFor();
    await page.locator('.shell-connection').getByText('Live').waitFor();
    await listed;

    const call = await deleteFolder('/tmp/elsewhere');
    await expect.poll(async () => (await seen(page)).map(({ closed }) => closed), SOON).toEqual([false]);
    const question = await place.gateway.gate.desk.question(call);
    await place.gateway.gate.desk.vote({
      call,
      binding: question?.binding ?? '',
      subject: 'local',
      via: 'command-line',
      verdict: 'refuse',
      opened: true,
    });
    await expect.poll(async () => (await seen(page)).map(({ closed }) => closed), SOON).toEqual([true]);

    await page.getByRole('button', { name: 'Notifications: on' }).click();
    await page.getByRole('button', { name: 'Notifications: off' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Notifications: off' }).waitFor();
    await page.context().close();
  });

  it('say how to allow them where the browser does not', async () => {
    const page = await openWatchedPage('denied');
    await page.getByRole('button', { name: 'Notifications: off' }).click();
    await page.getByText('The browser blocks notifications from this page.').waitFor();
    expect(await page.getByRole('button', { name: 'Notifications: off' }).count()).toBe(1);
    await deleteFolder('/tmp/denied');
    await expect.poll(() => page.title(), SOON).toMatch(/^\(2\)/);
    expect(await seen(page)).toEqual([]);
    await page.context().close();
  });

  it('are not offered to people who only look', async () => {
    const { page } = await openSignedInPage(place, { subject: 'viola' });
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await page.getByRole('button', { name: /Notifications/ }).count()).toBe(0);
    await page.context().close();
  });
});
