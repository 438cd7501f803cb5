import { setTimeout as sleep } from 'node:timers/promises';
import { CallgateError, canonical, display } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { demoErrors } from '@callgate/messages/errors/demo';
import type { ConsoleApi } from '@callgate/operations/api';
import { demoMessages } from '@callgate/messages/cli/demo';
import { z } from 'zod';
import type { LocalResponse } from './send-local-request.ts';
import { sendLocalRequest } from './send-local-request.ts';

const LOOK_MS = 60;
const LOOK_TIMES = 250;

const meSchema = z.looseObject({ csrf: z.string() });
const pageSchema = z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) });
const questionSchema = z.looseObject({ question: z.looseObject({ binding: z.string() }) });

/** Refused votes are answered with the code of their refusal. */
const votedSchema = z.looseObject({ refusal: z.null() });

type Params<N extends keyof ConsoleApi> = ConsoleApi[N]['params'];

/** What a browser says of a request that a page makes to where it came from. */
const FROM_THE_PAGE = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  accept: 'application/json',
};

const post = (
  origin: string,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<LocalResponse> =>
  sendLocalRequest({
    url: `${origin}${path}`,
    method: 'POST',
    headers: { ...FROM_THE_PAGE, origin, 'content-type': 'application/json', ...headers },
    body,
  });

const requestError = (what: string, { status, text }: LocalResponse): CallgateError =>
  new CallgateError(demoErrors.consoleAnswer({ status, what, text: display(text, { max: 400 }) }));

const read = async <N extends 'me' | 'inbox.list' | 'inbox.question'>(
  origin: string,
  cookie: string,
  name: N,
  params: Params<N>,
): Promise<unknown> => {
  const url = `${origin}/api/${name}?q=${encodeURIComponent(JSON.stringify(params))}`;
  const got = await sendLocalRequest({ url, method: 'GET', headers: { ...FROM_THE_PAGE, cookie } });
  if (got.status !== 200) throw requestError(name, got);
  return parseStrict(got.text);
};

/** A user of the console without a browser: signs in by a link and uses what the page uses. */
export class ConsoleUser {
  readonly #origin: string;
  readonly #cookie: string;
  readonly #csrf: string;

  private constructor(origin: string, cookie: string, csrf: string) {
    this.#origin = origin;
    this.#cookie = cookie;
    this.#csrf = csrf;
  }

  static async signIn(link: string): Promise<ConsoleUser> {
    const { origin, hash, pathname } = new URL(link);
    const came = await post(origin, pathname, canonical({ code: hash.slice(1) }));
    const [cookie] = came.headers['set-cookie']?.[0]?.split(';') ?? [];
    if (cookie === undefined) throw requestError(demoMessages.signIn, came);
    return new ConsoleUser(origin, cookie, meSchema.parse(await read(origin, cookie, 'me', {})).csrf);
  }

  /** Opens the question about a call of this tool as soon as there is one, and answers it. */
  async answer(
    server: string,
    tool: string,
    word: Pick<Params<'inbox.vote'>, 'verdict' | 'reason' | 'grant'>,
  ): Promise<void> {
    const call = await this.#waitingCall(server, tool);
    const asked = await read(this.#origin, this.#cookie, 'inbox.question', { call });
    const { binding } = questionSchema.parse(asked).question;
    const vote: Params<'inbox.vote'> = { call, binding, opened: true, ...word };
    const headers = { cookie: this.#cookie, 'x-callgate-csrf': this.#csrf };
    const got = await post(this.#origin, '/api/inbox.vote', JSON.stringify(vote), headers);
    if (got.status !== 200 || !votedSchema.safeParse(parseStrict(got.text)).success)
      throw requestError('inbox.vote', got);
  }

  async #waitingCall(server: string, target: string): Promise<string> {
    for (let looked = 0; looked < LOOK_TIMES; looked += 1) {
      const params = { limit: 100, filter: { server, target } };
      const page = await read(this.#origin, this.#cookie, 'inbox.list', params);
      const [row] = pageSchema.parse(page).items;
      if (row !== undefined) return row.id;
      await sleep(LOOK_MS);
    }
    const what = `${server}/${display(target, { max: 80 })}`;
    throw new CallgateError(demoErrors.noCall({ tool: what }));
  }
}
