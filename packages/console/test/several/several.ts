import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import type { Answered } from '../api-client.ts';
import { PAGE_HEADERS, send } from '../api-client.ts';
import type { FixtureServer } from '../fixture-server.ts';
import { fixtureServer } from '../fixture-server.ts';
import type { Place, PlaceOptions } from '../place.ts';
import { NOTE_TOOLS, openPlace } from '../place.ts';
import type { Balancer } from './balancer.ts';
import { openBalancer } from './balancer.ts';

let schemas = 0;

export interface Several {
  readonly one: Place;
  readonly two: Place;
  readonly balancer: Balancer;
  readonly notes: FixtureServer;
  /** The address of the database, with the schema of these. */
  readonly database: string;
  /** Another on the same store. */
  open(more?: PlaceOptions): Promise<Place>;
  close(): Promise<void>;
}

/** Two gateways with a console each on one database, behind one address. */
export const openSeveral = async (cluster: Cluster, options: PlaceOptions = {}): Promise<Several> => {
  schemas += 1;
  const database = `${cluster.url()}?schema=several_${schemas}`;
  const folder = mkdtempSync(join(tmpdir(), 'callgate-several-'));
  const balancer = await openBalancer();
  const notes = await fixtureServer(NOTE_TOOLS);
  const places: Place[] = [];
  const open = async (more: PlaceOptions = {}): Promise<Place> => {
    const place = await openPlace({
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
export const post = (
  { console: { local } }: Place,
  path: string,
  body: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<Answered> =>
  send(`${local}${path}`, {
    method: 'POST',
    headers: { ...PAGE_HEADERS, origin: local, 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  });

export const get = (
  { console: { local } }: Place,
  name: string,
  cookie: string,
  params: unknown = {},
): Promise<Answered> =>
  send(`${local}/api/${name}?q=${encodeURIComponent(JSON.stringify(params))}`, {
    headers: { ...PAGE_HEADERS, cookie },
  });

export const cookiesOf = ({ headers }: Answered): readonly string[] =>
  (headers.get('set-cookie') ?? '').split(/,(?=__Host)/).map((each) => each.split(';')[0] ?? '');

/** The status, and the code where it was refused. */
export const said = ({ status, body }: Answered): string =>
  `${status} ${(body as { code?: string } | null)?.code ?? ''}`.trim();

export const codeIn = (link: string): string => new URL(link).hash.slice(1);

export interface SignedInBy {
  readonly cookie: string;
  readonly csrf: string;
}

/** By a link of the one at the other. */
export const signInAt = async (at: Place, subject = 'local', minting: Place = at): Promise<SignedInBy> => {
  const entered = await post(at, '/sign-in', { code: codeIn(await minting.console.link(subject)) });
  const [cookie = ''] = cookiesOf(entered);
  const me = await get(at, 'me', cookie);
  return { cookie, csrf: (me.body as { csrf?: string }).csrf ?? '' };
};

export const change = (
  at: Place,
  name: string,
  { cookie, csrf }: SignedInBy,
  params: unknown = {},
): Promise<Answered> => post(at, `/api/${name}`, params, { cookie, 'x-callgate-csrf': csrf });
