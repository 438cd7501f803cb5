import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSeriousIssues, openBrowser, openSignedInPage, takeScreenshot } from '../browser.ts';
import type { TestConsole } from '../test-console.ts';
import { hostileStrings } from './hostile-strings.ts';
import { SOON, openInboxConsole } from './inbox-console.ts';

let place: TestConsole;
const browser: Browser | undefined = await openBrowser();

beforeAll(async () => {
  place = await openInboxConsole();
});
afterAll(async () => {
  await browser?.close();
  await place.close();
});

type Listed = readonly [server: string, name: string, args: JsonObject];

const rename = (from: string): Listed => ['files', 'rename_file', { from, to: `${from}.old` }];

let sessions = 0;

/** What an agent declares that it intends; gives the ids of those that wait. */
const plan = async (...listed: readonly Listed[]): Promise<readonly string[]> => {
  sessions += 1;
  const planned = await place.gateway.gate.plan(
    listed.map(([server, name, args]) => ({
      kind: 'tool',
      server,
      name,
      arguments: args,
      principal: LOCAL_PRINCIPAL,
      context: `plan-${sessions}`,
      authenticated: true,
    })),
  );
  expect(planned.map(({ state }) => state)).toEqual(listed.map(() => 'held'));
  return planned.flatMap((each) => (each.state === 'held' ? [each.call] : []));
};

const statesOf = async (calls: readonly string[]): Promise<readonly (string | undefined)[]> =>
  await Promise.all(calls.map(async (call) => (await place.gateway.gate.desk.read.call(call))?.state));

const openCard = async (calls: readonly string[]): Promise<Page> => {
  const { page } = await openSignedInPage(place, { path: `/inbox/${calls[0]}` });
  await page
    .locator('.inbox-together-call')
    .nth(calls.length - 1)
    .waitFor();
  return page;
};

describe.skipIf(browser === undefined)('calls that came together', () => {
  it('are one card that lists each, and are approved with one word', async () => {
    const calls = await plan(rename('one'), rename('two'), rename('three'));
    const page = await openCard(calls);
    const text = (await page.locator('.inbox-together').textContent()) ?? '';
    for (const name of ['one.old', 'two.old', 'three.old']) expect(text).toContain(name);
    expect(await page.getByRole('heading', { name: 'The agent plans 3 calls' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Approve all 3' }).click();
    await expect.poll(() => statesOf(calls), SOON).toEqual(['approved', 'approved', 'approved']);
    for (const call of calls)
      expect(await place.gateway.gate.desk.read.votes(call)).toMatchObject([
        { via: 'console', opened: true },
      ]);
    await page.context().close();
  });

  it('have each its own answer: denying one denies no other', async () => {
    const calls = await plan(rename('one'), rename('two'), rename('three'));
    const page = await openCard(calls);
    const second = page.locator('.inbox-together-call').nth(1);
    await second.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Deny/ }).click();
    await expect.poll(() => statesOf(calls), SOON).toEqual(['held', 'refused', 'held']);
    await page.locator('.inbox-together-call').nth(1).getByText('three.old').first().waitFor();
    await page.locator('.inbox-together-call').first().getByRole('button', { name: 'Approve once' }).click();
    await expect.poll(() => statesOf(calls), SOON).toEqual(['approved', 'refused', 'held']);
    await page.context().close();
  });

  it('have the dangerous one apart: no word for all approves it, and it is opened first', async () => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map(rename);
    const calls = await plan(...files, ['ops', 'restart_service', { service: 'billing-eu-1' }]);
    const page = await openCard(calls);
    const dangerous = page.locator(`li[data-call="${calls[10]}"]`);
    expect(await dangerous.getByRole('button', { name: 'Approve once' }).count()).toBe(0);
    await dangerous.getByText('Open this call to decide about it').waitFor();
    await dangerous.scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'inbox-together');
    await page.getByRole('button', { name: 'Approve all 10' }).click();
    await expect
      .poll(async () => (await statesOf(calls)).filter((state) => state === 'approved'), SOON)
      .toHaveLength(10);
    expect((await statesOf(calls))[10]).toBe('held');
    await page.context().close();
  });

  it('are approved only once long values were opened', async () => {
    const calls = await plan(rename('x'.repeat(900)), rename('two'));
    const page = await openCard(calls);
    const all = page.getByRole('button', { name: 'Approve all 2' });
    await page.getByText('Open 2 long values before you approve.').waitFor();
    expect(await all.isEnabled()).toBe(false);
    await page.getByRole('button', { name: 'Show all (2)' }).click();
    await expect.poll(() => all.isEnabled(), SOON).toBe(true);
    await page.context().close();
  });

  it('show texts of others as text', async () => {
    const calls = await plan(...hostileStrings(6).map((text, at) => rename(`${at} ${text}`)));
    const { page, problems } = await openSignedInPage(place, { path: `/inbox/${calls[0]}` });
    await page
      .locator('.inbox-together-call')
      .nth(calls.length - 1)
      .waitFor();
    expect(await page.locator('.inbox-together :is(img, script, iframe, a[href^="http"])').count()).toBe(0);
    expect(problems).toEqual([]);
    expect(await findSeriousIssues(page)).toEqual([]);
    await page.context().close();
  });

  it('fit a phone', async () => {
    const calls = await plan(rename('one'), rename('two'));
    const { page } = await openSignedInPage(place, { path: `/inbox/${calls[0]}`, phone: true });
    await page.locator('.inbox-together-call').nth(1).waitFor();
    await takeScreenshot(page, 'inbox-together-phone');
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond).toBe(0);
    await page.context().close();
  });
});
