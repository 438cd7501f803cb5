import type { JsonObject } from '@callgate/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSeriousIssues, openBrowser, openSignedInPage } from '../../console/test/browser.ts';
import type { TestConsole } from '../../console/test/test-console.ts';
import { openTestConsole } from '../../console/test/test-console.ts';
import type { HostPage } from './host-page.ts';
import { openHostPage } from './host-page.ts';

const browser: Browser | undefined = await openBrowser();
let host: HostPage;
let place: TestConsole;

beforeAll(async () => {
  if (browser === undefined) return;
  host = await openHostPage();
  place = await openTestConsole({
    settings: { url: host.url },
    roles: { local: 'operator', vic: 'viewer' },
  });
  host.use(place.console.local);
});
afterAll(async () => {
  await browser?.close();
  await place?.close();
  await host?.close();
});

const hold = async (args: JsonObject, context: string, tool = 'delete_note'): Promise<string> => {
  const { outcome, call, text } = await place.call({ tool, arguments: args, context });
  if (outcome !== 'held' || call === undefined) throw new Error(`it is ${outcome}: ${text}`);
  return call;
};

const stateOf = async (call: string): Promise<string | undefined> =>
  (await place.gateway.gate.desk.read.call(call))?.state;

const deny = async (call: string): Promise<void> => {
  const { desk } = place.gateway.gate;
  const question = await desk.question(call);
  await desk.vote({
    call,
    subject: 'local',
    verdict: 'refuse',
    via: 'terminal',
    binding: question?.binding ?? '',
    opened: true,
    reason: 'not now',
  });
};

const open = async (search = '', subject = 'local'): Promise<Page> =>
  (await openSignedInPage(place, { subject, path: `/app/${search}` })).page;

const card = (page: Page, text: string) => page.locator('article.callgate-card', { hasText: text });
const approve = (page: Page, text: string) => card(page, text).getByRole('button', { name: 'Approve once' });

