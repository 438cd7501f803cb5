import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import { openBrowser, takeScreenshot, openSignedInPage } from '../browser.ts';
import type { ConsolePair } from './console-pair.ts';
import { openConsolePair } from './console-pair.ts';

const SOON = { timeout: 30_000 };

let cluster: Cluster;
let both: ConsolePair;
const browser: Browser | undefined = await openBrowser();

beforeAll(async () => {
  cluster = await Cluster.start();
  both = await openConsolePair(cluster);
});
afterAll(async () => {
  await browser?.close();
  await both.close();
  await cluster.remove();
});

describe.skipIf(browser === undefined)('a person whose requests go to another console each', () => {
  it('signs in, sees what waits, approves it, and signs out', async () => {
    const { one, two, balancer } = both;
    const request = { tool: 'delete_note', arguments: { id: '7' }, context: 'agent' };
    const { call = '' } = await one.call(request);
    expect((await one.gateway.gate.desk.read.call(call))?.state).toBe('held');

    const { page, problems } = await openSignedInPage(two);
    await page.goto(`${balancer.url}/inbox/${call}`);
    await page.locator('.inbox-headline').waitFor();
    await takeScreenshot(page, 'several-inbox');
    await page.getByRole('button', { name: /^Approve once/ }).click();
    await expect
      .poll(async () => (await two.gateway.gate.desk.read.call(call))?.state, SOON)
      .toBe('approved');

    // held by one process, approved through two, run by the first
    expect((await one.call(request)).outcome).toBeUndefined();

    // what happens at either of them comes to the page, wherever its stream is
    const later = [
      await one.call({ tool: 'delete_note', arguments: { id: '8' }, context: 'agent' }),
      await two.call({ tool: 'delete_note', arguments: { id: '9' }, context: 'other' }),
    ];
    for (const { call: waiting = '' } of later)
      await page.locator(`a[href="/inbox/${waiting}"]`).first().waitFor(SOON);
    await takeScreenshot(page, 'several-inbox-later');

    const asked = balancer.passed.filter(({ path }) => path.startsWith('/api/'));
    for (const to of [0, 1]) expect(asked.filter((each) => each.to === to).length).toBeGreaterThan(2);
    expect(problems).toEqual([]);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are not signed in').waitFor(SOON);
    await page.context().close();
  });

  it('is told when the database is away, stays signed in, and goes on when it is back', async () => {
    const { two, balancer } = both;
    const { page } = await openSignedInPage(two);
    await page.getByText('Live').waitFor(SOON);
    await cluster.end('immediate');
    await page.goto(`${balancer.url}/record`);
    await page.getByText('Sign-in is unavailable now').waitFor(SOON);
    await page.getByText('STORE_AWAY').waitFor(SOON);
    await takeScreenshot(page, 'several-away');
    await cluster.run();
    await expect
      .poll(async () => {
        await page
          .getByRole('button', { name: 'Try again' })
          .click({ timeout: 1000 })
          .catch(() => {});
        return await page.getByRole('link', { name: 'Inbox' }).count();
      }, SOON)
      .toBe(1);
    await page.context().close();
  });
});
