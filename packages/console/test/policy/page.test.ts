import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, findSeriousIssues, takeScreenshot, openSignedInPage } from '../browser.ts';
import type { PolicyConsole } from './policy-console.ts';
import { openPolicyConsole } from './policy-console.ts';

const ORGANISATION = `name: house rules
layer: organisation
rules:
  - id: no-drafts
    tools: notes/write_note
    when: args.text == "draft"
    then: block
    reason: drafts stay on paper
    delegated: true
    audit: full
  - id: nobody
    tools: elsewhere/*
    then: confirm
    reason: no such server
`;

const USER = `extends: balanced
exceptions:
  - id: my-drafts
    rule: no-drafts
    unless: args.id == "mine"
    reason: my own pile
    until: "2099-01-01"
`;

const LOOSER = `extends: balanced
rules:
  - id: run
    tools: notes/*
    when: tool.described == yes
    then: auto
    reason: notes are backed up
exceptions:
  - id: backed-up
    rule: destroys
    unless: tool.described == yes
    reason: there is a backup every hour
    until: "2099-01-01"
`;

const browser: Browser | undefined = await openBrowser();
let home: PolicyConsole;

beforeAll(async () => {
  home = await openPolicyConsole(
    [
      { name: 'organisation.yaml', text: ORGANISATION },
      { name: 'user.yaml', text: USER },
    ],
    { roles: { local: 'operator', vera: 'viewer' } },
  );
  for (const id of ['a', 'b', 'c', 'd']) {
    await home.call({ tool: 'read_note', arguments: { id } });
    await home.call({ tool: 'delete_note', arguments: { id }, context: id });
  }
  await home.call({ tool: 'write_note', arguments: { id: 'x', text: 'draft' } });
  await home.call({ tool: 'undescribed' });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await home.close();
});

const fitsWidth = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

const write = (page: Page, text: string): Promise<void> =>
  page.getByRole('textbox', { name: /^Text of/ }).fill(text);

