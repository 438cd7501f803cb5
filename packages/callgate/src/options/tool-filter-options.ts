import { CallgateError, OUTCOMES, display } from '@callgate/core';
import type { Ground } from '@callgate/core/disclose';
import { GROUNDS, TRUST_LEVELS } from '@callgate/core/disclose';
import type { Answer } from '@callgate/core/vocabulary';
import { ANSWERS } from '@callgate/core/vocabulary';
import { policyMessages } from '@callgate/messages/cli/policy';
import { optionErrors } from '@callgate/messages/errors/option';
import { toolReviewErrors } from '@callgate/messages/errors/tool-review';
import type { ToolFilter, ToolGrouping, HintFilter, ServerRow } from '@callgate/operations/tools';
import {
  TOOL_KINDS,
  NO_FILTER,
  SESSION_PROFILES,
  TOOL_STATUSES,
  serverKey,
} from '@callgate/operations/tools';
import { findNearestName } from '@callgate/policy';
import type { TextOption } from './option.ts';
import { textOption } from './option.ts';

const { tools: texts } = policyMessages;

type ToolFilterName =
  | 'text'
  | 'server'
  | 'kind'
  | 'trust'
  | 'outcome'
  | 'session'
  | 'standing'
  | 'hint'
  | 'ground'
  | 'claimed'
  | 'group';

export const TOOL_FILTER_ARGS: Readonly<Record<ToolFilterName, TextOption & { readonly default?: string }>> =
  {
    text: textOption(texts.text),
    server: textOption(texts.server),
    kind: textOption(texts.kind),
    trust: textOption(texts.trust),
    outcome: textOption(texts.outcome),
    session: { type: 'string', default: 'plain', description: texts.session },
    standing: textOption(TOOL_STATUSES.filter((standing) => standing !== 'any').join(', ')),
    hint: textOption(texts.hint),
    ground: textOption(texts.ground),
    claimed: textOption(texts.claimed),
    group: { type: 'string', default: 'none', description: texts.group },
  };

export type ToolFilterOptions = { readonly [K in ToolFilterName]?: string | undefined };

const invalidOptionError = (option: string, written: string, all: readonly string[]): CallgateError =>
  new CallgateError(
    optionErrors.valueUnknown({
      name: option,
      value: display(written, { max: 60 }),
      values: all.join(', '),
      near: findNearestName(written, all),
    }),
  );

const oneOf = <V extends string>(
  option: string,
  written: string | undefined,
  all: readonly V[],
  usual: V,
): V => {
  if (written === undefined) return usual;
  const found = all.find((each) => each === written);
  if (found === undefined) throw invalidOptionError(option, written, all);
  return found;
};

/** `NAME=VALUE`, separated by commas. */
export const parsePairs = <V extends string>(
  option: string,
  written: string | undefined,
  values: readonly V[],
  hints: readonly string[],
): readonly (readonly [string, V])[] =>
  (written ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [hint = '', value = ''] = part.split('=', 2);
      if (!hints.includes(hint)) throw invalidOptionError(option, hint, hints);
      return [hint, oneOf(option, value, values, values[0] as V)] as const;
    });

const hintFilters = (given: ToolFilterOptions, hints: readonly string[]): readonly HintFilter[] => {
  const any = { value: 'any', ground: 'any', claimed: 'any' } as const;
  return [
    ...parsePairs<Answer>('hint', given.hint, ANSWERS, hints).map(([hint, value]) => ({
      ...any,
      hint,
      value,
    })),
    ...parsePairs<Ground>('ground', given.ground, GROUNDS, hints).map(([hint, ground]) => ({
      ...any,
      hint,
      ground,
    })),
    ...parsePairs<Answer>('claimed', given.claimed, ANSWERS, hints).map(([hint, claimed]) => ({
      ...any,
      hint,
      claimed,
    })),
  ];
};

/** What the user wants to see. `hints` are all hints, with those of the policy. */
export const parseToolFilter = (given: ToolFilterOptions, hints: readonly string[]): ToolFilter => ({
  ...NO_FILTER,
  text: given.text ?? '',
  kind: oneOf('kind', given.kind, TOOL_KINDS, 'all'),
  trust: oneOf('trust', given.trust, [...TRUST_LEVELS, 'any'], 'any'),
  outcome: oneOf('outcome', given.outcome, [...OUTCOMES, 'any'], 'any'),
  situation: oneOf('session', given.session, SESSION_PROFILES, 'plain'),
  standing: oneOf('standing', given.standing, TOOL_STATUSES, 'any'),
  hints: hintFilters(given, hints),
});

export const parseToolGrouping = (given: ToolFilterOptions, hints: readonly string[]): ToolGrouping => {
  const written = given.group ?? 'none';
  const [by = '', hint] = written.split(':', 2);
  if (hint === undefined) return oneOf('group', by, ['none', 'server', 'trust', 'outcome', 'kind'], 'none');
  if (!hints.includes(hint)) throw invalidOptionError('group', hint, hints);
  return `${oneOf('group', by, ['belief', 'ground'], 'belief')}:${hint}`;
};

/** The tools of the named server, under any command or address. */
export const keysOfServer = (
  servers: readonly ServerRow[],
  written: string | undefined,
): ReadonlySet<string> => {
  const found = servers.filter(({ server }) => written === undefined || server === written);
  if (found.length === 0 && written !== undefined)
    throw new CallgateError(
      toolReviewErrors.serverUnknown({
        server: display(written, { max: 80 }),
        near: findNearestName(
          written,
          servers.map(({ server }) => server),
        ),
      }),
    );
  return new Set(found.map(serverKey));
};
