import { readFileSync } from 'node:fs';
import { checkEntryProof } from '@callgate/gate/audit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInPage } from '../browser.ts';
import { LOOKS, openBrowser, findSeriousIssues, takeScreenshot, openSignedInPage } from '../browser.ts';
import type { BusyConsole } from './busy-console.ts';
import { SECRET, openBusyConsole, signAuditLog } from './busy-console.ts';

let busy: BusyConsole;
const browser: Browser | undefined = await openBrowser();

beforeAll(async () => {
  busy = await openBusyConsole();
  await signAuditLog(busy.place);
});

afterAll(async () => {
  await browser?.close();
  await busy.place.close();
});

const opened = async (
  path: string,
  options: { readonly dark?: boolean; readonly phone?: boolean } = {},
): Promise<SignedInPage> => {
  return await openSignedInPage(busy.place, { path, ...options });
};

describe.skipIf(browser === undefined)('the record page', () => {
  it('lists calls, narrows them down, and keeps what is looked for in the address', async () => {
    const { page, problems } = await opened('/record');
    const lines = page.locator('.record-line');
    await lines.first().waitFor();
    const all = await lines.count();
    expect(all).toBeGreaterThanOrEqual(10);
    await page.keyboard.press('/');
    await page.keyboard.type('mail');
    await page.waitForURL(/text=mail/);
    await page.locator('.record-found', { hasText: /^1 call/ }).waitFor();
    expect(await lines.count()).toBe(1);
    await page.getByRole('button', { name: /Text.*mail/ }).click();
    await page.waitForURL((url) => !url.search.includes('text'));
    await page.getByLabel('Decision').selectOption('confirm');
    await page.waitForURL(/outcome=confirm/);
    await page.getByLabel('Tool', { exact: true }).selectOption({ label: 'delete_note' });
    await page.waitForURL(/tool=delete_note/);
    await page.locator('.record-found', { hasText: /match$/ }).waitFor();
    await takeScreenshot(page, 'record-filtered');
    await page.reload();
    await page.locator('.record-chip').first().waitFor();
    expect(await page.locator('.record-chip').count()).toBe(2);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.waitForURL((url) => url.search === '');
    await lines.nth(all - 1).waitFor();
    await takeScreenshot(page, 'record-list');
    expect(await findSeriousIssues(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('tells the whole story of a call, with a proof that stands for itself', async () => {
    const { page, problems } = await opened(`/record/${busy.approved}`);
    const story = page.getByRole('complementary', { name: 'History of a call' });
    await story.locator('.record-step').first().waitFor();
    const told = await story.innerText();
    for (const words of [
      'Waiting for approval',
      'Vote',
      'Approved',
      'Sent to the server',
      'Done',
      'local approved',
      'secret',
    ])
      expect(told).toContain(words);
    expect(await page.content()).not.toContain(SECRET);
    await takeScreenshot(page, 'record-story');
    await story.getByRole('button', { name: 'Proof' }).first().click();
    await story.locator('.record-proof', { hasText: 'Proven' }).waitFor();
    const downloading = page.waitForEvent('download');
    await story.getByRole('link', { name: 'Download the proof' }).click();
    const file = await (await downloading).path();
    expect(
      checkEntryProof(readFileSync(file, 'utf8'), { publicKey: busy.place.gateway.keys.publicKey }),
    ).toMatchObject({ ok: true, signed: true, row: { call: busy.approved } });
    await takeScreenshot(page, 'record-proof');
    expect(await findSeriousIssues(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is used with the keyboard alone', async () => {
    const { page } = await opened('/record');
    await page.locator('.record-line').first().waitFor();
    await page.keyboard.press('j');
    await page.waitForURL(/\/record\/\w+/);
    const first = page.url();
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.href !== first && /\/record\/\w+/.test(url.pathname));
    await page.keyboard.press('k');
    await page.waitForURL(first);
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/record$/);
    await page.getByRole('button', { name: 'Verify' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Verify');
    await page.context().close();
  });

  it('verifies the record and exports it', async () => {
    const { page, problems } = await opened('/record?tool=send_mail', { dark: true });
    await page.getByRole('button', { name: 'Verify' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /Verify/ }).click();
    await dialog.getByText('Audit log intact').waitFor();
    expect(await dialog.innerText()).toMatch(/Entries 1 to \d+ by key/);
    await dialog.getByRole('button', { name: 'Prove' }).click();
    await dialog.locator('.record-proof', { hasText: 'Proven' }).waitFor();
    await takeScreenshot(page, 'record-verified-dark');
    expect(await findSeriousIssues(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Export' }).click();
    await takeScreenshot(page, 'record-export-dark');
    const downloading = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('link', { name: 'Download' }).click();
    const lines = readFileSync(await (await downloading).path(), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.every((line) => line.includes('"tool_name":"notes/send_mail"'))).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('draws what the record tells, each figure also as a table', async () => {
    const { page, problems } = await opened('/record?view=figures&range=24h');
    await page.locator('.record-chart').waitFor();
    for (const words of ['Time to decide', 'Approval prompts per session', 'Tools that use AI'])
      await page.getByRole('heading', { name: words }).waitFor();
    await page.getByText('2 votes: 50 % approved').waitFor();
    await page.getByText('1 call of 1 tool ran.').waitFor();
    const tables = page.locator('.record-figures summary', { hasText: 'As a table' });
    expect(await tables.count()).toBe(5);
    await takeScreenshot(page, 'record-figures');
    await tables.first().click();
    const cells = await page
      .getByRole('region', { name: /Decisions/ })
      .locator('tbody td:nth-child(2)')
      .allInnerTexts();
    expect(cells.reduce((sum, text) => sum + Number(text), 0)).toBeGreaterThanOrEqual(7);
    expect(await findSeriousIssues(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('fits a phone', async () => {
    for (const { dark } of LOOKS.filter(({ phone }) => phone)) {
      const { page, problems } = await opened('/record', { phone: true, dark });
      const tone = dark ? 'dark' : 'light';
      const fits = async (name: string): Promise<void> => {
        await takeScreenshot(page, `record-phone-${name}-${tone}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, name).toBeLessThanOrEqual(375);
        expect(await findSeriousIssues(page)).toEqual([]);
      };
      await page.locator('.record-line').first().waitFor();
      await fits('list');
      await page.goto(`${busy.place.url}/record/${busy.approved}`);
      await page.locator('.record-step').first().waitFor();
      await fits('story');
      await page.goto(`${busy.place.url}/record?view=figures`);
      await page.locator('.record-chart').waitFor();
      await fits('figures');
      expect(problems).toEqual([]);
      await page.context().close();
    }
  });

  it('shows a call that comes while it is open', async () => {
    const { page } = await opened('/record?tool=write_note');
    await page.getByText('No call matches').waitFor();
    await busy.place.call({ tool: 'write_note', arguments: { id: 'x', text: 'y' } });
    await page.locator('.record-line').first().waitFor();
    expect(await page.locator('.record-line').count()).toBe(1);
    await page.context().close();
  });
});
