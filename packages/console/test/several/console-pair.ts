import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import type { ApiResponse } from '../api-client.ts';
import { PAGE_HEADERS, sendRequest } from '../api-client.ts';
import type { FixtureServer } from '../fixture-server.ts';
import { startFixtureServer } from '../fixture-server.ts';
import type { TestConsole, TestConsoleOptions } from '../test-console.ts';
import { NOTE_TOOLS, openTestConsole } from '../test-console.ts';
import type { Balancer } from './balancer.ts';
import { openBalancer } from './balancer.ts';

let schemas = 0;

export interface ConsolePair {
  readonly one: TestConsole;
  readonly two: TestConsole;
  readonly balancer: Balancer;
  readonly notes: FixtureServer;
  /** The address of the database, with the schema of these. */
  readonly database: string;
  /** Another on the same store. */
  open(more?: TestConsoleOptions): Promise<TestConsole>;
  close(): Promise<void>;
}

/** Two gateways with a console each on one database, behind one address. */
export const openConsolePair = async (
  cluster: Cluster,
  options: TestConsoleOptions = {},
): Promise<ConsolePair> => {
  schemas += 1;
  const database = `${cluster.url()}?schema=several_${schemas}`;
  const folder = mkdtempSync(join(tmpdir(), 'callgate-several-'));
  const balancer = await openBalancer();
  const notes = await startFixtureServer(NOTE_TOOLS);
  const places: TestConsole[] = [];
  const open = async (more: TestConsoleOptions = {}): Promise<TestConsole> => {
    const place = await openTestConsole({
      running: { notes },
      key: join(folder, 'callgate.key'),
      config: (config) => ({ ...config, store: { path: database } }),
      ...options,
      ...more,
      settings: { url: balancer.url, ...options.settings, ...more.settings },
    });
    places.push(place);
    return place;
  };
  const one = await open();
  const two = await open();
  balancer.use([one.console.local, two.console.local]);
  return {
    one,
    two,
    balancer,
    notes,
    database,
    open,
    close: async () => {
      await balancer.close();
      for (const place of places) await place.close();
      await notes.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** What a page sends to one of them. */
export const postJson = (
  { console: { local } }: TestConsole,
  path: string,
  body: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> =>
  sendRequest(`${local}${path}`, {
    method: 'POST',
    headers: { ...PAGE_HEADERS, origin: local, 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  });

export const readOperation = (
  { console: { local } }: TestConsole,
  name: string,
  cookie: string,
  params: unknown = {},
): Promise<ApiResponse> =>
  sendRequest(`${local}/api/${name}?q=${encodeURIComponent(JSON.stringify(params))}`, {
    headers: { ...PAGE_HEADERS, cookie },
  });

export const cookiesOf = ({ headers }: ApiResponse): readonly string[] =>
  (headers.get('set-cookie') ?? '').split(/,(?=__Host)/).map((each) => each.split(';')[0] ?? '');

/** The status, and the code where it was refused. */
export const responseText = ({ status, body }: ApiResponse): string =>
  `${status} ${(body as { code?: string } | null)?.code ?? ''}`.trim();

export const codeIn = (link: string): string => new URL(link).hash.slice(1);

export interface SignInTokens {
  readonly cookie: string;
  readonly csrf: string;
}

/** By a link of the one at the other. */
export const signInAt = async (
  at: TestConsole,
  subject = 'local',
  minting: TestConsole = at,
): Promise<SignInTokens> => {
  const entered = await postJson(at, '/sign-in', { code: codeIn(await minting.console.link(subject)) });
  const [cookie = ''] = cookiesOf(entered);
  const me = await readOperation(at, 'me', cookie);
  return { cookie, csrf: (me.body as { csrf?: string }).csrf ?? '' };
};

export const changeOperation = (
  at: TestConsole,
  name: string,
  { cookie, csrf }: SignInTokens,
  params: unknown = {},
): Promise<ApiResponse> => postJson(at, `/api/${name}`, params, { cookie, 'x-callgate-csrf': csrf });
