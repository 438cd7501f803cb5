import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../../gateway/test/real/chromium.ts';
import type { ToolsReport } from '../../src/report/index.ts';
import { scanHtml, toolsReportHtml } from '../../src/report/index.ts';
import { sampleReport, reportWithText } from './sample-report.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const options = { title: 'What these servers list', at: Date.UTC(2026, 10, 16) };
const folder = mkdtempSync(join(tmpdir(), 'callgate-report-'));

let browser: Browser | undefined;

beforeAll(async () => {
  const executablePath = await chromiumPath();
  if (executablePath !== undefined)
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
});

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

const HOSTILE = '"><img src=https://evil.example/x onerror=alert(1)><script>alert(2)</script>';

const TOOLS: ToolsReport = {
  policy: 'balanced',
  since: null,
  until: null,
  tools: ['look', HOSTILE].map((tool) => ({
    server: 'files',
    identity: 'a',
    tool,
    title: tool,
    trust: 'trusted',
    reachable: 'yes',
    standing: ['changed'],
    agent: true,
    hints: { readOnly: { value: 'no', ground: 'review' }, destructive: { value: 'yes', ground: 'claim' } },
    words: [{ what: 'review', by: 'ada', at: 1, reason: tool, counts: true }],
    outcomes: { plain: 'confirm', private: 'confirm', untrusted: 'confirm', both: 'block' },
    reason: tool,
    use: { calls: 3, ran: 1, lastRanAt: 5, asked: 2, refused: 1, blocked: 1, lapsed: 0 },
    digest: `sha256:${'0'.repeat(64)}`,
  })),
};

const PAGES = {
  'a scan': scanHtml(sampleReport(), options),
  'a scan of hostile servers': scanHtml(reportWithText(HOSTILE), options),
  'a list of tools': toolsReportHtml(TOOLS, options),
};

interface OpenReportPage {
  readonly page: Page;
  /** What the page asked for or complained of. */
  readonly noticed: readonly string[];
}

const show = async (
  html: string,
  look: { readonly dark: boolean; readonly width: number },
): Promise<OpenReportPage | undefined> => {
  if (browser === undefined) return undefined;
  const context = await browser.newContext({
    viewport: { width: look.width, height: 800 },
    colorScheme: look.dark ? 'dark' : 'light',
  });
  const page = await context.newPage();
  const noticed: string[] = [];
  page.on('console', (message) => noticed.push(message.text()));
  page.on('dialog', (dialog) => {
    noticed.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) noticed.push(request.url());
  });
  const path = join(folder, 'report.html');
  writeFileSync(path, html);
  await page.goto(`file://${path}`);
  return { page, noticed };
};

const serious = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  return await page.evaluate(async () => {
    interface Found {
      readonly id: string;
      readonly impact?: string | null;
      readonly nodes: readonly { readonly failureSummary?: string; readonly target: readonly unknown[] }[];
    }
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: readonly Found[] }> } };
    return (await axe.run()).violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')} ${nodes[0]?.failureSummary}`);
  });
};

const LOOKS = [
  { dark: false, width: 1280 },
  { dark: true, width: 375 },
];

describe.each(Object.entries(PAGES))('the page of %s in a browser', (_, html) => {
  it.each(LOOKS)('asks for nothing, fits and can be used by everybody: %j', async (look) => {
    const shown = await show(html, look);
    if (shown === undefined) return;
    const { page, noticed } = shown;
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    expect(await serious(page)).toEqual([]);
    expect(noticed).toEqual([]);
    await page.context().close();
  });
});

describe('the filters of the page', () => {
  it('show the tools somebody wants to see, with no script', async () => {
    const shown = await show(PAGES['a scan'], { dark: false, width: 1280 });
    if (shown === undefined) return;
    const { page } = shown;
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    const names = (): Promise<readonly string[]> => page.locator('tr.tool:visible > th').allInnerTexts();
    expect(await names()).toEqual(['read_file', 'delete_file', 'run', 'fetch']);
    await page.getByLabel('blocked', { exact: true }).check();
    expect(await names()).toEqual([]);
    await page.getByLabel('strict', { exact: true }).check();
    expect(await names()).toEqual(['delete_file', 'run', 'fetch']);
    await page.getByLabel('runs', { exact: true }).check();
    expect(await names()).toEqual(['read_file']);
    await page.getByLabel('that claim nothing').check();
    expect(await names()).toEqual(['run', 'fetch']);
    await page.context().close();
  });
});
