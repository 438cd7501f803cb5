/** Takes pictures of the console from the running demo, for the pages: `npm run docs:pictures`. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@callgate/core';
import type { Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import type { RunningDemo } from '../packages/callgate/src/demo/open-demo.ts';
import { openDemo } from '../packages/callgate/src/demo/open-demo.ts';
import { buildWeb } from '../packages/console/test/build-web.ts';
import { chromiumPath } from '../packages/gateway/test/real/chromium.ts';
import { PipeClient } from '../packages/gateway/test/test-gateway.ts';
import type { PicturedPage } from './console-shape.ts';
import { PICTURED_PAGES, SHAPES, consoleShape, picturePath } from './console-shape.ts';
import { ROOT } from './list-pages.ts';

const MOST_BYTES = 150_000;
const WAIT_MS = 60_000;

interface AgentTurn {
  readonly conversation: string;
  readonly request: string;
  readonly calls: readonly (readonly [tool: string, args: JsonObject])[];
}

/** What agents do before the pictures are taken; the last call of each waits for approval. */
const TURNS: readonly AgentTurn[] = [
  {
    conversation: 'drill',
    request: 'Tell bob@farm.example that the drill is back.',
    calls: [
      [
        'mail__send_mail',
        { to: 'bob@farm.example', subject: 'Drill', body: 'The drill is back from repair.' },
      ],
    ],
  },
  {
    conversation: 'backups',
    request: 'We need space: remove all backups before 2026-01-31.',
    calls: [['ops__purge_backups', { before: '2026-01-31' }]],
  },
  {
    conversation: 'soil',
    request: 'Summarise https://pages.example/soil for me.',
    calls: [
      ['web__fetch_page', { url: 'https://pages.example/soil' }],
      ['web__post_comment', { url: 'https://pages.example/soil', text: 'Thanks, very helpful!' }],
    ],
  },
  {
    conversation: 'calendar',
    request: 'What is in my calendar on Tuesday?',
    calls: [
      ['mail__list_events', {}],
      ['files__delete_file', { path: 'plans/merger.txt' }],
    ],
  },
];

const waitingCalls = async ({ gateway }: RunningDemo): Promise<readonly string[]> => {
  const { items } = await gateway.gate.desk.read.search({ states: ['held'] }, { limit: 100 });
  return items.map(({ id }) => id);
};

/** Plays a turn; gives the call that waits at its end. */
const playTurn = async (demo: RunningDemo, { conversation, request, calls }: AgentTurn): Promise<string> => {
  const context = `chat-${conversation}`;
  const agent = new PipeClient(demo.gateway, context, { name: 'claude-code' });
  await agent.initialize();
  await demo.gateway.gate.hear({ principal: 'local', context, authenticated: true }, { text: request });
  for (const [tool, args] of calls.slice(0, -1)) await agent.call(tool, args);
  const before = new Set(await waitingCalls(demo));
  const [tool, args] = calls.at(-1) ?? ['', {}];
  void agent.call(tool, args).catch(() => undefined);
  for (const until = Date.now() + WAIT_MS; Date.now() < until; await sleep(100)) {
    const call = (await waitingCalls(demo)).find((id) => !before.has(id));
    if (call !== undefined) return call;
  }
  throw new Error(`${tool} does not wait for approval`);
};

const SIZES: Partial<Record<PicturedPage, { readonly width: number; readonly height: number }>> = {
  // the table of a tool is wide
  tools: { width: 1280, height: 620 },
  phone: { width: 390, height: 844 },
};

const openPage = async (page: Page, shown: PicturedPage, call: string): Promise<void> => {
  const paths: Readonly<Record<PicturedPage, string>> = {
    inbox: `/inbox/${call}`,
    phone: `/inbox/${call}`,
    tools: '/tools/files/delete_file',
    sessions: `/sessions/${call}`,
    record: '/record',
    policy: '/policy',
  };
  await page.setViewportSize(SIZES[shown] ?? { width: 1100, height: 700 });
  await page.goto(new URL(paths[shown], page.url()).href);
  await page.waitForLoadState('networkidle');
  // what moves has come to rest, and buttons that approve are open
  await page.waitForTimeout(2000);
};

const takePictures = async (demo: RunningDemo, page: Page): Promise<void> => {
  let call = '';
  for (const turn of TURNS) call = await playTurn(demo, turn);
  await page.goto(await demo.console.link('local'));
  await page.waitForURL((url) => url.pathname === '/inbox');
  await page.locator('.shell-banner .shell-switch').first().click();
  for (const shown of PICTURED_PAGES) {
    await openPage(page, shown, call);
    const path = join(ROOT, picturePath(shown));
    await page.screenshot({ path, animations: 'disabled' });
    const { size } = statSync(path);
    if (size > MOST_BYTES) throw new Error(`${picturePath(shown)} has ${size} bytes, at most ${MOST_BYTES}`);
    console.log(`${picturePath(shown)}, ${size} bytes`);
  }
};

const executablePath = await chromiumPath();
if (executablePath === undefined) throw new Error('there is no Chromium');
await buildWeb();
mkdirSync(join(ROOT, 'docs/pictures'), { recursive: true });
const demo = await openDemo(50);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
try {
  await takePictures(demo, await browser.newPage());
  const shapes = Object.fromEntries(PICTURED_PAGES.map((page) => [page, consoleShape(page)]));
  writeFileSync(join(ROOT, SHAPES), `${JSON.stringify(shapes, null, 2)}\n`);
} finally {
  await browser.close();
  await demo.close();
}
