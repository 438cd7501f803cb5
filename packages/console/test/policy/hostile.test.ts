import { display } from '@callgate/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openSignedInPage } from '../browser.ts';
import type { FixtureTool } from '../fixture-server.ts';
import { hostileStrings } from '../inbox/hostile-strings.ts';
import type { PolicyConsole } from './policy-console.ts';
import { openPolicyConsole } from './policy-console.ts';

const COUNT = process.env['CALLGATE_DEEP'] === '1' ? 1000 : 100;

const strings = hostileStrings(COUNT).map((text) => text.slice(0, 250).toWellFormed());
const [worst = ''] = strings;

const rule = (text: string, index: number): string =>
  [
    `  - id: rule-${index}`,
    `    tools: ${JSON.stringify(text.slice(0, 190).toWellFormed())}`,
    `    when: 'args.x == ${JSON.stringify(`v${index}`)}'`,
    '    then: confirm',
    `    reason: ${JSON.stringify(text)}`,
    `    notify: ${JSON.stringify(text)}`,
    '    approvers:',
    `      - {count: 1, group: ${JSON.stringify(text)}}`,
  ].join('\n');

const LAYERS = [
  {
    name: worst,
    text: `name: ${JSON.stringify(worst)}\nextends: balanced\nrules:\n${strings.map(rule).join('\n')}\n  - {id: last, tools: notes/*, when: tool.mutates == yes, then: confirm, reason: ${JSON.stringify(worst)}}\n`,
  },
];

const TOOLS: readonly FixtureTool[] = strings.map((text, index) => ({
  name: index % 2 === 0 ? `tool_${index}` : text.slice(0, 60).toWellFormed(),
  title: text,
  description: text,
  inputSchema: { type: 'object', properties: { [text]: { type: 'string' } } },
  annotations: { readOnlyHint: false, destructiveHint: true, title: text },
}));

let home: PolicyConsole;
const browser: Browser | undefined = await openBrowser();

beforeAll(async () => {
  home = await openPolicyConsole(LAYERS, { servers: { notes: TOOLS } });
  for (const index of [0, 2, 4]) await home.call({ tool: `tool_${index}`, arguments: { [worst]: worst } });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await home.close();
});

const harm = (page: Page): Promise<unknown> =>
  page.evaluate(() => ({
    ran: Reflect.get(globalThis, '__ran'),
    strange: [
      ...document.querySelectorAll(
        'main :is(script, img, iframe, object, embed, video, style, link, meta, base, math, template), main [onerror], main [onload], main a[href^="javascript:"]',
      ),
    ].map((element) => element.outerHTML.slice(0, 120)),
  }));

const NONE = { ran: undefined, strange: [] };

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

describe.skipIf(browser === undefined)('words of others on the page of the policy', () => {
  it('are text in every rule, layer and finding', async () => {
    const { page, problems } = await openSignedInPage(home, { path: '/policy' });
    await page
      .getByRole('row', { name: /rule-0/ })
      .first()
      .waitFor();
    const shown = flat(await page.locator('.policy-rules').evaluate((element) => element.textContent ?? ''));
    const missing = strings.filter((text) => !shown.includes(flat(display(text, { max: 400 }))));
    expect(missing).toEqual([]);
    expect(await harm(page)).toEqual(NONE);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('are text where a call is tried: names of tools and arguments, and who calls', async () => {
    const { page, problems } = await openSignedInPage(home, { path: '/policy#try' });
    const tool = page.getByRole('combobox', { name: /^Tool/ });
    await tool.waitFor();
    const names = await tool.locator('option').allTextContents();
    // names that no agent could call are refused before they come here
    expect(names.length).toBeGreaterThanOrEqual(strings.length / 2);
    await tool.selectOption({ index: 1 });
    await page.getByLabel('User', { exact: true }).fill(worst);
    await page.getByLabel('Groups, separated by commas').fill(worst);
    await page.getByText('Matching rules').waitFor();
    await page.getByLabel('A tool I describe').check();
    await page
      .getByLabel(/Tool definition/)
      .fill(JSON.stringify({ name: worst, annotations: { readOnlyHint: worst }, _meta: { [worst]: worst } }));
    await page.locator('.policy-answer', { hasText: 'server: Not trusted' }).waitFor();
    // the answer before, of the tool that the form began with, may still be there
    await expect.poll(() => page.locator('.policy-answer .tool-name').innerText()).toContain(display(worst));
    expect(await harm(page)).toEqual(NONE);
    expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('are text in a comparison, in a problem and in the reason of who activated it', async () => {
    const { page, problems } = await openSignedInPage(home, { path: '/policy#other' });
    await page.getByRole('button', { name: 'Preset strict' }).click();
    const area = page.getByRole('textbox', { name: /^Text of/ });
    await area.fill(`extends: ${JSON.stringify(worst)}\n`);
    await page.getByText('Not valid yet').waitFor();
    expect(await harm(page)).toEqual(NONE);
    await area.fill('extends: balanced\n');
    await page.getByText('Valid', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('The last 3 recorded calls').waitFor();
    await page.getByRole('button', { name: 'Activate…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill(worst);
    const seen = dialog.getByLabel(/I checked/);
    if ((await seen.count()) > 0) await seen.check();
    await dialog.getByRole('button', { name: 'Activate' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Active policy' }).click();
    await page
      .locator('.card-warning', { hasText: display(worst) })
      .first()
      .waitFor();
    expect(await harm(page)).toEqual(NONE);
    expect(problems).toEqual([]);
    expect(home.log.filter(({ code }) => code === 'CONSOLE_CSP')).toEqual([]);
    await page.context().close();
  }, 60_000);
});
