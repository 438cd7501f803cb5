import { defaultServerConfig } from '@callgate/gateway/config';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSeriousIssues, openBrowser, openSignedInPage, takeScreenshot } from '../browser.ts';
import { signInClient } from '../api-client.ts';
import { SOON } from '../inbox/inbox-console.ts';
import type { TestConsole } from '../test-console.ts';
import { openTestConsole } from '../test-console.ts';

let place: TestConsole;
const browser: Browser | undefined = await openBrowser();

beforeAll(async () => {
  place = await openTestConsole({
    config: (config) => ({
      ...config,
      servers: [
        ...config.servers,
        {
          ...defaultServerConfig('broken', { kind: 'stdio', command: '/no/such/program', args: [], env: {} }),
          trust: 'trusted',
        },
      ],
    }),
  });
  await place.call({ tool: 'notes__read_note', arguments: { id: 'payroll' } });
});
afterAll(async () => {
  await browser?.close();
  await place.close();
});

describe('how servers are doing', () => {
  it('is told with their tools and calls, and without arguments', async () => {
    const api = await signInClient(place);
    const list = async () => (await api.read('tools.list', {})).servers;
    await expect
      .poll(async () => (await list()).find(({ server }) => server === 'broken')?.health?.state, SOON)
      .toMatch(/unavailable|crash-loop/);
    const servers = await list();
    expect(servers.find(({ server }) => server === 'notes')).toMatchObject({
      health: { state: 'ready', restarts: 0, lastError: null, help: null },
      tools: 5,
      reviewed: 0,
      changed: 0,
      usage: { calls: 1, lastCallAt: expect.any(Number) },
    });
    expect(servers.find(({ server }) => server === 'broken')).toMatchObject({
      health: {
        help: expect.any(String),
        lastError: { message: expect.stringContaining('/no/such/program') },
      },
      usage: { calls: 0, lastCallAt: null },
    });
    expect(JSON.stringify(servers)).not.toContain('payroll');
  });
});

describe.skipIf(browser === undefined)('the list of servers', () => {
  it.each([false, true])('is open where one fails, and says what to do (phone: %s)', async (phone) => {
    const { page, problems } = await openSignedInPage(place, { path: '/tools', phone });
    const item = (name: string) =>
      page.locator('.tools-server').filter({ has: page.getByRole('button', { name, exact: true }) });
    await item('broken')
      .getByText(/^(Failed|Keeps crashing)$/)
      .waitFor();
    expect(await item('broken').innerText()).toMatch(/What to do: /);
    expect(await item('notes').innerText()).toMatch(
      /Up[^]*5 tools, 0 reviewed, \d unreviewed[^]*1 call today, the last at \d/,
    );
    expect(await page.locator('.tools-servers > summary').innerText()).toMatch(/2 servers[^]*1 not ready/);
    await takeScreenshot(page, `servers-${phone ? 'phone' : 'desktop'}`);
    expect(await findSeriousIssues(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
