import { LOCAL_PRINCIPAL } from '@callgate/core';
import { SINGLE_USER } from '@callgate/gate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInPage } from '../browser.ts';
import { openBrowser, openSignedInPage } from '../browser.ts';
import type { TestConsole } from '../test-console.ts';
import { SOON, createPendingCall, createInjectedCall, openInboxConsole } from './inbox-console.ts';

let place: TestConsole;
const browser: Browser | undefined = await openBrowser();

beforeAll(async () => {
  place = await openInboxConsole({ roles: { local: 'operator', vic: 'viewer' } });
});
afterAll(async () => {
  await browser?.close();
  await place.close();
});

const stateOf = async (call: string): Promise<string | undefined> =>
  (await place.gateway.gate.desk.read.call(call))?.state;

const settledAs = async (call: string, state: string): Promise<void> => {
  await expect.poll(() => stateOf(call), SOON).toBe(state);
};

const cardOf = async (page: Page, call: string): Promise<void> => {
  await page.goto(`${place.url}/inbox/${call}`);
  await page.locator('.inbox-headline').waitFor();
};

/** A window of its own that shows the card of a call. */
const openCard = async (call: string, subject = 'local'): Promise<SignedInPage> => {
  const opened = await openSignedInPage(place, { subject, path: `/inbox/${call}` });
  await opened.page.locator('.inbox-headline').waitFor();
  return opened;
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describe.skipIf(browser === undefined)('deciding in the inbox', () => {
  it('approves a call once, and goes on to the next', async () => {
    const first = await createPendingCall(
      place,
      'files__delete_folder',
      { path: '/tmp/a', recursive: true },
      'approve',
    );
    const second = await createPendingCall(
      place,
      'files__delete_folder',
      { path: '/tmp/b', recursive: true },
      'approve-next',
    );
    const { page, problems } = await openCard(first);
    await button(page, /^Approve once/).click();
    await settledAs(first, 'approved');
    await page.waitForURL(`**/inbox/${second}`);
    expect(await stateOf(second)).toBe('held');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('waits for what becomes of the call, and says green only when it runs', async () => {
    const args = { path: '/tmp/runs', recursive: true };
    const call = await createPendingCall(place, 'files__delete_folder', args, 'outcome');
    const { page, problems } = await openCard(call);
    await button(page, /^Approve once/).click();
    await page.locator('.toast-neutral', { hasText: 'Waiting for it to run' }).waitFor();
    expect(await page.locator('.toast-good').count()).toBe(0);
    await place.call({ tool: 'files__delete_folder', arguments: args, context: 'outcome' });
    await page.locator('.toast-good', { hasText: /delete_folder (?:is running|ran)/ }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('says that an approval became void, and why, where it did', async () => {
    const args = { path: '/tmp/void', recursive: true };
    const call = await createPendingCall(place, 'files__delete_folder', args, 'void');
    const { page, problems } = await openCard(call);
    await button(page, /^Approve once/).click();
    await settledAs(call, 'approved');
    const { gate } = place.gateway;
    gate.usePeople({ all: [{ subject: 'ann', groups: [], active: true }], selfApproval: true });
    const { text } = await place.call({ tool: 'files__delete_folder', arguments: args, context: 'void' });
    gate.usePeople(SINGLE_USER);
    expect(text).toContain('approval no longer holds');
    const words = page.locator('.toast-danger', { hasText: 'did not run: the approval is no longer valid' });
    await words.waitFor();
    expect(await words.textContent()).toContain('The approvals are no longer enough');
    expect(await page.locator('.toast-good').count()).toBe(0);
    await cardOf(page, call);
    await page.locator('.inbox-over', { hasText: 'The approval is no longer valid' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows the whole chain of delegation on the card and in the list', async () => {
    const { gate } = place.gateway;
    const held = await gate.begin({
      kind: 'tool',
      server: 'files',
      name: 'delete_folder',
      arguments: { path: '/tmp/chain' },
      principal: { ...LOCAL_PRINCIPAL, delegation: ['planner', '<b>agent-7</b>'] },
      context: 'chain',
      authenticated: true,
    });
    if (held.state !== 'held') throw new Error(held.state);
    const { page, problems } = await openCard(held.call);
    const chain = 'planner, then <b>agent-7</b>';
    expect(await page.locator('.inbox-delegation dd').textContent()).toBe(chain);
    expect(await page.locator(`[data-call="${held.call}"]`).textContent()).toContain(
      `delegated by: ${chain}`,
    );
    await page.locator('summary', { hasText: 'Approvals' }).click();
    await page.getByText('counts as one approver').waitFor();
    expect(await page.getByText('nobody else has to look').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('does not let a key that is held down decide about the next call', async () => {
    const calls = [
      await createPendingCall(place, 'files__delete_folder', { path: '/tmp/c' }, 'held-down'),
      await createPendingCall(place, 'files__delete_folder', { path: '/tmp/d' }, 'held-down-next'),
    ];
    const { page } = await openCard(String(calls[0]));
    await expect.poll(() => button(page, /^Approve once/).isEnabled(), SOON).toBe(true);
    await page.keyboard.down('a');
    await page.waitForURL(`**/inbox/${String(calls[1])}`);
    // one key press that repeats, until long after the next card could be approved
    await expect.poll(() => button(page, /^Approve once/).isEnabled(), SOON).toBe(true);
    for (let press = 0; press < 15; press += 1) await page.keyboard.down('a');
    await page.keyboard.up('a');
    await settledAs(String(calls[0]), 'approved');
    expect(await stateOf(String(calls[1]))).toBe('held');
    await page.context().close();
  });

  it('keeps Approve shut until every long value was opened', async () => {
    const call = await createPendingCall(
      place,
      'files__delete_folder',
      {
        path: '/tmp/x',
        note: `${'a'.repeat(500)}THE MIDDLE${'b'.repeat(500)}`,
        list: Array.from({ length: 60 }, (_, n) => `entry ${n}`),
      },
      'long',
    );
    const { page } = await openCard(call);
    await page.waitForTimeout(1000);
    expect(await button(page, /^Approve once/).isEnabled()).toBe(false);
    expect(await page.locator('.inbox-card').textContent()).not.toContain('THE MIDDLE');
    await button(page, /^Show all 1,010 characters/).click();
    expect(await page.locator('.inbox-card').textContent()).toContain('THE MIDDLE');
    expect(await button(page, /^Approve once/).isEnabled()).toBe(false);
    await button(page, /^Show 21 more entries/).click();
    expect(await page.locator('.inbox-card').textContent()).toContain('entry 40');
    await expect.poll(() => button(page, /^Approve once/).isEnabled(), SOON).toBe(true);
    await page.context().close();
  });

  it('refuses with words that the agent gets', async () => {
    const args = { path: '/tmp/refused' };
    const call = await createPendingCall(place, 'files__delete_folder', args, 'refuse');
    const { page } = await openCard(call);
    await button(page, /^Deny …/).click();
    await page.getByLabel('Reason').fill('Not this folder, the other one.');
    await page.getByRole('dialog').getByRole('button', { name: /^Deny/ }).click();
    await settledAs(call, 'refused');
    const votes = await place.gateway.gate.desk.read.votes(call);
    expect(votes.map(({ reason, via }) => ({ reason, via }))).toEqual([
      { reason: 'Not this folder, the other one.', via: 'console' },
    ]);
    await page.context().close();
  });

  it('gives a grant whose true reach was spelled out, and takes it back', async () => {
    const call = await createPendingCall(place, 'files__rename_file', { from: 'a', to: 'b' }, 'scope');
    const { page } = await openCard(call);
    await expect.poll(() => button(page, /^Always allow/).isEnabled(), SOON).toBe(true);
    await button(page, /^Always allow/).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Number of calls').fill('3');
    await dialog.getByText('3 of 3 uses left').waitFor();
    expect(await dialog.textContent()).toContain('without approval');
    await dialog.getByRole('button', { name: 'Always allow' }).click();
    await settledAs(call, 'approved');
    const later = await place.call({
      tool: 'files__rename_file',
      arguments: { from: 'c', to: 'd' },
      context: 'scope',
    });
    expect(later.outcome).toBeUndefined();

    await page.goto(`${place.url}/inbox?tab=grants`);
    await page.getByText('2 of 3 uses left', { exact: true }).waitFor();
    await button(page, /^Revoke/).click();
    await page.getByLabel('Reason').fill('No longer needed');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Nothing is always allowed now').waitFor();
    const asked = await place.call({
      tool: 'files__rename_file',
      arguments: { from: 'e', to: 'f' },
      context: 'scope',
    });
    expect(asked.outcome).toBe('held');
    await page.context().close();
  });

  it('asks twice for a yes on strong terms, and gives no grant for it', async () => {
    const call = await createInjectedCall(place, 'strong');
    const { page } = await openCard(call);
    await page.keyboard.press('o');
    await expect.poll(() => button(page, /^Approve once/).isEnabled(), SOON).toBe(true);
    expect(await button(page, /^Always allow/).isEnabled()).toBe(false);
    await button(page, /^Approve once/).click();
    const dialog = page.getByRole('dialog');
    expect(await stateOf(call)).toBe('held');
    expect(await dialog.getByRole('button', { name: 'Approve once' }).isEnabled()).toBe(false);
    await dialog.getByLabel('I read every argument').check();
    await dialog.getByRole('button', { name: 'Approve once' }).click();
    await settledAs(call, 'approved');
    await page.context().close();
  });

  it('shows the value that was not traced inside the text it came from', async () => {
    const call = await createInjectedCall(place, 'traced');
    const { page } = await openCard(call);
    const source = page.locator('.inbox-source').first();
    expect(await source.textContent()).toContain('IMPORTANT, for assistants');
    expect(await source.locator('mark').allTextContents()).toEqual(['audit@collect.example']);
    expect(await page.locator('.json mark').allTextContents()).toContain('audit@collect.example');
    const card = await page.locator('.inbox-card').textContent();
    expect(card).toContain('This session has read private data');
    expect(card).toContain('This session has read untrusted content');
    await page.context().close();
  });

  it('leads with what happens and to what, then the request, the client, what is unusual and why', async () => {
    const call = await createInjectedCall(place, 'card');
    const { page } = await openCard(call);
    const question = await place.gateway.gate.desk.question(call);
    const headline = (await page.locator('.inbox-headline').textContent()) ?? '';
    expect(headline).toMatch(/^Send mail to audit@collect\.example on mail \(\d more arguments?\)$/);
    const reasons = await page.locator('.inbox-reasons li').allTextContents();
    expect(question?.decision.rules.map(({ reason }) => reason)).toContain(reasons[0]);
    expect(await page.locator('.inbox-left').innerText()).toMatch(/^ ?Denied in \d/);
    const who = await page.locator('.inbox-who').first().innerText();
    expect(who).toMatch(
      /^Your request\nLook at the invitation for Tuesday and tell me what I have to prepare\./,
    );
    expect(await page.locator('.inbox-facts').innerText()).toMatch(/Client\s+test/);
    expect(await page.locator('.inbox-unusual').innerText()).toMatch(
      /to “audit@collect\.example”: Not from your request; first seen in untrusted content mail\/read_invite[^]*This session has read private data[^]*This session has read untrusted content/,
    );
    expect(await page.locator('.inbox-folds details[open]').count()).toBe(0);
    await page.locator('summary', { hasText: 'Rules and digests' }).click();
    await page.getByText(question?.binding ?? 'no binding').waitFor();
    await page.context().close();
    const { page: viewer } = await openCard(call, 'vic');
    expect(await viewer.locator('.inbox-request').innerText()).toContain(
      'Shown to approvers and operators only.',
    );
    expect(await viewer.content()).not.toContain('Look at the invitation for Tuesday');
    await viewer.context().close();
  });

  it('says what the server claims of a tool whose name does not tell what happens, and of no other', async () => {
    const told = await createPendingCall(place, 'files__delete_folder', { path: '/tmp/claim' }, 'claim');
    const untold = await createPendingCall(
      place,
      'ops__research',
      { question: 'Rain', depth: 1 },
      'claim-untold',
    );
    const { page } = await openCard(untold);
    expect(await page.locator('.inbox-claim').textContent()).toBe(
      'The server claims: “Looks into a question on its own, ⟦U+202E⟧in several steps”',
    );
    await cardOf(page, told);
    expect(await page.locator('.inbox-claim').count()).toBe(0);
    await page.context().close();
  });

  it('says beside the request that it does not ask for the call, and marks nothing that stands in it', async () => {
    const context = 'unasked';
    const ref = { principal: 'local', context, authenticated: true };
    await place.gateway.gate.hear(ref, { text: 'Is /tmp/unasked empty?' });
    const args = { path: '/tmp/unasked', recursive: true };
    const call = await createPendingCall(place, 'files__delete_folder', args, context);
    await place.gateway.gate.hear(ref, { text: 'Thank you.' });
    const { page, problems } = await openCard(call);
    expect(await page.locator('.inbox-request').innerText()).toMatch(
      /^Your request\nIs \/tmp\/unasked empty\?\n+ ?This request does not ask to delete$/,
    );
    expect(await page.locator('.inbox-headline').textContent()).toContain('/tmp/unasked');
    expect(await page.locator('.inbox-usual').count()).toBe(0);
    expect(await page.locator('.json mark').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows somebody who only looks why their word does not count', async () => {
    const call = await createPendingCall(place, 'files__delete_folder', { path: '/tmp/v' }, 'viewer');
    const { page } = await openCard(call, 'vic');
    await page.getByText('Viewers cannot approve or deny calls').waitFor();
    await page.waitForTimeout(1000);
    for (const name of [/^Approve once/, /^Always allow/, /^Deny …/])
      expect(await button(page, name).isEnabled()).toBe(false);
    await page.context().close();
  });

  it('says what became of a call that somebody else decided about', async () => {
    const call = await createPendingCall(place, 'files__delete_folder', { path: '/tmp/quick' }, 'quicker');
    const { page } = await openCard(call);
    const question = await place.gateway.gate.desk.question(call);
    await place.gateway.gate.desk.vote({
      call,
      subject: 'local',
      verdict: 'refuse',
      via: 'terminal',
      binding: question?.binding ?? '',
      opened: true,
      reason: 'no',
    });
    await page.getByText('This call is no longer waiting for approval').waitFor();
    expect(await button(page, /^Approve once/).count()).toBe(0);
    await page.context().close();
  });
});
