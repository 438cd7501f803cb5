import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openBrowser, watchProblems, findSeriousIssues, takeScreenshot } from '../browser.ts';
import type { TestConsole } from '../test-console.ts';
import { openTestConsole } from '../test-console.ts';
import type { OidcProvider } from './oidc-provider.ts';
import { startOidcProvider } from './oidc-provider.ts';

let browser: Browser | undefined;
let provider: OidcProvider;
let place: TestConsole;

beforeAll(async () => {
  browser = await openBrowser();
  // another name of this machine is another site to a browser
  provider = await startOidcProvider('gate', Date.now, 'localhost');
  place = await openTestConsole({
    servers: {},
    settings: {
      oidc: {
        issuer: provider.issuer,
        clientId: 'gate',
        subjectClaim: 'sub',
        groupsClaim: 'groups',
        roles: { ops: 'operator' },
      },
    },
  });
});
afterAll(async () => {
  await browser?.close();
  await place.close();
  await provider.close();
});
beforeEach((test) => {
  if (browser === undefined) test.skip();
});

const visitor = async (): Promise<Page> => {
  const page = await browser?.newPage({ viewport: { width: 375, height: 700 } });
  if (page === undefined) throw new Error('no browser');
  return page;
};

const said = (page: Page): Promise<string> => page.locator('#said').innerText();

it('a link signs in, and nothing of it stays in the address', async () => {
  const page = await visitor();
  const problems = watchProblems(page);
  await page.goto(await place.console.link('local'));
  await page.waitForURL(`${place.url}/inbox`);
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await page.goBack().catch(() => null);
  expect(page.url()).not.toContain('#');
  expect(problems).toEqual([]);
  await page.close();
});

it('a link that is over says so, and what to do', async () => {
  const page = await visitor();
  await page.goto(`${place.url}/sign-in#${'x'.repeat(43)}`);
  await page.locator('#help').waitFor();
  expect(await said(page)).toBe('This link was used before, or its ten minutes are over.');
  expect(await page.locator('#help').innerText()).toContain('callgate console');
  await takeScreenshot(page, 'sign-in-over');
  expect(await findSeriousIssues(page)).toEqual([]);
  await page.close();
});

it('whoever is of the team signs in at their provider, and comes back signed in', async () => {
  provider.says({ groups: ['ops'] });
  const page = await visitor();
  const problems = watchProblems(page);
  await page.goto(`${place.url}/sign-in`);
  await page.getByRole('button', { name: 'Sign in with your team' }).click();
  await page.waitForURL(`${place.url}/inbox`);
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  const me = (await page.evaluate(`fetch('/api/me').then((answer) => answer.json())`)) as {
    readonly caller: unknown;
  };
  expect(me.caller).toEqual({ subject: 'u-1', role: 'operator', groups: ['ops'] });
  expect(problems).toEqual([]);
  await page.close();
});

it('whoever is in no group of it is told, and stays outside', async () => {
  provider.says({ groups: ['others'] });
  const page = await visitor();
  await page.goto(`${place.url}/sign-in`);
  await page.getByRole('button', { name: 'Sign in with your team' }).click();
  await page.getByText('None of your groups has a role here.').waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await said(page)).toBe('You do not have access to this console.');
  await page.goto(`${place.url}/sign-in/return?error=access_denied&error_description=<b>x`);
  await page.getByText('The provider did not sign you in.').waitFor();
  await page.close();
});
