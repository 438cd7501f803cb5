import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, takeScreenshot, openSignedInPage } from '../browser.ts';
import type { FixtureTool } from '../fixture-server.ts';
import type { TestConsole } from '../test-console.ts';
import { openTestConsole } from '../test-console.ts';

const MANY = 2000;

const tools = Array.from({ length: MANY }, (_, at): FixtureTool => ({
  name: `tool_${String(at).padStart(4, '0')}`,
  description: `Does thing number ${at} of ${MANY}`,
  inputSchema: { type: 'object', properties: { id: { type: 'string' }, text: { type: 'string' } } },
  annotations: {
    readOnlyHint: at % 3 === 0,
    destructiveHint: at % 5 === 0,
    openWorldHint: at % 2 === 0,
    ...(at % 100 === 0 ? { agencyHint: true } : {}),
  },
}));

let place: TestConsole;
const browser: Browser | undefined = await openBrowser();

beforeAll(async () => {
  place = await openTestConsole({ servers: { big: tools } });
});
afterAll(async () => {
  await browser?.close();
  await place.close();
});

describe.skipIf(browser === undefined)('2,000 tools', () => {
  it('are listed, filtered and walked with only what is in sight in the page', async () => {
    const { page, problems } = await openSignedInPage(place, { path: '/tools' });
    await page.locator('.tools-row').first().waitFor();
    await page.getByText('2,000 shown').waitFor();
    expect(await page.locator('.tools-row').count()).toBeLessThan(60);
    await page.getByLabel('Search tools').fill('number 1234');
    await page.getByText('1 of 2,000 shown').waitFor();
    expect(await page.locator('.tools-row .tool-name-tool').allTextContents()).toEqual(['tool_1234']);
    await page.getByLabel('Search tools').fill('');
    await page.getByRole('button', { name: 'Agents', exact: true }).click();
    await page.getByText('20 of 2,000 shown').waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.goto(`${place.url}/tools/big/tool_1999`);
    await page.getByText('What happens on a call').waitFor();
    await page.locator('.tools-row[aria-current=true]').waitFor();
    await takeScreenshot(page, 'tools-many');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
