import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openBrowser, findSeriousIssues, takeScreenshot, openSignedInPage } from '../browser.ts';
import type { TestConsole } from '../test-console.ts';
import { openTestConsole } from '../test-console.ts';
import { DELETE_FILE_LATER, FILES, HELPERS, waitForQuarantine } from './tools-office.ts';

let place: TestConsole;
const browser: Browser | undefined = await openBrowser();

beforeAll(async () => {
  place = await openTestConsole({
    servers: { files: FILES, helpers: HELPERS },
    said: { helpers: { trust: 'untrusted' } },
    roles: { ann: 'operator', vic: 'viewer' },
  });
  const later = [...FILES.filter(({ name }) => name !== 'delete_file'), DELETE_FILE_LATER];
  const files = place.servers['files'];
  if (files !== undefined) await waitForQuarantine(place, files, 'delete_file', later);
});
afterAll(async () => {
  await browser?.close();
  await place.close();
});

describe.skipIf(browser === undefined)('pictures', () => {
  it.each(LOOKS)(
    '$name: no serious finding, nothing wider than the window',
    async ({ name, dark, phone }) => {
      const { page, problems } = await openSignedInPage(place, {
        subject: 'ann',
        dark,
        phone,
        path: '/tools',
      });
      await page.getByRole('listitem').filter({ hasText: 'read_file' }).waitFor();
      await takeScreenshot(page, `tools-list-${name}`);
      expect(await findSeriousIssues(page)).toEqual([]);
      await page.getByText('Filter and group').click();
      await page.locator('.tools-servers > summary').click();
      await takeScreenshot(page, `tools-filter-${name}`);
      expect(await findSeriousIssues(page)).toEqual([]);
      await page.goto(`${place.url}/tools/files/delete_file`);
      await page.getByText('The tool definition changed').waitFor();
      await takeScreenshot(page, `tools-drift-${name}`);
      expect(await findSeriousIssues(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await page.goto(`${place.url}/tools/helpers/research`);
      await page.getByText('What happens on a call').waitFor();
      await page.getByText('Try with').click();
      await page.getByRole('button', { name: 'Decide' }).click();
      await page.getByText('Matching rules').waitFor();
      await takeScreenshot(page, `tools-agent-${name}`);
      await page.getByRole('button', { name: 'Set…' }).click();
      await page.getByRole('dialog').waitFor();
      await takeScreenshot(page, `tools-override-${name}`);
      expect(await findSeriousIssues(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );
});

const row = (page: Page, name: string): ReturnType<Page['locator']> =>
  page.locator('.tools-row').filter({ hasText: name });

const shown = (page: Page): Promise<string[]> => page.locator('.tools-row .tool-name-tool').allTextContents();

const choose = (page: Page, label: string, value: string): Promise<unknown> =>
  page.locator('.tools-filter').getByRole('combobox', { name: label, exact: true }).selectOption(value);

describe.skipIf(browser === undefined)('the list', () => {
  it('is filtered by words, kind, outcome, standing, and hint with belief, ground and claim', async () => {
    const { page, problems } = await openSignedInPage(place, { subject: 'ann', path: '/tools' });
    await row(page, 'read_file').waitFor();
    await page.getByRole('button', { name: 'Agents', exact: true }).click();
    expect(await shown(page)).toEqual(['research']);
    await page.getByRole('button', { name: 'Other tools' }).click();
    expect(await shown(page)).not.toContain('research');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByLabel('Search tools').fill('deletes good');
    expect(await shown(page)).toEqual(['delete_file']);
    await page.getByLabel('Search tools').fill('');
    await page.getByText('Filter and group').click();
    await choose(page, 'Status', 'conflicting');
    expect(await shown(page)).toEqual(['torn', 'delete_file']);
    await choose(page, 'Status', 'any');
    await choose(page, 'Decision', 'auto');
    expect(await shown(page)).toEqual(['read_file']);
    await choose(page, 'Decision', 'any');
    await choose(page, 'Hint', 'readOnly');
    await choose(page, 'Value', 'no');
    await choose(page, 'Source', 'default');
    await choose(page, 'Claim', 'yes');
    await page.getByRole('button', { name: 'Add condition' }).click();
    expect(await shown(page)).toEqual(['research']);
    await page.getByRole('button', { name: /^readOnly is no, source: default, claimed yes/ }).click();
    expect(await shown(page)).toHaveLength(6);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is grouped by anything, and groups close', async () => {
    const { page } = await openSignedInPage(place, { subject: 'ann', path: '/tools' });
    const heads = (): Promise<string[]> => page.locator('.tools-group').allTextContents();
    await row(page, 'read_file').waitFor();
    expect(await heads()).toEqual(['files4', 'helpers2']);
    await page.getByText('Filter and group').click();
    await choose(page, 'Group by', 'outcome');
    expect(await heads()).toEqual(['Automatic1', 'Needs approval4', 'Blocked1']);
    await choose(page, 'Group by', 'kind');
    expect(await heads()).toEqual(['Other tools5', 'Agents1']);
    await choose(page, 'Group by', 'ground');
    await choose(page, 'Hint to group by', 'agency');
    expect((await heads()).toSorted()).toEqual(['agency: claimed1', 'agency: default5']);
    await page.locator('.tools-group').first().click();
    expect(await shown(page)).toHaveLength(1);
    await page.locator('.tools-servers > summary').click();
    await page.getByRole('button', { name: 'helpers', exact: true }).click();
    await page.getByText('2 of 6 shown').waitFor();
    await page.context().close();
  });

  it('is used with the keyboard alone', async () => {
    const { page } = await openSignedInPage(place, { subject: 'ann', path: '/tools' });
    await row(page, 'read_file').waitFor();
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.pathname === '/tools/files/read_file');
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.pathname === '/tools/files/mystery');
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.pathname === '/tools');
    await page.keyboard.press('/');
    await page.keyboard.type('mail');
    expect(await shown(page)).toEqual(['send_mail']);
    // from the field through what can be pressed to the one row that is a stop
    for (let steps = 0; steps < 12; steps += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.classList.contains('tools-row') === true)) break;
    }
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/tools/helpers/send_mail');
    await page.getByRole('heading', { name: 'helpers/send_mail' }).waitFor();
    await page.locator('.badge').getByText('Malformed claims').first().waitFor();
    await page.context().close();
  });
});