describe.skipIf(browser === undefined)('the page of the policy', () => {
  it('shows every rule with its outcome, reason, condition and layer, and what its authors should know', async () => {
    const { page, problems } = await openSignedInPage(home, { path: '/policy' });
    const rule = page.getByRole('row', { name: /drafts stay on paper/ });
    await rule.waitFor();
    const text = await rule.innerText();
    expect(text).toContain('Blocked');
    expect(text).toContain('args.text == "draft"');
    expect(text).toContain('organisation.yaml:4');
    expect(text).toContain('Results are logged in full, up to 1 MiB');
    expect(text).toContain('my own pile');
    expect(await page.getByRole('row', { name: /no such server/ }).innerText()).toContain(
      'matches no tool of the catalogue',
    );
    await page.getByLabel('Search').fill('backed');
    await page.getByText('No rule matches.').waitFor();
    await page.getByLabel('Search').fill('');
    await page.getByLabel('Decision').selectOption('block');
    await expect.poll(() => page.locator('.policy-rule').count()).toBeLessThan(6);
    await page.getByLabel('Decision').selectOption('all');
    await page.locator('summary', { hasText: 'user.yaml' }).click();
    await page.getByText('unless: args.id == "mine"').waitFor();
    await takeScreenshot(page, 'policy-force');
    expect(await findSeriousIssues(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('says what would happen to a call, and why, as the form is filled in', async () => {
    const { page, problems } = await openSignedInPage(home, { path: '/policy#try', dark: true });
    await page.getByRole('combobox', { name: /^Tool/ }).selectOption({ label: 'delete_note' });
    await page.getByRole('heading', { name: /Needs approval/ }).waitFor();
    expect(await page.locator('.policy-answer').innerText()).toContain('May delete or overwrite data');
    await page.getByRole('combobox', { name: /^Tool/ }).selectOption({ label: 'write_note' });
    await page.getByRole('heading', { name: /Automatic/ }).waitFor();
    await page.getByLabel('Arguments (JSON)').fill('{"text": "draft"}');
    await page.getByRole('heading', { name: /Blocked/ }).waitFor();
    await page.getByLabel('Arguments (JSON)').fill('{"text": "draft", "id": "mine"}');
    await page.getByText('Active exceptions').waitFor();
    await page.getByLabel('Arguments (JSON)').fill('{"text"');
    await page.getByText('TRY_JSON').waitFor();
    await page.getByLabel('Arguments (JSON)').fill('{}');
    await page.getByLabel('Session has read untrusted content').selectOption('known');
    await page.getByLabel('Decisive values come from the request').selectOption('no');
    await page.getByRole('heading', { name: /Needs approval/ }).waitFor();
    await page.getByText('It would run automatically if').waitFor();
    await takeScreenshot(page, 'policy-try-dark');
    expect(await findSeriousIssues(page)).toEqual([]);
    await page.getByLabel('A tool I describe').check();
    await page.getByText('Unreviewed tool, treated as destructive').first().waitFor();
    expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('marks what is wrong beside its line, and leads there', async () => {
    const { page } = await openSignedInPage(home, { path: '/policy#other' });
    await page.getByRole('button', { name: 'Preset strict' }).click();
    await page.getByText('Valid', { exact: true }).waitFor();
    await write(page, 'extends: strict\nrules:\n  - id: x\n    when: tool.destroy == yes\n    reason: y\n');
    await page.getByText('Not valid yet').waitFor();
    await expect.poll(() => page.locator('.policy-gutter-error').allInnerTexts()).toEqual(['× 4']);
    await takeScreenshot(page, 'policy-wrong');
    await page.getByRole('button', { name: /console\.yaml:4:/ }).click();
    const caret = await page.evaluate(() => {
      const area = document.activeElement as HTMLTextAreaElement;
      return area.value.slice(0, area.selectionStart).split('\n').length;
    });
    expect(caret).toBe(4);
    expect(await page.getByRole('button', { name: 'Compare' }).isDisabled()).toBe(true);
    expect(await findSeriousIssues(page)).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('shows what would be loosened before anything is activated, and puts it in force with a reason', async () => {
    const { page, problems } = await openSignedInPage(home, { path: '/policy#other' });
    await page.getByRole('button', { name: 'Preset balanced' }).click();
    await write(page, LOOSER);
    await page.getByText('Valid', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('5 calls would run without approval.').waitFor();
    const first = page.locator('.policy-changed').first();
    expect(await first.innerText()).toMatch(/Would run without approval[^]*notes\/delete_note[^]*4 calls/);
    await takeScreenshot(page, 'policy-compared');
    await write(page, `${LOOSER}# another word\n`);
    await page.getByText('The text changed. Compare again.').waitFor();
    expect(await page.getByRole('button', { name: 'Activate…' }).isDisabled()).toBe(true);
    await write(page, LOOSER);
    await page.getByRole('button', { name: 'Activate…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('notes are backed up every hour');
    expect(await dialog.getByRole('button', { name: 'Activate' }).isDisabled()).toBe(true);
    await dialog.getByLabel(/I checked the 5 calls/).check();
    await takeScreenshot(page, 'policy-activate');
    expect(await findSeriousIssues(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Activate' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(home.policies.activated).toMatchObject({ by: 'local', reason: 'notes are backed up every hour' });
    await page.getByRole('tab', { name: 'Active policy' }).click();
    await page.getByText('Replaces the policy in the configuration').waitFor();
    await takeScreenshot(page, 'policy-activated');
    expect(problems).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('goes back to the configuration, by keyboard alone', async () => {
    const { page } = await openSignedInPage(home, { path: '/policy' });
    await page.getByRole('button', { name: 'Restore the configured policy' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('No call gets fewer restrictions.').waitFor();
    await dialog.getByLabel('Reason').focus();
    await page.keyboard.type('the backup stopped');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => home.policies.activated).toBeNull();
    await page.context().close();
  }, 60_000);

  it('goes back to a policy of the history, fewer restrictions only where that is allowed', async () => {
    const { page, problems } = await openSignedInPage(home, { path: '/policy#rollout' });
    const looser = page.getByRole('row', { name: /notes are backed up every hour/ });
    await looser.getByRole('button', { name: 'Roll back…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('5 calls would run without approval.').waitFor();
    await dialog.getByLabel('Reason').fill('the backup runs again');
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await dialog.getByText('POLICY_LOOSENS').waitFor();
    expect(home.policies.activated).toBeNull();
    await dialog.getByLabel('Allow fewer restrictions').check();
    expect(await findSeriousIssues(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(home.policies.activated).toMatchObject({ by: 'local', reason: 'the backup runs again' });
    expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);

    // the configured policy is a revision like any other
    const configured = page.getByRole('row', { name: /the backup stopped/ });
    await configured.getByRole('button', { name: 'Roll back…' }).click();
    await dialog.getByText('No call gets fewer restrictions.').waitFor();
    await dialog.getByLabel('Reason').fill('enough');
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => home.policies.activated).toBeNull();

    // what recorded calls speak for is one more layer to edit
    await page.getByRole('button', { name: 'Edit as one more layer' }).click();
    await page.getByText('recommended.yaml').first().waitFor();
    await page.getByText('Valid', { exact: true }).waitFor();
    await page.context().close();
  }, 60_000);

  it('fits a phone, and shows a viewer nothing that only operators can do', async () => {
    const { page, problems } = await openSignedInPage(home, {
      path: '/policy',
      phone: true,
      subject: 'vera',
    });
    await page.getByText('drafts stay on paper').first().waitFor();
    expect(await fitsWidth(page)).toBe(true);
    await takeScreenshot(page, 'policy-force-phone');
    await page.getByRole('tab', { name: 'Try a call' }).click();
    await page.getByText('Matching rules').waitFor();
    expect(await fitsWidth(page)).toBe(true);
    await takeScreenshot(page, 'policy-try-phone');
    await page.getByRole('tab', { name: 'Edit policy' }).click();
    await page.getByText('Only operators can change the policy').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await findSeriousIssues(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('lets an operator write and compare on a phone', async () => {
    const { page, problems } = await openSignedInPage(home, {
      path: '/policy#other',
      phone: true,
      dark: true,
    });
    await page.getByRole('button', { name: 'Active policy' }).click();
    await page.getByText('Valid', { exact: true }).waitFor();
    expect(await fitsWidth(page)).toBe(true);
    await takeScreenshot(page, 'policy-write-phone');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('No call gets fewer restrictions.').waitFor();
    await page.getByText('This policy is already active.').waitFor();
    expect(await fitsWidth(page)).toBe(true);
    await page.getByText('This policy is already active.').scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'policy-compared-phone');
    expect(await findSeriousIssues(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 60_000);
});
