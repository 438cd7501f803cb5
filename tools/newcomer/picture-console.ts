import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../packages/gateway/test/real/chromium.ts';
import { AgentClient } from './agent-client.ts';
import { FLAKY, SILENT } from './play-troubles.ts';
import { readCommand } from './read-command.ts';

/** A server that reads, deletes and takes its time. */
const NOTES = `
import { createInterface } from 'node:readline';
const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
const inputSchema = { type: 'object', properties: { path: { type: 'string' } } };
const tools = [
  { name: 'build_index', inputSchema, annotations: { readOnlyHint: true, openWorldHint: false } },
  { name: 'delete_note', inputSchema, annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false } },
];
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize')
    answer(id, { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1' } });
  else if (method === 'tools/list') answer(id, { tools });
  else if (method === 'tools/call' && params.name === 'build_index') setTimeout(() => answer(id, { content: [] }), 600_000);
  else if (id !== undefined) answer(id, { content: [] });
});
`;

interface PicturedView {
  readonly name: string;
  readonly path: string;
  readonly size?: { readonly width: number; readonly height: number };
  /** A text that is to be in sight. */
  readonly shows?: string;
}

const DESK = { width: 1100, height: 700 };
const PHONE = { width: 390, height: 844 };
const STARTED_MS = 60_000;

const VIEWS: readonly PicturedView[] = [
  { name: 'console-inbox', path: '/inbox' },
  { name: 'console-running', path: '/inbox?tab=running' },
  { name: 'console-servers', path: '/tools', size: { width: 1100, height: 1100 } },
  { name: 'console-flaky', path: '/tools', size: { width: 1100, height: 1100 }, shows: 'Restarted' },
  { name: 'phone-inbox', path: '/inbox', size: PHONE },
];

const takeView = async (
  page: Page,
  { path, size = DESK, shows }: PicturedView,
  file: string,
): Promise<void> => {
  await page.setViewportSize(size);
  await page.goto(new URL(path, page.url()).href);
  await page.waitForLoadState('networkidle');
  // buttons that approve open after a moment
  await page.waitForTimeout(2500);
  if (shows !== undefined) await page.getByText(shows).first().scrollIntoViewIfNeeded();
  await page.screenshot({ path: file, animations: 'disabled' });
};

const signIn = async (browser: Browser, link: string): Promise<Page> => {
  const page = await browser.newPage();
  await page.goto(link);
  await page.waitForURL((url) => url.pathname === '/inbox');
  return page;
};

/** The link that `callgate console` prints, as soon as a console runs. */
const findLink = async (read: () => Promise<string>): Promise<string> => {
  for (const until = Date.now() + STARTED_MS; Date.now() < until; await sleep(500)) {
    const link = /https?:\/\/\S+/.exec(await read())?.[0];
    if (link !== undefined) return link;
  }
  throw new Error('no console runs');
};

/** Pictures of the console in front of a good server and four that do not work; none without a browser. */
export const pictureConsole = async (
  callgate: readonly [string, ...string[]],
  folder: string,
): Promise<readonly string[]> => {
  const executablePath = await chromiumPath();
  if (executablePath === undefined) return [];
  mkdirSync(folder, { recursive: true });
  const home = mkdtempSync(join(tmpdir(), 'cg-pic-'));
  const locked = createServer((_, response) =>
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
  );
  await new Promise<void>((resolve) => void locked.listen(0, '127.0.0.1', resolve));
  const { port } = locked.address() as AddressInfo;
  const script = (name: string, text: string): object => {
    writeFileSync(join(home, `${name}.mjs`), text);
    return { command: process.execPath, args: [join(home, `${name}.mjs`)], trust: 'trusted' };
  };
  const servers = {
    notes: script('notes', NOTES),
    flaky: script('flaky', FLAKY),
    hung: script('hung', SILENT),
    wrong: { command: 'no-such-program' },
    cloud: { url: `http://127.0.0.1:${port}/mcp` },
  };
  writeFileSync(join(home, 'callgate.yaml'), JSON.stringify({ servers, console: { port: 0 } }));
  const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'] ?? '', HOME: home };
  const [command, ...words] = callgate;
  const agent = new AgentClient(
    { command, args: [...words, 'up', '--stdio', '--console', '-c', join(home, 'callgate.yaml')] },
    env,
    () => new Promise(() => {}),
  );
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const failures: unknown[] = [];
  const later = (work: Promise<unknown>): void => void work.catch((error: unknown) => failures.push(error));
  try {
    await agent.open();
    later(agent.call('notes__build_index', { path: '/notes' }));
    await agent.call('flaky__read_note', {});
    later(agent.call('notes__delete_note', { path: '/notes/plan.md' }));
    const page = await signIn(
      browser,
      await findLink(() => readCommand([...callgate, 'console', '--link'], env, home)),
    );
    const paths: string[] = [];
    const take = async (view: PicturedView): Promise<void> => {
      const path = join(folder, `${view.name}.png`);
      await takeView(page, view, path);
      paths.push(path);
    };
    for (const view of VIEWS) await take(view);
    const [first = ''] = (await readCommand([...callgate, 'inbox', '--json'], env, home)).split('\n');
    const { id } = JSON.parse(first) as { readonly id: string };
    await take({ name: 'console-card', path: `/inbox/${id}` });
    await take({ name: 'phone-card', path: `/inbox/${id}`, size: PHONE });
    if (failures.length > 0) throw new AggregateError(failures, 'calls failed');
    return paths;
  } finally {
    await browser.close();
    await agent.close();
    locked.closeAllConnections();
    locked.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
};
