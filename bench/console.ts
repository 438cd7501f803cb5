import { copyFileSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { GatewayConfig } from '@callgate/gateway/config';
import type { Page } from 'playwright-core';
import { openBrowser, openSignedInPage } from '../packages/console/test/browser.ts';
import { buildWeb } from '../packages/console/test/build-web.ts';
import type { TestConsole } from '../packages/console/test/test-console.ts';
import { openTestConsole } from '../packages/console/test/test-console.ts';
import { fillAuditLog } from './console/fill-audit-log.ts';
import { timeAction, timeUntilShown } from './console/measure-page.ts';
import { median } from './measure.ts';
import { count, provenance, printLine, table, writeResult } from './report.ts';

const ROUNDS = 5;

const readNumberOption = (name: string, usual: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? usual : Number(process.argv[at + 1]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new RangeError(`--${name} is no whole number above 0`);
};

interface ConsoleFigure {
  readonly what: string;
  readonly median: number;
  readonly most: number;
}

const progress = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const rounds = async (
  what: string,
  times: number,
  once: (round: number) => Promise<number>,
): Promise<ConsoleFigure> => {
  const all: number[] = [];
  for (let round = 0; round < times; round += 1) all.push(await once(round));
  return { what, median: median(all), most: Math.max(...all) };
};

/** The record is made before anybody opens it; the place finds it where it looks for its own. */
const atPlace =
  (folder: string) =>
  (config: GatewayConfig): GatewayConfig => {
    const home = dirname(config.store.path);
    for (const name of ['callgate.key', 'callgate.key.pub'])
      copyFileSync(join(folder, name), join(home, name));
    renameSync(join(folder, 'callgate.db'), config.store.path);
    const approvals = { ...config.approvals, questionsAnHour: 1_000_000, pendingPerPrincipal: 1_000_000 };
    return { ...config, approvals };
  };

const AT_ONCE = 250;

const createPendingCalls = async ({ gateway }: TestConsole, calls: number): Promise<void> => {
  for (let from = 0; from < calls; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, calls - from) }, async (_, index) => {
        const id = from + index;
        const held = await gateway.gate.hold({
          kind: 'tool',
          server: 'notes',
          name: id % 10 === 0 ? 'send_mail' : 'delete_note',
          arguments: { id: `note-${id}` },
          principal: LOCAL_PRINCIPAL,
          context: `held-${id % 100}`,
          authenticated: true,
        });
        if (held.state !== 'held') throw new Error(held.state);
      }),
    );
};

const openPage = async (page: Page, place: TestConsole, path: string): Promise<void> => {
  await page.goto(`${place.url}${path}`, { waitUntil: 'commit' });
};

const typed = async (page: Page, text: string): Promise<void> => {
  await page.locator('input[type=search]').fill(text);
};

const measureInbox = async (page: Page, place: TestConsole): Promise<readonly ConsoleFigure[]> => {
  const first = await rounds('inbox: to the first row', ROUNDS, async () => {
    await openPage(page, place, '/inbox');
    return await timeUntilShown(page, { selector: '.inbox-row' }, 'navigation');
  });
  const filter = await rounds('inbox: to filter by a text', ROUNDS, async (round) => {
    const some = { selector: '.inbox-count', text: round % 2 === 0 ? '^1,000 ' : '^9,000 ' };
    return await timeAction(page, some, () => typed(page, round % 2 === 0 ? 'send_mail' : 'delete_note'));
  });
  await typed(page, '');
  await timeUntilShown(page, { selector: '.inbox-count', text: '^\\d{2},' }, 'now');
  const card = await rounds('inbox: to open a call', ROUNDS, async (round) => {
    const link = page.locator('.inbox-row-link').nth(round + 1);
    const call = await link.getAttribute('data-call');
    return await timeAction(page, { selector: `.inbox-row-here [data-call="${call}"]` }, () => link.click());
  });
  const approve = await rounds('inbox: to approve, until the next call is shown', ROUNDS, async () => {
    const here = await page.locator('.inbox-row-here [data-call]').getAttribute('data-call');
    await page.locator('.button-approve:not([disabled])').waitFor();
    const gone = { selector: `.inbox-row-here [data-call="${here}"]`, gone: true };
    return await timeAction(page, gone, () => page.keyboard.press('a'));
  });
  return [first, filter, card, approve];
};

const FIGURES = ['Outcomes', 'Why calls', 'How long', 'Questions in', 'Tools that'];