describe.skipIf(browser === undefined)('an operator', () => {
  const open = async (path: string, subject = 'ann'): Promise<Page> => {
    const { page } = await openSignedInPage(place, { subject, path });
    await page.getByText('What happens on a call').waitFor();
    return page;
  };
  const dialog = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('dialog');

  it('is told what an agent is before enabling one', async () => {
    const page = await open('/tools/helpers/research');
    await page.getByRole('button', { name: 'Disable…' }).click();
    expect(await dialog(page).getByRole('button', { name: 'Disable' }).isDisabled()).toBe(true);
    await dialog(page).getByLabel('Reason').fill('too bold');
    await dialog(page).getByRole('button', { name: 'Disable' }).click();
    await page.locator('.tools-note-off').getByText('too bold').waitFor();
    expect(place.gateway.catalogue.find('tool', 'helpers', 'research')).toBeUndefined();
    await page.getByRole('button', { name: 'Enable…' }).click();
    await page.getByRole('heading', { name: 'Enable this agent?' }).waitFor();
    await dialog(page).getByLabel('Reason').fill('supervised');
    expect(await dialog(page).getByRole('button', { name: 'Enable' }).isDisabled()).toBe(true);
    await takeScreenshot(page, 'tools-enable-agent');
    expect(await findSeriousIssues(page)).toEqual([]);
    await dialog(page).getByLabel('I understand that this tool acts on its own').check();
    await dialog(page).getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Disable…' }).waitFor();
    expect(place.gateway.catalogue.find('tool', 'helpers', 'research')).toBeDefined();
    await page.context().close();
  });

  it('overrides a hint, sees the outcome change, and takes it back', async () => {
    const page = await open('/tools/files/mystery');
    await page.getByRole('button', { name: 'Set…' }).click();
    await dialog(page)
      .getByLabel(/^readOnly/)
      .selectOption('yes');
    await dialog(page)
      .getByLabel(/^openWorld/)
      .selectOption('no');
    await page.getByText('Some values reduce safeguards').waitFor();
    await dialog(page).getByLabel('Reason').fill('read its source');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.locator('.tools-outcomes').getByText('Automatic').first().waitFor();
    expect(place.gateway.catalogue.find('tool', 'files', 'mystery')?.tool.overrides).toHaveLength(1);
    await page.locator('.tools-said').getByText('read its source').waitFor();
    await page.getByRole('button', { name: 'Remove…' }).click();
    await dialog(page).getByLabel('Reason').fill('was wrong');
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await page.locator('.tools-outcomes').getByText('Needs approval').first().waitFor();
    expect(await page.locator('.tools-outcomes').getByText('Automatic').count()).toBe(0);
    await page.context().close();
  });

  it('reviews a definition, filled in with what is believed', async () => {
    const page = await open('/tools/files/read_file');
    await page.getByRole('button', { name: 'Review…' }).click();
    await takeScreenshot(page, 'tools-review');
    expect(await findSeriousIssues(page)).toEqual([]);
    expect(
      await dialog(page)
        .getByLabel(/^readOnly/)
        .inputValue(),
    ).toBe('yes');
    expect(
      await dialog(page)
        .getByLabel(/^secret/)
        .inputValue(),
    ).toBe('');
    await dialog(page).getByLabel('Reason').fill('looked at it');
    await dialog(page).getByRole('button', { name: 'Save review' }).click();
    await page.locator('.tools-hints').getByText('reviewed').first().waitFor();
    await page.context().close();
  });

  it('finds what needs review, loosened first, and reviews it as suggested', async () => {
    const { page } = await openSignedInPage(place, { subject: 'ann', path: '/tools' });
    await row(page, 'read_file').waitFor();
    await page.getByRole('button', { name: 'Needs review' }).click();
    await row(page, 'read_file').waitFor({ state: 'detached' });
    expect(await shown(page)).toEqual(['delete_file', 'torn', 'mystery', 'send_mail', 'research']);
    await row(page, 'send_mail').click();
    await page.getByRole('button', { name: 'Review…' }).click();
    await dialog(page).getByText('cannot be read').first().waitFor();
    await dialog(page)
      .getByText(/^suggested no \(\d+ %\)/)
      .first()
      .waitFor();
    const chosen = (hint: RegExp): Promise<string> => dialog(page).getByLabel(hint).inputValue();
    expect(await chosen(/^readOnly/)).toBe('no');
    expect(await chosen(/^openWorld/)).toBe('yes');
    await takeScreenshot(page, 'tools-review-suggested');
    expect(await findSeriousIssues(page)).toEqual([]);
    await dialog(page).getByLabel('Reason').fill('as suggested');
    await dialog(page).getByRole('button', { name: 'Save review' }).click();
    await row(page, 'send_mail').waitFor({ state: 'detached' });
    expect(place.gateway.catalogue.find('tool', 'helpers', 'send_mail')?.tool.reviews).toMatchObject([
      { by: 'ann', reason: 'as suggested', set: { readOnly: 'no', openWorld: 'yes' } },
    ]);
    await page.context().close();
  });

  it('looks at what changed, loosened parts first, and accepts it', async () => {
    const page = await open('/tools/files/delete_file');
    const parts = await page.locator('.tools-change .badge').allTextContents();
    expect(parts).toEqual(['Fewer safeguards', 'Fewer safeguards', 'Neutral']);
    await page.getByText('No calls in the last week').waitFor();
    await page.getByRole('button', { name: 'Accept…' }).click();
    await dialog(page).getByLabel('Reason').fill('it moves to a bin now');
    await dialog(page).getByRole('button', { name: 'Accept' }).click();
    await page.getByText('The tool definition changed').waitFor({ state: 'detached' });
    await page.locator('.tools-said').getByText('it moves to a bin now').waitFor();
    expect(place.gateway.catalogue.find('tool', 'files', 'delete_file')?.tool.quarantine).toBeNull();
    await page.context().close();
  });

  it('has buttons that a viewer does not have', async () => {
    const page = await open('/tools/files/mystery', 'vic');
    expect(await page.locator('.tools-pane').getByRole('button').allTextContents()).toEqual([]);
    await page.context().close();
  });
});
