import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../gateway/test/real/chromium.ts';
import type { TestConsole } from './test-console.ts';

const ARTEFACTS = join(import.meta.dirname, '..', 'artefacts');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 375, height: 740 };

let opened: Browser | undefined;

/** Real Chromium, for the whole file. Undefined where there is none and none can be installed. */
export const openBrowser = async (): Promise<Browser | undefined> => {
  const executablePath = await chromiumPath();
  if (executablePath === undefined) return undefined;
  opened = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  return opened;
};

export interface SignedInPageOptions {
  readonly subject?: string;
  readonly dark?: boolean;
  readonly phone?: boolean;
  /** Where to go after signing in. */
  readonly path?: string;
}

const EVERY_LOOK = [
  { name: 'light', dark: false, phone: false },
  { name: 'phone-dark', dark: true, phone: true },
  { name: 'dark', dark: true, phone: false },
  { name: 'phone', dark: false, phone: true },
] as const;

/** Either theme and either size; together in every way where all pictures are taken, and in the deep run. */
export const LOOKS: readonly (typeof EVERY_LOOK)[number][] =
  process.env['CALLGATE_DEEP'] === '1' || process.env['CALLGATE_PICTURES'] === '1'
    ? [...EVERY_LOOK]
    : EVERY_LOOK.slice(0, 2);

export interface SignedInPage {
  readonly page: Page;
  /** What the browser complained of: errors, exceptions, violations of the content security policy. */
  readonly problems: readonly string[];
}

/** Everything a page complains of, as it comes. */
export const watchProblems = (page: Page): readonly string[] => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  return problems;
};

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

const signIns = new WeakMap<TestConsole, Map<string, Cookies>>();

/** Whether a sign-in of before still counts; what it left in the browser besides its cookies is not taken over. */
const isStillSignedIn = async (
  context: BrowserContext,
  place: TestConsole,
  subject: string,
): Promise<boolean> => {
  const cookies = signIns.get(place)?.get(subject);
  if (cookies === undefined) return false;
  await context.addCookies(cookies);
  return (await context.request.get(`${place.url}/api/me?q=%7B%7D`)).ok();
};

/** A window of its own in the browser that is open, signed in by a link as a person would be, once for a subject. */
export const openSignedInPage = async (
  place: TestConsole,
  { subject = 'local', dark = false, phone = false, path = '/inbox' }: SignedInPageOptions = {},
): Promise<SignedInPage> => {
  if (opened === undefined) throw new Error('openBrowser comes first');
  const context = await opened.newContext({
    viewport: phone ? PHONE : DESKTOP,
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: phone,
    isMobile: phone,
  });
  const page = await context.newPage();
  const problems = watchProblems(page);
  if (await isStillSignedIn(context, place, subject)) {
    await page.goto(`${place.url}${path}`);
    return { page, problems };
  }
  await page.goto(await place.console.link(subject));
  await page.waitForURL((url) => url.pathname === '/inbox');
  signIns.set(place, (signIns.get(place) ?? new Map()).set(subject, await context.cookies()));
  if (path !== '/inbox') await page.goto(`${place.url}${path}`);
  return { page, problems };
};

/**
 * A picture to look at, with `CALLGATE_PICTURES=1`: `packages/console/artefacts/NAME.png`. Without it the page is only
 * brought to where a picture would be taken: animations that end have ended.
 */
export const takeScreenshot = async (page: Page, name: string): Promise<void> => {
  if (process.env['CALLGATE_PICTURES'] !== '1') {
    await page.evaluate(() => {
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    });
    return;
  }
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`), animations: 'disabled' });
};

interface AxeFinding {
  readonly id: string;
  readonly impact?: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

interface Axe {
  run(options: { readonly resultTypes: readonly string[] }): Promise<{ violations: AxeFinding[] }>;
}

/** What axe-core finds that is serious or worse, in a line each. */
export const findSeriousIssues = async (page: Page): Promise<readonly string[]> => {
  // evaluated by the debugger: a script element would be kept from running, as it should be
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const findings = await page.evaluate(
    async () =>
      (await (globalThis as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'] })).violations,
  );
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary = '' }) => `${id}: ${help} (${target.join(' ')}) ${failureSummary}`,
      ),
    );
};
