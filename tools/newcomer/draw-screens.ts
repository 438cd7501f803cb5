import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../packages/gateway/test/real/chromium.ts';

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** One picture a screen, as a terminal shows it. */
export const drawScreens = async (
  screens: Readonly<Record<string, string>>,
  folder: string,
): Promise<readonly string[]> => {
  const executablePath = await chromiumPath();
  if (executablePath === undefined) return [];
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 200 } });
    const paths: string[] = [];
    for (const [name, text] of Object.entries(screens)) {
      await page.setContent(
        `<style>body{margin:0;background:#0d1117}pre{margin:0;padding:20px;color:#e6edf3;font:14px/19px monospace;white-space:pre-wrap;overflow-wrap:anywhere}</style><pre>${escapeHtml(text)}</pre>`,
      );
      const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.png`);
      await page.screenshot({ path, fullPage: true });
      paths.push(path);
    }
    return paths;
  } finally {
    await browser.close();
  }
};
