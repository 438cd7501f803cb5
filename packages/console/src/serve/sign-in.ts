import { CallgateError, display } from '@callgate/core';
import { z } from 'zod';
import type { Caller } from '../api/endpoint.ts';
import type { ConsoleParts } from '../parts.ts';
import { Links } from './links.ts';
import { Refused } from './refused.ts';
import { callerOf } from './roles.ts';
import type { SignedIn, Via } from './sessions.ts';
import { Sessions } from './sessions.ts';
import type { ConsoleLimits, ConsoleSettings } from './settings.ts';

const codeIn = z.strictObject({ code: z.string().min(1).max(200) });

const LINK_OVER = new Refused(
  401,
  'CONSOLE_LINK_OVER',
  'this link was used before, or its ten minutes are over',
  'callgate console --link prints another',
);

/** Who comes in, by what, and who is in. */
export class SignIn {
  readonly sessions: Sessions;
  readonly #links: Links;
  readonly #parts: Pick<ConsoleParts, 'clock' | 'config'>;
  readonly #settings: ConsoleSettings;

  constructor(
    parts: Pick<ConsoleParts, 'clock' | 'config'>,
    settings: ConsoleSettings,
    limits: ConsoleLimits,
  ) {
    this.#parts = parts;
    this.#settings = settings;
    this.sessions = new Sessions(parts.clock, limits);
    this.#links = new Links(parts.clock, limits);
  }

  /** A code for somebody who may enter. */
  mint(subject: string): string {
    if (this.#callerOf(subject, { kind: 'link' }) !== undefined) return this.#links.mint(subject);
    throw new CallgateError(
      'CONSOLE_SUBJECT_UNKNOWN',
      `nobody called \`${display(subject, { max: 80 })}\` may enter the console`,
      { help: 'give them a role under `console: roles:`, or list them under `approvals: people:`' },
    );
  }

  /** Who is signed in by this id now, if anybody: people and roles may have changed since they came. */
  find(id: string, seen: boolean): { readonly session: SignedIn; readonly caller: Caller } | undefined {
    const session = this.sessions.find(id, seen);
    if (session === undefined) return undefined;
    const caller = this.#callerOf(session.subject, session.via);
    return caller === undefined ? undefined : { session, caller };
  }

  /** Spends a code. Gives the id of the new session. */
  byLink(body: unknown): string {
    const read = codeIn.safeParse(body);
    const code = read.success ? read.data.code : undefined;
    const subject =
      code === undefined ? undefined : (this.#links.spend(code) ?? this.#settings.spend?.(code));
    if (subject === undefined) throw LINK_OVER;
    return this.enter(subject, { kind: 'link' });
  }

  enter(subject: string, via: Via): string {
    if (this.#callerOf(subject, via) === undefined)
      throw new Refused(403, 'CONSOLE_NO_ENTRY', 'you may not enter this console');
    return this.sessions.begin(subject, via);
  }

  #callerOf(subject: string, via: Via): Caller | undefined {
    return callerOf(subject, via, this.#parts.config().people, this.#settings.roles);
  }
}
