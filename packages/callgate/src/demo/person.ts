import { setTimeout as sleep } from 'node:timers/promises';
import { CallgateError, canonical, display } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { ConsoleApi } from '@callgate/operations/api';
import { z } from 'zod';
import type { Got } from './http-json.ts';
import { send } from './http-json.ts';

const LOOK_MS = 60;
const LOOK_TIMES = 250;

const meSchema = z.looseObject({ csrf: z.string() });
const pageSchema = z.looseObject({
  items: z.array(
    z.looseObject({ id: z.string(), server: z.string(), target: z.string(), binding: z.string() }),
  ),
});
const questionSchema = z.looseObject({
  question: z.looseObject({ binding: z.string() }),
  missing: z.array(z.string()),
});
const votedSchema = z.looseObject({ state: z.string(), refusal: z.null(), missing: z.array(z.string()) });

type Params<N extends keyof ConsoleApi> = ConsoleApi[N]['params'];
type Vote = Params<'inbox.vote'>;

/** What a person is asked about, by the tool. */
export interface Asked {
  readonly server: string;
  readonly tool: string;
}

const problem = (what: string, { status, text }: Got): CallgateError =>
  new CallgateError(
    'DEMO_CONSOLE',
    `the console answered ${status} to ${what}: ${display(text, { max: 400 })}`,
  );

/** Somebody at the console, without a browser: signs in by a link and uses what the page uses. */
export class Person {
  readonly #origin: string;
  readonly #cookie: string;
  readonly #csrf: string;

  private constructor(origin: string, cookie: string, csrf: string) {
    this.#origin = origin;
    this.#cookie = cookie;
    this.#csrf = csrf;
  }

  static async signIn(link: string): Promise<Person> {
    const { origin, hash, pathname } = new URL(link);
    const came = await post(origin, pathname, canonical({ code: hash.slice(1) }), {});
    const [set] = came.headers['set-cookie'] ?? [];
    const [cookie] = set?.split(';') ?? [];
    if (cookie === undefined) throw problem('signing in', came);
    const me = await get(origin, '/api/me?q=%7B%7D', cookie);
    if (me.status !== 200) throw problem('me', me);
    return new Person(origin, cookie, meSchema.parse(parseStrict(me.text)).csrf);
  }

  /** Opens the question about a call of this tool as soon as there is one, and answers it. */
  async answer({ server, tool }: Asked, word: Pick<Vote, 'verdict' | 'reason' | 'grant'>): Promise<void> {
    const call = await this.#waitingCall(server, tool);
    const { question } = questionSchema.parse(await this.#read('inbox.question', { call }));
    await this.#change('inbox.vote', { call, binding: question.binding, opened: true, ...word });
  }

  async #waitingCall(server: string, target: string): Promise<string> {
    for (let looked = 0; looked < LOOK_TIMES; looked += 1) {
      const read = await this.#read('inbox.list', { limit: 100, filter: { server, target } });
      const [row] = pageSchema.parse(read).items;
      if (row !== undefined) return row.id;
      await sleep(LOOK_MS);
    }
    throw new CallgateError('DEMO_CONSOLE', `no call of ${server}/${tool(target)} came to the inbox`);
  }

  async #read<N extends 'inbox.list' | 'inbox.question'>(name: N, params: Params<N>): Promise<unknown> {
    const got = await get(
      this.#origin,
      `/api/${name}?q=${encodeURIComponent(JSON.stringify(params))}`,
      this.#cookie,
    );
    if (got.status !== 200) throw problem(name, got);
    return parseStrict(got.text);
  }

  async #change(name: 'inbox.vote', params: Vote): Promise<void> {
    const got = await post(this.#origin, `/api/${name}`, JSON.stringify(params), {
      cookie: this.#cookie,
      'x-callgate-csrf': this.#csrf,
    });
    if (got.status !== 200) throw problem(name, got);
    votedSchema.parse(parseStrict(got.text));
  }
}

const tool = (name: string): string => display(name, { max: 80 });

/** What a browser says of a request that a page makes to where it came from. */
const FROM_THE_PAGE = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  accept: 'application/json',
};

const get = (origin: string, path: string, cookie: string): Promise<Got> =>
  send({ url: `${origin}${path}`, method: 'GET', headers: { ...FROM_THE_PAGE, cookie } });

const post = (
  origin: string,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Got> =>
  send({
    url: `${origin}${path}`,
    method: 'POST',
    headers: { ...FROM_THE_PAGE, origin, 'content-type': 'application/json', ...headers },
    body,
  });
