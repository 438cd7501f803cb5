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

const rename = (from: string): Promise<string> =>
  createPendingCall(place, 'files__rename_file', { from, to: `${from}.old` });

const onlyAlike = async (page: Page, tool: string): Promise<void> => {
  await page
    .getByRole('group', { name: 'Calls of the same tool' })
    .getByRole('button', { name: tool })
    .click();
  await page.getByRole('button', { name: 'Show all' }).waitFor();
};

describe.skipIf(browser === undefined)('alike calls', () => {
  it('are approved together where each can be undone, with all their arguments in sight', async () => {
    const calls = [await rename('one'), await rename('two'), await rename('three')];
    const other = await createPendingCall(place, 'files__delete_folder', { path: '/tmp/other' });
    const { page } = await openSignedInPage(place);
    await onlyAlike(page, 'rename_file');
    await page.getByText('3 calls waiting for approval').waitFor();
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Approve all', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Approve all 3' }).waitFor();
    for (const name of ['one.old', 'two.old', 'three.old'])
      expect(await dialog.textContent()).toContain(name);
    await dialog.getByRole('button', { name: 'Approve all 3' }).click();
    for (const call of calls) await expect.poll(() => stateOf(call), SOON).toBe('approved');
    expect(await stateOf(other)).toBe('held');
    await page.context().close();
  });

  it('are not approved together where one may destroy, but refused with one word', async () => {
    const calls = [
      await createPendingCall(place, 'files__delete_folder', { path: '/tmp/p' }),
      await createPendingCall(place, 'files__delete_folder', { path: '/tmp/q' }),
    ];
    const { page } = await openSignedInPage(place);
    await onlyAlike(page, 'delete_folder');
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByText('Cannot be approved together').waitFor();
    expect(await page.getByRole('button', { name: 'Approve all', exact: true }).isEnabled()).toBe(false);
    await page.getByRole('button', { name: 'Deny all' }).click();
    await page.getByLabel('Reason').fill('None of these.');
    await page.getByRole('dialog').getByRole('button', { name: /^Deny/ }).click();
    for (const call of calls) await expect.poll(() => stateOf(call), SOON).toBe('refused');
    for (const call of calls)
      expect((await place.gateway.gate.desk.read.votes(call)).map(({ reason }) => reason)).toEqual([
        'None of these.',
      ]);
    await page.context().close();
  });
});
