import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../../callgate/test/fixtures/run-callgate.ts';
import type { DemoProcess } from '../../../callgate/test/demo/demo-process.ts';
import { startDemo } from '../../../callgate/test/demo/demo-process.ts';
import { openBrowser, watchProblems, findSeriousIssues, takeScreenshot } from '../browser.ts';
import { buildWeb } from '../build-web.ts';

let browser: Browser | undefined;
let place = '';
let demo: DemoProcess;
const problems: (readonly string[])[] = [];

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 375, height: 740 };

/** Follows a link that the demo printed, in a window of its own. */
const windowOf = async (who: string): Promise<Page> => {
  if (browser === undefined) throw new Error('there is no Chromium to look at the page with');
  const link = await demo.said(new RegExp(`${who} +(http://\\S+/sign-in#\\S+)`));
  const context = await browser.newContext({
    viewport: DESKTOP,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  problems.push(watchProblems(page));
  await page.goto(link?.[1] ?? '');
  await page.waitForURL((url) => url.pathname === '/inbox');
  return page;
};

/** Opens the question about a tool in the inbox, once it is there and can be answered. */
const openQuestion = async (page: Page, tool: string): Promise<void> => {
  await page.getByRole('link', { name: new RegExp(tool) }).click();
  await page.getByRole('button', { name: /^Approve once/, disabled: false }).waitFor();
};

const approve = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Approve once/ }).click();
};

/** The same page on a desktop and on a phone, light and dark: a picture of each, nothing wider than the window. */
const everyLook = async (page: Page, name: string): Promise<void> => {
  for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await takeScreenshot(page, `${name}-${size}-${colorScheme}`);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
};

const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(new URL(path, page.url()).href);
};

beforeAll(async () => {
  browser = await openBrowser();
  if (browser === undefined) return;
  ensureBuilt();
  await buildWeb();
  place = mkdtempSync(join(tmpdir(), 'callgate-demo-page-'));
  demo = startDemo(place, ['--pace', '400']);
});

afterAll(async () => {
  await browser?.close();
  if (place === '') return;
  demo.signal('SIGINT');
  await demo.ended;
  rmSync(place, { recursive: true, force: true });
});

describe('a viewer of the demo', () => {
  let you: Page;

  it('lets a file be deleted by a click in the inbox', async () => {
    if (browser === undefined) return;
    you = await windowOf('you, an operator');
    await openQuestion(you, 'delete_file');
    await you.getByText('notes/old-draft.txt').first().waitFor();
    await everyLook(you, 'demo-held');
    await approve(you);
    expect(await demo.said(/files\/delete_file ran: Deleted/)).not.toBeNull();
  });

  it('gives a yes that reaches further, and is not asked again', async () => {
    if (browser === undefined) return;
    await openQuestion(you, 'restart_service');
    await you.getByRole('button', { name: /^Always allow/ }).click();
    await you.getByRole('radio', { name: /Calls with the same arguments/ }).check();
    await you.getByRole('checkbox', { name: /why/ }).uncheck();
    await takeScreenshot(you, 'demo-scope');
    await you.getByRole('dialog').getByRole('button', { name: 'Always allow' }).click();
    expect(await demo.said(/The agent calls ops\/restart_service\s+ran: It is up again/)).not.toBeNull();
  });

  it('needs a second person for what cannot be undone', async () => {
    if (browser === undefined) return;
    await openQuestion(you, 'purge_backups');
    await approve(you);
    const ada = await windowOf('Ada, an approver');
    await openQuestion(ada, 'purge_backups');
    await ada.getByText('local').first().waitFor();
    await takeScreenshot(ada, 'demo-second-person');
    await approve(ada);
    expect(await demo.said(/ops\/purge_backups ran: Everything before 2026-01-31 is gone/)).not.toBeNull();
    await ada.context().close();
  });

  it('watches what the agent behind a tool does', async () => {
    if (browser === undefined) return;
    await demo.said(/The agent calls research/);
    await go(you, '/inbox?tab=running');
    const feed = you.getByRole('list', { name: 'Reported steps' });
    await feed.getByText('asks a model to compare both').waitFor();
    await takeScreenshot(you, 'demo-feed');
    expect(await feed.getByRole('listitem').first().innerText()).toContain('plans: three places to look');
  });

  it('is asked about what a stranger calls harmless', async () => {
    if (browser === undefined) return;
    await go(you, '/inbox');
    await openQuestion(you, 'diagnose_field');
    await takeScreenshot(you, 'demo-stranger');
    await approve(you);
    expect(await demo.said(/fields\/diagnose_field ran/)).not.toBeNull();
  });

  it('sees which tool changed, and how', async () => {
    if (browser === undefined) return;
    // nobody is asked anything any more, so there is time to look
    expect(await demo.said(/The console stays open/)).not.toBeNull();
    expect(demo.output().out).toMatch(/The agent calls web\/clear_history\s+blocked/);
    await go(you, '/tools/web/clear_history');
    await you.getByText('The tool definition changed').waitFor();
    expect(await findSeriousIssues(you)).toEqual([]);
    await everyLook(you, 'demo-drift');
  });

  it('sees the path of what the invitation wanted', async () => {
    if (browser === undefined) return;
    expect(demo.output().out).toContain('9 stories, all as expected');
    await go(you, '/sessions');
    await you.getByRole('link', { name: /local/ }).first().click();
    await you.getByRole('figure').waitFor();
    await you.getByText('All three meet in').waitFor();
    await you.getByRole('figure').getByText('records@collect.example').first().waitFor();
    expect(await findSeriousIssues(you)).toEqual([]);
    await everyLook(you, 'demo-injection');
    await you.getByRole('figure').evaluate((figure) => figure.scrollIntoView());
    await takeScreenshot(you, 'demo-injection-picture');
    expect(problems.flat()).toEqual([]);
  });
});
