/**
 * Collects cards of pending calls from the demo, as pictures and as text, so that a person can read them without being
 * told anything: `npm run cards [FOLDER]`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { receiveArguments } from '@callgate/core/receive';
import type { CallRow } from '@callgate/gate/record';
import type { Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { buildWeb } from '../packages/console/test/build-web.ts';
import type { RunningDemo } from '../packages/callgate/src/demo/open-demo.ts';
import { openDemo } from '../packages/callgate/src/demo/open-demo.ts';
import { PipeClient } from '../packages/gateway/test/test-gateway.ts';
import { chromiumPath } from '../packages/gateway/test/real/chromium.ts';

const WANTED = 12;
const WAIT_MS = 20_000;

interface Candidate {
  readonly session: string;
  readonly request: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** Calls that run before it and label the session. */
  readonly reads?: readonly (readonly [tool: string, args: JsonObject])[];
  /** Approved once its card was taken, so that the next one repeats it. */
  readonly approve?: true;
}

const RESTART = { tool: 'ops__restart_service', args: { service: 'irrigation', why: 'it hangs' } };

const CANDIDATES: readonly Candidate[] = [
  {
    session: 'old draft',
    request: 'Delete the old draft in my notes: notes/old-draft.txt',
    tool: 'files__delete_file',
    args: { path: 'notes/old-draft.txt' },
  },
  {
    session: 'weekly report',
    request: 'Put into reports/week.txt that we looked at thirteen fields.',
    tool: 'files__write_file',
    args: { path: 'reports/week.txt', text: 'Thirteen fields looked at, two of them too dry.' },
  },
  { session: 'irrigation', request: 'Irrigation hangs. Please restart it.', ...RESTART, approve: true },
  { session: 'irrigation', request: 'Is irrigation up?', ...RESTART },
  {
    session: 'backups',
    request: 'We need space: remove all backups before 2026-01-31.',
    tool: 'ops__purge_backups',
    args: { before: '2026-01-31' },
  },
  {
    session: 'north field',
    request: 'What is wrong with the north field?',
    tool: 'fields__diagnose_field',
    args: { field: 'north' },
  },
  {
    session: 'weather',
    request: 'Log in to the weather service for me.',
    tool: 'ops__read_credential',
    args: { service: 'weather' },
  },
  { session: 'browser', request: 'Clear my browser history.', tool: 'web__clear_history', args: {} },
  {
    session: 'drill',
    request: 'Tell bob@farm.example that the drill is back.',
    tool: 'mail__send_mail',
    args: { to: 'bob@farm.example', subject: 'Drill', body: 'The drill is back from repair.' },
  },
  {
    session: 'dry farms',
    request: 'Which farms near us dry out?',
    tool: 'research__research_web',
    args: { question: 'Dry farms' },
  },
  {
    session: 'soil',
    request: 'Summarise https://pages.example/soil for me.',
    reads: [['web__fetch_page', { url: 'https://pages.example/soil' }]],
    tool: 'web__post_comment',
    args: { url: 'https://pages.example/soil', text: 'Thanks, very helpful!' },
  },
  {
    session: 'calendar',
    request: 'What is in my calendar on Tuesday?',
    reads: [['mail__list_events', {}]],
    tool: 'files__delete_file',
    args: { path: 'plans/merger.txt' },
  },
  {
    session: 'review',
    request: 'Tell the team when the review is.',
    tool: 'mail__send_mail',
    args: { to: 'everyone@farm-team.example', subject: 'Review', body: 'The review is on Tuesday at 14:00.' },
  },
  {
    session: 'download',
    request: 'Open the file from the last mail.',
    tool: 'web__open_download',
    args: { url: 'https://files.example/setup.exe' },
  },
];

const findCall = async (
  { gateway }: RunningDemo,
  tool: string,
  args: JsonObject,
  before: ReadonlySet<string>,
): Promise<CallRow | undefined> => {
  const [server = '', target = ''] = tool.split('__');
  const { argumentsDigest } = receiveArguments(args);
  const { items } = await gateway.gate.desk.read.search({ server, target }, { limit: 100 });
  return items.find((row) => row.argumentsDigest === argumentsDigest && !before.has(row.id));
};

/** The call once it waits for people; undefined where it ended without. */
const heldCall = async (
  demo: RunningDemo,
  { tool, args }: Candidate,
  before: ReadonlySet<string>,
  isOver: () => boolean,
): Promise<CallRow | undefined> => {
  for (const until = Date.now() + WAIT_MS; Date.now() < until && !isOver();) {
    const row = await findCall(demo, tool, args, before);
    if (row?.state === 'held') return row;
    await new Promise((done) => {
      setTimeout(done, 100);
    });
  }
  return undefined;
};

const takeCard = async (page: Page, call: string, file: string): Promise<void> => {
  await page.goto(new URL(`/inbox/${call}`, page.url()).href);
  await page.locator('.inbox-headline').waitFor();
  await page.locator('.inbox-decide [aria-keyshortcuts=d]:enabled').waitFor();
  // buttons that approve stay shut for a moment
  await page.waitForTimeout(1000);
  await page.locator('.inbox-pane').screenshot({ path: `${file}.png`, animations: 'disabled' });
  writeFileSync(`${file}.txt`, `${await page.locator('.inbox-pane').innerText()}\n`);
};

const approve = async ({ gateway }: RunningDemo, { id, binding }: CallRow): Promise<void> => {
  await gateway.gate.desk.vote({
    call: id,
    subject: 'local',
    verdict: 'approve',
    via: 'console',
    binding: binding ?? '',
    opened: true,
  });
};

const collect = async (demo: RunningDemo, page: Page, folder: string): Promise<number> => {
  const taken = new Set<string>();
  const { gate } = demo.gateway;
  for (const candidate of CANDIDATES) {
    if (taken.size === WANTED) break;
    const context = `chat-${candidate.session.replaceAll(' ', '-')}`;
    const agent = new PipeClient(demo.gateway, context, { name: 'claude-code' });
    await agent.initialize();
    await gate.hear({ principal: 'local', context, authenticated: true }, { text: candidate.request });
    for (const [tool, args] of candidate.reads ?? []) await agent.call(tool, args);
    let over = false;
    const called = agent.call(candidate.tool, candidate.args).finally(() => {
      over = true;
    });
    const row = await heldCall(demo, candidate, taken, () => over);
    if (row === undefined) {
      console.log(`${candidate.tool} did not wait: ${JSON.stringify(await called).slice(0, 400)}`);
      continue;
    }
    taken.add(row.id);
    const name = `${String(taken.size).padStart(2, '0')}-${candidate.tool.replace('__', '-')}`;
    await takeCard(page, row.id, join(folder, name));
    console.log(name);
    if (candidate.approve === true) {
      await approve(demo, row);
      await called;
    }
  }
  return taken.size;
};

const folder = resolve(process.argv[2] ?? join('packages', 'console', 'artefacts', 'cards'));
mkdirSync(folder, { recursive: true });
const executablePath = await chromiumPath();
if (executablePath === undefined) throw new Error('there is no Chromium');
await buildWeb();
const demo = await openDemo(50);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
  await page.goto(await demo.console.link('local'));
  await page.waitForURL((url) => url.pathname === '/inbox');
  const count = await collect(demo, page, folder);
  console.log(`${count} cards in ${folder}`);
  if (count < WANTED) process.exitCode = 1;
} finally {
  await browser.close();
  await demo.close();
}
