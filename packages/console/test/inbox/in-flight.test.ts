import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, takeScreenshot, openSignedInPage } from '../browser.ts';
import type { TestConsole } from '../test-console.ts';
import { SERVERS, openInboxConsole } from './inbox-console.ts';

let place: TestConsole;
let goOn: () => void = () => {};
const browser: Browser | undefined = await openBrowser();

beforeAll(async () => {
  place = await openInboxConsole({
    servers: {
      ...SERVERS,
      helper: [
        {
          name: 'investigate',
          description: 'Looks into something by itself',
          annotations: {
            readOnlyHint: true,
            openWorldHint: false,
            agencyHint: true,
            aiProcessingHint: true,
            slowExecutionHint: true,
          },
          run: async (_, progress) => {
            progress({ progress: 1, total: 4, message: 'reading <b>sources</b>' });
            progress({ progress: 2, total: 4, message: 'comparing prices' });
            await new Promise<void>((resolve) => {
              goOn = resolve;
            });
            return 'found';
          },
        },
        {
          name: 'vanish',
          description: 'Never answers',
          annotations: {
            readOnlyHint: false,
            destructiveHint: false,
            openWorldHint: false,
            slowExecutionHint: true,
          },
          run: () => {
            throw new Error('gone');
          },
        },
      ],
    },
  });
});
afterAll(async () => {
  goOn();
  await browser?.close();
  await place.close();
});

describe.skipIf(browser === undefined)('calls that are out', () => {
  it('an agentic one shows what it says it does, as it says it, and that it came back', async () => {
    const { page, problems } = await openSignedInPage(place, { path: '/inbox?tab=running' });
    await page.getByText('No calls are running').waitFor();
    const answer = place.call({ tool: 'helper__investigate', context: 'agent' });
    const feed = page.getByLabel('Reported steps');
    await feed.getByText('comparing prices').waitFor();
    expect(await feed.textContent()).toContain('reading <b>sources</b>');
    expect(await page.locator('progress').getAttribute('value')).toBe('0.5');
    await takeScreenshot(page, 'inbox-in-flight');
    goOn();
    await answer;
    await page.locator('.inbox-running').getByText('Done', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('one whose outcome nobody knows waits for a person to say what came of it', async () => {
    await place.call({ tool: 'helper__vanish', context: 'lost' });
    const { page } = await openSignedInPage(place, { path: '/inbox?tab=unknown' });
    const [unsettled] = (await place.gateway.gate.desk.read.unsettled({ limit: 1 })).items;
    await page.getByRole('button', { name: /^It did not run/ }).click();
    await page.getByLabel('How do you know?').fill('The log of the server has nothing.');
    await page.getByRole('dialog').getByRole('button', { name: 'It did not run' }).click();
    await page.getByText('No unknown results').waitFor();
    const settled = (await place.gateway.gate.desk.read.call(unsettled?.id ?? ''))?.settled;
    expect(settled).toMatchObject({
      as: 'did-not-happen',
      by: 'local',
      reason: 'The log of the server has nothing.',
    });
    await page.context().close();
  });
});
