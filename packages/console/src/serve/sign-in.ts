import { CallgateError, display } from '@callgate/core';
import { z } from 'zod';
import type { OperationCaller, OperationParts } from '@callgate/operations';
import { HttpRefusal } from '@callgate/http';
import { consoleErrors } from '@callgate/messages/errors/console';
import { SignInLinks } from './sign-in-links.ts';
import { resolveCaller } from './resolve-caller.ts';
import type { SignInSession } from './cached-sign-in.ts';
import { SignInSessions } from './sign-in-sessions.ts';
import type { ConsoleLimits, ConsoleSettings } from './console-settings.ts';
import type { SignInMethod } from './stored-sign-in.ts';

const codeIn = z.strictObject({ code: z.string().min(1).max(200) });

const LINK_OVER = new HttpRefusal(401, consoleErrors.linkOver());

const codeOf = (body: unknown): string => {
  const read = codeIn.safeParse(body);
  if (!read.success) throw LINK_OVER;
  return read.data.code;
};

type SignInDependencies = Pick<OperationParts, 'board' | 'clock' | 'config'>;

/** Who is signed in, and who that is by now. */
export interface SignedInCaller {
  readonly session: SignInSession;
  readonly caller: OperationCaller;
}

/** Who comes in, by what, and who is in. */
export class SignIn {
  readonly sessions: SignInSessions;
  readonly #links: SignInLinks;
  readonly #parts: SignInDependencies;
  readonly #settings: ConsoleSettings;

  constructor(parts: SignInDependencies, settings: ConsoleSettings, limits: ConsoleLimits) {
    this.#parts = parts;
    this.#settings = settings;
    this.sessions = new SignInSessions(parts.board, parts.clock, limits);
    this.#links = new SignInLinks(parts.board, parts.clock, limits);
  }

  /** A code for a person who may enter. */
  async mint(subject: string): Promise<string> {
    if (this.#callerOf(subject, { kind: 'link' }) !== undefined) return await this.#links.mint(subject);
    throw new CallgateError(consoleErrors.subjectUnknown({ subject: display(subject, { max: 80 }) }));
  }

  /** Who is signed in by this id now, if anybody: people and roles may have changed since they came. */
  async find(id: string, seen: boolean): Promise<SignedInCaller | undefined> {
    const session = await this.sessions.find(id, seen);
    if (session === undefined) return undefined;
    const caller = this.#callerOf(session.subject, session.via);
    return caller === undefined ? undefined : { session, caller };
  }

  /** The same of a person who was found a short while ago, without a request. */
  stillIn(session: SignInSession): OperationCaller | undefined {
    return this.sessions.lasts(session) ? this.#callerOf(session.subject, session.via) : undefined;
  }

  /** Spends a code. Gives the id of the new session. */
  async byLink(body: unknown): Promise<string> {
    const code = codeOf(body);
    const subject = (await this.#links.spend(code)) ?? this.#settings.spend?.(code);
    if (subject === undefined) throw LINK_OVER;
    return await this.enter(subject, { kind: 'link' });
  }

  /** A code that was made for this console on this machine is good at every console on the store from now on. */
  async passOn(body: unknown): Promise<void> {
    const code = codeOf(body);
    const subject = this.#settings.spend?.(code);
    if (subject === undefined) throw LINK_OVER;
    await this.#links.keep(code, subject);
  }

  async enter(subject: string, via: SignInMethod): Promise<string> {
    if (this.#callerOf(subject, via) === undefined) throw new HttpRefusal(403, consoleErrors.noEntry());
    return await this.sessions.begin(subject, via);
  }

  #callerOf(subject: string, via: SignInMethod): OperationCaller | undefined {
    return resolveCaller(subject, via, this.#parts.config().people, this.#settings);
  }
}
