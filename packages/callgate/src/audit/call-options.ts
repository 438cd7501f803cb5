import { CallgateError, OUTCOMES, display } from '@callgate/core';
import type { CallState } from '@callgate/gate';
import { CALL_STATES } from '@callgate/gate';
import type { RecordFilter } from '@callgate/operations/api';
import { readMoment } from './moment.ts';

type TextOption =
  | 'state'
  | 'outcome'
  | 'server'
  | 'tool'
  | 'principal'
  | 'session'
  | 'text'
  | 'since'
  | 'until';

type CallOptions = Readonly<Record<TextOption, { readonly type: 'string'; readonly description: string }>> & {
  readonly ai: { readonly type: 'boolean'; readonly description: string };
};

/** What calls can be looked for by. */
export const CALL_OPTIONS: CallOptions = {
  state: { type: 'string', description: `States, separated by commas: ${CALL_STATES.join(', ')}` },
  outcome: { type: 'string', description: OUTCOMES.join(', ') },
  server: { type: 'string', description: 'Only calls of this server' },
  tool: { type: 'string', description: 'Only calls of this tool' },
  principal: { type: 'string', description: 'Only calls of this principal' },
  session: { type: 'string', description: 'Only calls of this session' },
  ai: { type: 'boolean', description: 'Only tools that use AI; with --no-ai only others' },
  text: { type: 'string', description: 'Part of the name of a server or tool, or the beginning of an id' },
  since: { type: 'string', description: 'Received at or after, as 2026-11-15 or 2026-11-15T08:30:00Z' },
  until: { type: 'string', description: 'Received before' },
};

/** The options as they were given. */
export interface GivenCallOptions {
  readonly state?: string | undefined;
  readonly outcome?: string | undefined;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly principal?: string | undefined;
  readonly session?: string | undefined;
  readonly ai?: boolean | undefined;
  readonly text?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

const oneOf = <T extends string>(option: string, text: string, words: readonly T[]): T => {
  const word = words.find((each) => each === text);
  if (word !== undefined) return word;
  throw new CallgateError('OPTION_VALUE', `--${option}: there is no \`${display(text, { max: 40 })}\``, {
    help: `there are ${words.join(', ')}`,
  });
};

const statesIn = (text: string): readonly CallState[] =>
  text.split(',').map((state) => oneOf('state', state.trim(), CALL_STATES));

/** What somebody looks for, as operations take it. */
export const callFilterOf = (given: GivenCallOptions): RecordFilter => {
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