describe.skipIf(browser === undefined)('approvals in the page of a host', () => {
  it('shows what waits as it comes, and an approved call runs', async () => {
    const page = await open();
    await page.getByText('No calls are waiting for approval').waitFor();
    const args = { id: 'note-run' };
    const call = await hold(args, 'run');
    await card(page, 'note-run')
      .getByRole('heading', { name: /delete note/i })
      .waitFor();
    expect(await findSeriousIssues(page)).toEqual([]);
    await approve(page, 'note-run').click();
    await page.getByRole('status').getByText('You approved notes/delete_note').waitFor();
    await expect.poll(() => card(page, 'note-run').count()).toBe(0);
    expect(await stateOf(call)).toBe('approved');
    const { outcome } = await place.call({ tool: 'delete_note', arguments: args, context: 'run' });
    expect(outcome).toBeUndefined();
    expect(await stateOf(call)).toBe('done');
    // the focus did not leave with the button
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('callgate-approvals');
    await page.context().close();
  });

  it('denies with a reason that the agent receives', async () => {
    const call = await hold({ id: 'note-denied' }, 'deny');
    const page = await open();
    await card(page, 'note-denied').getByRole('button', { name: 'Deny …' }).click();
    const reason = page.getByLabel('Reason');
    await expect.poll(() => reason.evaluate((field) => field === document.activeElement)).toBe(true);
    await reason.fill('wrong note');
    await page.getByRole('button', { name: 'Deny', exact: true }).click();
    await page.getByRole('status').getByText('Denied notes/delete_note').waitFor();
    expect(await stateOf(call)).toBe('refused');
    expect(await place.gateway.gate.desk.read.votes(call)).toMatchObject([
      { verdict: 'refuse', via: 'console', reason: 'wrong note' },
    ]);
    const again = await place.call({
      tool: 'delete_note',
      arguments: { id: 'note-denied' },
      context: 'deny',
    });
    expect(again.outcome).not.toBeUndefined();
    await page.context().close();
  });

  it('binds the vote to what was seen, and says so where it changed meanwhile', async () => {
    const call = await hold({ id: 'note-changed' }, 'changed');
    const page = await open('?poll=600000');
    // the vote names another question than the one that waits now
    await page.route('**/api/inbox.vote', (route) =>
      route.continue({ postData: { ...route.request().postDataJSON(), binding: 'an earlier one' } }),
    );
    await approve(page, 'note-changed').click();
    await card(page, 'note-changed')
      .getByRole('alert')
      .getByText(/changed/i)
      .waitFor();
    expect(await stateOf(call)).toBe('held');
    await deny(call);
    await page.context().close();
  });

  it('says that a call is over where another person was quicker', async () => {
    const call = await hold({ id: 'note-over' }, 'over');
    const page = await open('?poll=600000');
    await page.route('**/api/events', (route) => route.abort());
    await page.reload();
    await expect.poll(() => approve(page, 'note-over').isEnabled()).toBe(true);
    await page.route('**/api/inbox.list*', (route) => route.abort());
    await deny(call);
    await approve(page, 'note-over').click();
    await page
      .getByText(/denied|no longer|does not respond/i)
      .first()
      .waitFor();
    expect(await stateOf(call)).toBe('refused');
    await page.context().close();
  });

  it('shows what agents write as text, and hides nothing', async () => {
    const call = await hold({ id: '<img src=x onerror=alert(1)>\u202Etxt' }, 'hostile');
    const page = await open();
    await card(page, '<img src=x').waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await card(page, '<img src=x').textContent()).not.toContain('\u202E');
    await deny(call);
    await page.context().close();
  });

  it('needs long arguments to be opened first', async () => {
    const call = await hold({ id: 'note-long', text: 'long '.repeat(400) }, 'long');
    const page = await open();
    await expect.poll(() => approve(page, 'note-long').count()).toBe(1);
    const more = card(page, 'note-long').getByRole('button', { name: /^Show all/ });
    await more.waitFor();
    expect(await approve(page, 'note-long').isDisabled()).toBe(true);
    await more.click();
    await expect.poll(() => approve(page, 'note-long').isEnabled()).toBe(true);
    await deny(call);
    await page.context().close();
  });

  it('lets viewers look and not decide', async () => {
    const call = await hold({ id: 'note-viewer' }, 'viewer');
    const page = await open('', 'vic');
    await expect.poll(() => card(page, 'note-viewer').locator('.callgate-bar').count()).toBe(1);
    expect(await approve(page, 'note-viewer').isDisabled()).toBe(true);
    await deny(call);
    await page.context().close();
  });

  it('says that nobody is signed in', async () => {
    const context = await browser?.newContext();
    const page = await context?.newPage();
    await page?.goto(`${host.url}/app/`);
    await expect.poll(() => page?.getByRole('alert').textContent()).toContain('sign');
    await context?.close();
  });

  it('tells a chat what the gate decided, and only then', async () => {
    const args = { id: 'note-chat' };
    const call = await hold(args, 'chat');
    const page = await open(`?chat=${encodeURIComponent(JSON.stringify(args))}`);
    await expect.poll(() => approve(page, 'note-chat').isEnabled()).toBe(true);
    expect(await page.locator('output').textContent()).toBe('');
    await approve(page, 'note-chat').click();
    await expect
      .poll(() => page.locator('output').textContent())
      .toBe(JSON.stringify({ id: 'approval-1', approved: true }));
    expect(await stateOf(call)).toBe('approved');
    await page.context().close();
  });

  it('tells a chat of a denial elsewhere', async () => {
    const args = { id: 'note-chat-denied' };
    const call = await hold(args, 'chat-denied');
    const page = await open(`?chat=${encodeURIComponent(JSON.stringify(args))}`);
    await card(page, 'note-chat-denied').waitFor();
    await deny(call);
    await expect
      .poll(() => page.locator('output').textContent())
      .toBe(JSON.stringify({ id: 'approval-1', approved: false, reason: 'not now' }));
    await page.context().close();
  });
});
