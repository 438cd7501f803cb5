import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSeriousIssues, openBrowser, openSignedInPage, takeScreenshot } from '../browser.ts';
import type { PolicyConsole } from './policy-console.ts';
import { openPolicyConsole } from './policy-console.ts';

const LOOSER = `extends: balanced
exceptions:
  - id: backed-up
    rule: destroys
    unless: tool.described == yes
    reason: there is a backup every hour
    until: "2099-01-01"
rules:
  - id: run
    tools: notes/*
    then: auto
    reason: notes are backed up
    when: tool.descr`;

const browser: Browser | undefined = await openBrowser();
let home: PolicyConsole;

beforeAll(async () => {
  home = await openPolicyConsole(undefined, { roles: { local: 'operator' } });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await home.close();
});

describe.skipIf(browser === undefined)('writing a policy', () => {
  it('goes from suggestions and problems to tests and to what it changes', async () => {
    const { page, problems } = await openSignedInPage(home, { path: '/policy#other' });
    await page.getByRole('button', { name: 'Preset balanced' }).click();
    const text = page.getByRole('textbox', { name: /^Text of/ });
    await text.fill(LOOSER);
    await expect.poll(() => page.locator('.policy-gutter-error').count()).toBe(1);
    await text.press('Control+End');
    await text.press('Control+Space');
    await page.getByRole('option', { name: /^tool\.described/ }).waitFor();
    await takeScreenshot(page, 'policy-suggest');
    expect(await findSeriousIssues(page)).toEqual([]);
    await text.press('Enter');
    await expect.poll(() => text.inputValue()).toMatch(/when: tool\.described$/);
    expect(await page.getByRole('listbox').count()).toBe(0);
    await text.pressSequentially(' == yes\n');
    await page.getByText('Valid', { exact: true }).waitFor();
    await page
      .getByLabel('More tests')
      .fill(
        'cases:\n  - {call: notes/write_note, expect: auto}\n  - {call: notes/delete_note, expect: confirm}\n',
      );
    await page.getByRole('button', { name: 'Run tests' }).click();
    await page.getByText('2 cases, 1 failed').waitFor();
    expect(await page.locator('.policy-changed').first().innerText()).toMatch(
      /Failed[^]*notes\/delete_note[^]*expected confirm, got auto/,
    );
    await page.getByText('2 cases, 1 failed').scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'policy-tests');
    expect(await findSeriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show differences' }).click();
    await page.getByText('Something is LOOSENED.').waitFor();
    const meaning = page.locator('.policy-changed', { hasText: 'untrusted none' });
    const first = meaning.first();
    expect(await first.innerText()).toMatch(/Would run without approval[^]*private[^]*Now: /);
    await takeScreenshot(page, 'policy-meaning');
    expect(await findSeriousIssues(page)).toEqual([]);
    await text.press('Control+End');
    await text.pressSequentially('# more');
    await expect.poll(() => page.getByText('Something is LOOSENED.').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 60_000);
});
