import type { People } from '@callgate/gate';
import { presetPolicy } from '@callgate/policy';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSeriousIssues, openBrowser, openSignedInPage, takeScreenshot } from '../browser.ts';
import type { TestConsole } from '../test-console.ts';
import { SOON, createInjectedCall, createPendingCall, openInboxConsole } from './inbox-console.ts';

const PHONE = { width: 390, height: 844 };
/** The least that a thumb hits. */
const THUMB = 44;

const PEOPLE: People = {
  all: ['local', 'ann', 'bob'].map((subject) => ({ subject, groups: [], active: true })),
  selfApproval: false,
};

let place: TestConsole;
let page: Page;
let problems: readonly string[];
const browser: Browser | undefined = await openBrowser();

beforeAll(async () => {
  const balanced = presetPolicy('balanced');
  const twoPeople = presetPolicy('strict').rules.filter(({ id }) => id === 'sensitive-and-privileged');
  place = await openInboxConsole({
    people: PEOPLE,
    roles: { ann: 'approver', bob: 'approver' },
    policy: { ...balanced, rules: [...balanced.rules, ...twoPeople] },
  });
  if (browser === undefined) return;
  ({ page, problems } = await openSignedInPage(place, { subject: 'ann', phone: true }));
  await page.setViewportSize(PHONE);
});
afterAll(async () => {
  await page?.context().close();
  await browser?.close();
  await place.close();
});

const stateOf = async (call: string): Promise<string | undefined> =>
  (await place.gateway.gate.desk.read.call(call))?.state;

/** The user asks in so many words, and the agent does that. */
const createWantedCall = async (month: string): Promise<string> => {
  await place.gateway.gate.hear(
    { principal: 'local', context: month, authenticated: true },
    { text: `Rename ${month}.md to 2026-${month}.md, please.` },
  );
  return await createPendingCall(
    place,
    'files__rename_file',
    { from: `${month}.md`, to: `2026-${month}.md` },
    month,
  );
};

/** As a notification leads there. */
const openCard = async (call: string): Promise<void> => {
  await page.goto(`${place.url}/inbox/${call}`);
  await page.locator('.inbox-headline').waitFor();
};

const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const approve = (): Locator => button(/^Approve once/);
const deny = (): Locator => button(/^Deny …/);

const boxOf = async (what: Locator) => {
  const box = await what.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return {
    top: box.y,
    bottom: box.y + box.height,
    left: box.x,
    right: box.x + box.width,
    height: box.height,
  };
};

/** What a person needs before they decide, and the two answers, on the first screen. */
const expectOnFirstScreen = async (): Promise<void> => {
  const bar = await boxOf(page.locator('.inbox-decide'));
  for (const selector of ['.inbox-headline', '.inbox-request', '.inbox-unusual, .inbox-usual']) {
    const box = await boxOf(page.locator(selector).first());
    expect([selector, box.top >= 0, box.bottom <= bar.top]).toEqual([selector, true, true]);
  }
  for (const answer of [approve(), deny()]) {
    const box = await boxOf(answer);
    expect(box.height).toBeGreaterThanOrEqual(THUMB);
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(PHONE.width);
    expect(box.bottom).toBeLessThanOrEqual(PHONE.height);
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
};

const background = (what: Locator): Promise<string> =>
  what.evaluate((element) => getComputedStyle(element).backgroundColor);

describe.skipIf(browser === undefined)('a card on a phone', () => {
  it('is approved in two taps from the list where the request asks for it', async () => {
    const call = await createWantedCall('may');
    await openCard(call);
    await takeScreenshot(page, 'phone-wanted');
    await expectOnFirstScreen();
    expect(await findSeriousIssues(page)).toEqual([]);
    expect(await page.locator('.inbox-request').innerText()).toMatch(/^Request by local\nRename may\.md/);
    expect(await approve().getAttribute('class')).toContain('button-approve');

    await page.goto(`${place.url}/inbox`);
    await page.locator(`[data-call="${call}"]`).tap();
    await approve().tap();
    await expect.poll(() => stateOf(call), SOON).toBe('approved');
  });

  it('leads with Deny where the request does not ask for it, and is denied in two taps', async () => {
    const call = await createInjectedCall(place);
    await openCard(call);
    await takeScreenshot(page, 'phone-unwanted');
    await expectOnFirstScreen();
    expect(await findSeriousIssues(page)).toEqual([]);
    expect(await page.locator('.inbox-unusual').innerText()).toContain(
      'Not from the user’s request; first seen in untrusted content',
    );
    expect(await page.locator('.inbox-card').innerText()).not.toMatch(/your request/i);
    await button(/^Show all \(/).tap();
    await expect.poll(() => approve().isEnabled(), SOON).toBe(true);
    expect(await approve().getAttribute('class')).toContain('button-plain');
    expect(await background(deny())).not.toBe(await background(approve()));

    await deny().tap();
    const answer = page.getByRole('dialog').getByRole('button', { name: /^Deny/ });
    await answer.waitFor();
    await takeScreenshot(page, 'phone-deny');
    expect((await boxOf(answer)).height).toBeGreaterThanOrEqual(THUMB);
    expect((await boxOf(answer)).bottom).toBeLessThanOrEqual(PHONE.height);
    await answer.tap();
    await expect.poll(() => stateOf(call), SOON).toBe('refused');
  });

  it('says that two people are needed, and counts the first', async () => {
    const call = await createPendingCall(
      place,
      'ops__restart_service',
      { service: 'billing-eu-1' },
      'restart',
    );
    await openCard(call);
    await takeScreenshot(page, 'phone-two-people');
    await expectOnFirstScreen();
    expect(await findSeriousIssues(page)).toEqual([]);
    expect(await page.locator('.inbox-checks').innerText()).toMatch(/2/);
    await approve().tap();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await takeScreenshot(page, 'phone-confirm');
    const confirm = dialog.locator('.checkbox');
    expect((await boxOf(confirm)).height).toBeGreaterThanOrEqual(THUMB);
    await confirm.tap();
    const answer = dialog.getByRole('button', { name: /^Approve once/ });
    expect((await boxOf(answer)).height).toBeGreaterThanOrEqual(THUMB);
    await answer.tap();
    await expect.poll(async () => (await place.gateway.gate.desk.read.votes(call)).length, SOON).toBe(1);
    expect(await stateOf(call)).toBe('held');
    expect(problems).toEqual([]);
  });
});
