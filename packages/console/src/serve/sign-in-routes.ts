import type { ServerResponse } from 'node:http';
import type { RequestHead, HttpRequestContext } from '@callgate/http';
import {
  HttpRefusal,
  getCookieName,
  readCookie,
  formatExpiredCookie,
  findReadProblem,
  formatCookie,
  getTeamCookieName,
} from '@callgate/http';
import { consoleErrors } from '@callgate/messages/errors/console';
import { refuseCrossSite, sendJson } from './send-response.ts';
import type { AttemptLimiter } from './attempt-limiter.ts';
import type { TeamSignIn } from './oidc/team-sign-in.ts';
import type { SignIn } from './sign-in.ts';

export const SIGN_IN_PATH = '/sign-in';
const TEAM = `${SIGN_IN_PATH}/team`;
/** Where a provider sends browsers back to. The page posts what it was given: a GET signs nobody in. */
export const RETURN_PATH: string = `${SIGN_IN_PATH}/return`;

/** A link of the command line is passed on to the other consoles. */
const PASS_ON_PATH = `${SIGN_IN_PATH}/pass-on`;

const TEAM_S = 600;

const TOO_OFTEN = new HttpRefusal(429, consoleErrors.tooManySignIns());

export interface SignInParts {
  readonly signIn: SignIn;
  readonly team: TeamSignIn | null;
  /** With invalid codes. A person with a valid one never waits. */
  readonly failures: AttemptLimiter;
  /** Sign-ins that are begun at a provider: each of them costs something. */
  readonly begins: AttemptLimiter;
  /** Of the address that people have: that is what browsers keep cookies by. */
  readonly port: number;
}

/** What can be asked without being signed in. */
export class SignInRoutes {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  ways({ head, response }: HttpRequestContext): void {
    refuseCrossSite(findReadProblem(head, false));
    sendJson(response, 200, { team: this.#parts.team !== null });
  }

  async post({ path, head, request, response }: HttpRequestContext, body: unknown): Promise<void> {
    const address = request.socket.remoteAddress ?? '';
    const { signIn, failures, begins } = this.#parts;
    try {
      if (path === SIGN_IN_PATH) await this.#entered(head, response, await signIn.byLink(body), []);
      else if (path === PASS_ON_PATH) {
        await signIn.passOn(body);
        sendJson(response, 200, null);
      } else if (path === RETURN_PATH) await this.#fromProvider(head, body, response);
      else if (path !== TEAM) throw new HttpRefusal(404, consoleErrors.pathUnknown());
      else if (begins.mayTry(address)) await this.#toProvider(response);
      else throw TOO_OFTEN;
    } catch (error) {
      const failed = error instanceof HttpRefusal && error.status === 401;
      throw failed && !failures.mayTry(address) ? TOO_OFTEN : error;
    }
  }

  get #team(): TeamSignIn {
    if (this.#parts.team !== null) return this.#parts.team;
    throw new HttpRefusal(404, consoleErrors.noTeam());
  }

  async #toProvider(response: ServerResponse): Promise<void> {
    const { url, browser } = await this.#team.begin();
    const cookie = formatCookie(getTeamCookieName(this.#parts.port), browser, TEAM_S);
    sendJson(response, 200, { url }, { 'set-cookie': [cookie] });
  }

  async #fromProvider(head: RequestHead, body: unknown, response: ServerResponse): Promise<void> {
    const name = getTeamCookieName(this.#parts.port);
    const { subject, ...member } = await this.#team.finish(body, readCookie(head, name));
    const id = await this.#parts.signIn.enter(subject, { kind: 'team', ...member });
    await this.#entered(head, response, id, [formatExpiredCookie(name)]);
  }

  /** An earlier sign-in of this browser ends. */
  async #entered(
    head: RequestHead,
    response: ServerResponse,
    id: string,
    cookies: readonly string[],
  ): Promise<void> {
    const name = getCookieName(this.#parts.port);
    const before = readCookie(head, name);
    if (before !== undefined) await this.#parts.signIn.sessions.end(before);
    sendJson(response, 200, null, { 'set-cookie': [formatCookie(name, id), ...cookies] });
  }
}