const measureAuditPage = async (page: Page, place: TestConsole): Promise<readonly ConsoleFigure[]> => {
  const fresh = { selector: '.record-virtual:not(.record-stale) .record-line' };
  const first = await rounds('record: to the first row', ROUNDS, async () => {
    await openPage(page, place, '/record');
    return await timeUntilShown(page, fresh, 'navigation');
  });
  const text = await rounds('record: to filter by a text', ROUNDS, async (round) => {
    const part = `${['send', 'move', 'share', 'find', 'list'][round]}_delete_${round}`;
    const shown = { ...fresh, text: part, every: true };
    return await timeAction(page, shown, () => typed(page, part));
  });
  const choose = await rounds('record: to filter by outcome and server', ROUNDS, async (round) => {
    await openPage(page, place, '/record');
    await timeUntilShown(page, fresh, 'now');
    await page.getByLabel('Outcome', { exact: true }).selectOption('confirm');
    await timeUntilShown(page, { ...fresh, text: 'confirm', every: true }, 'now');
    const server = ['mail', 'files', 'calendar', 'web', 'crm'][round] ?? 'mail';
    const shown = { ...fresh, text: `${server}/`, every: true };
    return await timeAction(page, shown, async () => {
      await page.getByLabel('Server', { exact: true }).selectOption({ label: server });
    });
  });
  const story = await rounds("record: to a call's whole story", ROUNDS, async (round) => {
    const line = page.locator('.record-line').nth(round + 1);
    const id = await line.getAttribute('data-call');
    const shown = { selector: `.record-line-current[data-call="${id}"]` };
    const picked = await timeAction(page, shown, () => line.click());
    return picked + (await timeUntilShown(page, { selector: '.record-step' }, 'now'));
  });
  const figures = await rounds('record: to all figures of thirty days', 3, async () => {
    await openPage(page, place, '/record?view=figures&range=30d');
    for (const title of FIGURES)
      await timeUntilShown(page, { selector: '.card:has(.record-figure) h2', text: title }, 'now');
    return await page.evaluate(() => performance.now());
  });
  return [first, text, choose, story, figures];
};

interface FileSizes {
  readonly file: string;
  readonly bytes: number;
  readonly gzip: number;
  readonly brotli: number;
}

const sizesOf = (web: string): readonly FileSizes[] =>
  readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|html)$/.test(name))
    .map((name) => {
      const bytes = readFileSync(join(web, name));
      return {
        file: name.replace(/-[\w-]{8}\./, '.'),
        bytes: bytes.length,
        gzip: gzipSync(bytes, { level: 9 }).length,
        brotli: brotliCompressSync(bytes).length,
      };
    });

const totalOf = (sizes: readonly FileSizes[]): FileSizes =>
  sizes.reduce(
    (all, { bytes, gzip, brotli }) => ({
      file: all.file,
      bytes: all.bytes + bytes,
      gzip: all.gzip + gzip,
      brotli: all.brotli + brotli,
    }),
    { file: 'all of it', bytes: 0, gzip: 0, brotli: 0 },
  );

const ms = (value: number): string => `${count(value)} ms`;

const measureConsole = async (place: TestConsole): Promise<readonly ConsoleFigure[]> => {
  const browser = await openBrowser();
  if (browser === undefined) throw new Error('there is no Chromium');
  try {
    const { page } = await openSignedInPage(place);
    // the first page of a new browser also starts the browser
    await timeUntilShown(page, { selector: '.inbox-row' }, 'now');
    const inbox = await measureInbox(page, place);
    return [...inbox, ...(await measureAuditPage(page, place))];
  } finally {
    await browser.close();
  }
};

/** `npm run bench -- console [--rows N] [--held N]`: how long people wait for the pages of a full gateway. */
export const benchConsole = async (): Promise<void> => {
  const rows = readNumberOption('rows', 1_000_000);
  const held = readNumberOption('held', 10_000);
  const folder = mkdtempSync(join(tmpdir(), 'callgate-bench-'));
  try {
    const web = await buildWeb();
    const began = performance.now();
    progress(`making a record of ${count(rows)} rows`);
    const { calls } = await fillAuditLog(folder, rows);
    const megabytes = statSync(join(folder, 'callgate.db')).size / 1e6;
    const filled = (performance.now() - began) / 1000;
    progress(
      `${count(calls)} calls, ${count(megabytes)} MB, ${count(filled)} s; holding ${count(held)} calls`,
    );
    const place = await openTestConsole({ config: atPlace(folder) });
    try {
      await createPendingCalls(place, held);
      progress('measuring');
      const figures = await measureConsole(place);
      printLine(
        `A gateway with ${count(held)} held calls and a record of ${count(rows)} rows (${count(calls)} calls, ${count(megabytes)} MB, made in ${count(filled)} s); Chromium on the same machine. Of ${ROUNDS} rounds each.\n`,
      );
      printLine(
        table(
          ['what somebody waits for', 'median', 'longest'],
          figures.map(({ what, median: middle, most }) => [what, ms(middle), ms(most)]),
        ),
      );
      const sizes = sizesOf(web);
      printLine('');
      printLine(
        table(
          ['the page', 'bytes', 'gzip', 'brotli'],
          [...sizes, totalOf(sizes)].map(({ file, bytes, gzip, brotli }) => [
            file,
            count(bytes),
            count(gzip),
            count(brotli),
          ]),
        ),
      );
      writeResult('console', {
        ...provenance('npm run bench -- console'),
        rows,
        calls,
        held,
        megabytes,
        filledSeconds: filled,
        rounds: ROUNDS,
        figures,
        sizes,
      });
    } finally {
      await place.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
