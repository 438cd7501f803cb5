import type { JsonObject } from '@callgate/core';
import { CallgateError, canonical, display, getOwn } from '@callgate/core';
import type { AllowChoice } from '@callgate/gate/confirm';
import { ALLOW_CHOICES } from '@callgate/gate/confirm';
import { optionErrors } from '@callgate/messages/errors/option';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import type { VoteParams } from '@callgate/operations/socket';
import { optionMessages } from '@callgate/messages/cli/options';
import { formatCount } from '../show/format-columns.ts';
import { readSpan, spanText } from '../show/time-text.ts';

const HOUR = 3_600_000;

/** What is said on a command line about calls to come. */
export interface GrantOptions {
  readonly grant?: string | undefined;
  readonly tie?: string | undefined;
  readonly uses?: string | undefined;
  readonly for?: string | undefined;
}

/** One of the choices of a prompt, which `--for` names where no `--grant` stands beside it; undefined where it names none. */
export const parseAllowChoice = ({ grant, for: span }: GrantOptions): AllowChoice | undefined =>
  grant === undefined ? ALLOW_CHOICES.find((choice) => choice === span) : undefined;

type RequestedGrant = NonNullable<VoteParams['grant']>;

const { approve: texts } = everydayMessages;

const usesOf = (text: string | undefined): number => {
  if (text === undefined) return 1;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new CallgateError(optionErrors.uses({ value: display(text, { max: 40 }) }));
};

/** The arguments that are tied down. Whether the call has them is not looked at where there is no call yet. */
const tiesOf = (tie: string | undefined, args: JsonObject | undefined): readonly (readonly string[])[] => {
  const names = (tie ?? '').split(',').filter((name) => name !== '');
  if (names.length === 0) throw new CallgateError(optionErrors.tieNeeded());
  const absent = names.find((name) => args !== undefined && getOwn(args, name) === undefined);
  if (absent === undefined) return names.map((name) => [name]);
  throw new CallgateError(optionErrors.tieUnknown({ name: display(absent, { max: 80 }) }));
};

/** How far a yes is to reach; undefined where it is for one call. */
export const parseGrant = (
  options: GrantOptions,
  args: JsonObject | undefined,
): RequestedGrant | undefined => {
  const { grant, tie, uses, for: span } = options;
  const choice = parseAllowChoice(options);
  if (choice !== undefined) {
    if (uses !== undefined || tie !== undefined) throw new CallgateError(optionErrors.grantNeeded());
    return undefined;
  }
  if (grant === undefined) {
    if (uses === undefined && span === undefined && tie === undefined) return undefined;
    throw new CallgateError(optionErrors.grantNeeded());
  }
  if (grant !== 'session' && grant !== 'destination' && grant !== 'arguments')
    throw new CallgateError(
      optionErrors.valueUnknown({
        name: 'grant',
        value: display(grant, { max: 40 }),
        values: optionMessages.values.grantScopes,
      }),
    );
  if (tie !== undefined && grant !== 'arguments') throw new CallgateError(optionErrors.tieOfOther());
  const reach = { uses: usesOf(uses), endsInMs: span === undefined ? HOUR : readSpan('for', span) };
  return grant === 'arguments'
    ? { kind: grant, ties: tiesOf(tie, args), ...reach }
    : { kind: grant, ...reach };
};

const reachOf = (wish: RequestedGrant, args: JsonObject): string => {
  if (wish.kind === 'session') return texts.reach.session;
  if (wish.kind !== 'arguments') return texts.reach.destination;
  const tied = wish.ties.map(
    (path) => `${display(path.join('.'))} is ${display(canonical(getOwn(args, String(path[0])) ?? null))}`,
  );
  return texts.reach.arguments({ tied: tied.join(' and ') });
};

/** What an approval also allows, shown before it is given. */
export const grantText = (wish: RequestedGrant, args: JsonObject): string =>
  `${texts.grantOffer({
    calls: formatCount(wish.uses, 'later call'),
    reach: reachOf(wish, args),
    span: spanText(wish.endsInMs),
  })}\n`;
