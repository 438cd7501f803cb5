import { CallgateError, OUTCOMES, display } from '@callgate/core';
import type { CallState } from '@callgate/gate/record';
import { CALL_STATES } from '@callgate/gate/record';
import { auditMessages } from '@callgate/messages/cli/audit';
import { optionMessages } from '@callgate/messages/cli/options';
import { optionErrors } from '@callgate/messages/errors/option';
import { callStateWord } from '@callgate/messages/text/call-state';
import type { AuditFilter } from '@callgate/operations/api';
import { readMoment } from './read-moment.ts';
import type { FlagOption, TextOption } from './option.ts';
import { flagOption, textOption } from './option.ts';

const { audit: texts } = auditMessages;

/** What calls can be looked for by. */
export const CALL_FILTER_OPTIONS: Readonly<Record<TextName, TextOption>> & { readonly ai: FlagOption } = {
  state: textOption(texts.state({ states: CALL_STATES })),
  outcome: textOption(OUTCOMES.join(', ')),
  server: textOption(texts.server),
  tool: textOption(texts.tool),
  principal: textOption(texts.principal),
  session: textOption(texts.session),
  ai: flagOption(texts.ai),
  text: textOption(texts.text),
  since: textOption(optionMessages.since),
  until: textOption(optionMessages.until),
};

type TextName = Exclude<keyof AuditFilter, 'states' | 'ai'> | 'state';

/** The options as they were given. */
export type CallFilterOptions = { readonly [N in TextName]?: string | undefined } & {
  readonly ai?: boolean | undefined;
};

const oneOf = <T extends string>(option: string, text: string, words: readonly T[]): T => {
  const word = words.find((each) => each === text);
  if (word !== undefined) return word;
  throw new CallgateError(
    optionErrors.valueUnknown({ name: option, value: display(text, { max: 40 }), values: words.join(', ') }),
  );
};

/** A state by its name or by its screen word. */
const stateNamed = (text: string): string =>
  CALL_STATES.find((state) => callStateWord(state) === text) ?? text;

const statesIn = (text: string): readonly CallState[] =>
  text.split(',').map((state) => oneOf('state', stateNamed(state.trim()), CALL_STATES));

/** The filter of the options, as operations take it. */
export const parseCallFilter = (given: CallFilterOptions): AuditFilter => {
  const { state, outcome, server, tool, principal, session, ai, text } = given;
  const since = readMoment('since', given.since);
  const until = readMoment('until', given.until);
  return {
    ...(state === undefined ? {} : { states: statesIn(state) }),
    ...(outcome === undefined ? {} : { outcome: oneOf('outcome', outcome, OUTCOMES) }),
    ...(server === undefined ? {} : { server }),
    ...(tool === undefined ? {} : { tool }),
    ...(principal === undefined ? {} : { principal }),
    ...(session === undefined ? {} : { session }),
    ...(ai === undefined ? {} : { ai }),
    ...(text === undefined ? {} : { text }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
};
