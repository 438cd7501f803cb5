import type { Labels } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { labelsOf } from '@callgate/core/label';
import type { Gate } from '@callgate/gate';
import type { Choice, Chosen, KeptTokens, ModelBounds, ModelCatalogue, Tokens } from '@callgate/routing';
import { NO_BOUNDS, chooseModel, joinBounds } from '@callgate/routing';
import type { CalledTool, MatchedCall, RoutedServer } from './called-tools.ts';
import { isSensitive, matchCalls, readTools } from './called-tools.ts';
import type { Who } from './host.ts';
import { contextName, sessionOf } from './host.ts';
import { dropOldest, perGate } from './per-gate.ts';

export type { CalledTool, RoutedServer } from './called-tools.ts';

export interface ModelRouting extends Who {
  readonly gate: Gate;
  /** The models the host can use. */
  readonly models: ModelCatalogue;
  /** The one it uses by itself. */
  readonly current: string;
  /** The one that its user chose. */
  readonly explicit?: string | null;
  readonly servers: readonly RoutedServer[];
  /** What the operator forbids; what policy demands of the calls comes on top. */
  readonly bounds?: ModelBounds;
  readonly untrustedCap?: number | null;
  /** What a step is taken to read and write. */
  readonly expected?: Tokens;
}

/** What is known of the step besides. */
export interface StepLimits {
  /** How many tokens the model must be able to take. */
  readonly contextTokens?: number;
  readonly budgetLeft?: number | null;
  /** What this step reads and writes, where the host can tell. */
  readonly expected?: Tokens;
  /** What each model has read before and its provider keeps. */
  readonly kept?: KeptTokens;
}

const MAX_TOUCHED = 10_000;

/** Sessions that read what may be sensitive where no gate stood to label them. */
const touchedIn = perGate(() => new Set<string>());

const touch = (gate: Gate, session: string): void => {
  const sessions = touchedIn(gate);
  sessions.delete(session);
  sessions.add(session);
  dropOldest(sessions, MAX_TOUCHED);
};

/** Whether the session has touched sensitive data now or before: by its labels, or by what no gate has seen. */
const isTouched = (
  { gate, servers, ...who }: ModelRouting,
  matched: readonly MatchedCall[],
  labels: Labels,
): boolean => {
  const session = sessionOf(who);
  const sensitive = matched.filter((each) => isSensitive(servers, each));
  if (sensitive.some(({ row }) => row === undefined)) touch(gate, session);
  return sensitive.length > 0 || labels.private === 'known' || touchedIn(gate).has(session);
};

const unmatchedWords = (matched: readonly MatchedCall[]): readonly string[] => {
  const names = matched
    .filter(({ row }) => row === undefined)
    .map(({ called }) => display(called.name, { max: 80 }));
  if (names.length === 0) return [];
  const shown = names.length > 3 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return [`what policy demands of the model is not known for ${shown.join(', ')}: the gate has no such call`];
};

const isRerouting = (
  choice: Choice,
  explicit: string | null,
): choice is Chosen & { readonly instead: string } =>
  choice.outcome === 'chosen' && choice.instead !== null && explicit === null;

/**
 * The model that should read the results of these calls, by what their tools prefer, by what the session has touched
 * and by what policy demands. One that is not the host's own leaves a row in the record before this resolves.
 */
export const modelForNextStep = async (
  routing: ModelRouting,
  called: readonly CalledTool[],
  { contextTokens = 0, budgetLeft = null, expected = routing.expected, kept = {} }: StepLimits = {},
): Promise<Choice> => {
  const {
    gate,
    models,
    current,
    explicit = null,
    servers,
    bounds = NO_BOUNDS,
    untrustedCap = null,
  } = routing;
  const name = contextName(routing);
  const matched = await matchCalls(gate, routing, called);
  const labels = labelsOf(await gate.session(name));
  const demanded = matched.flatMap(({ row }): readonly ModelBounds[] =>
    row === undefined ? [] : [{ ...NO_BOUNDS, ...row.decision.obligations.model }],
  );
  const chosen = chooseModel({
    catalogue: models,
    current,
    explicit,
    tools: matched.flatMap((each) => readTools(servers, each)),
    budgetLeft,
    contextTokens,
    kept,
    labels,
    sensitive: isTouched(routing, matched, labels),
    bounds: joinBounds(bounds, ...demanded),
    untrustedCap,
    ...(expected === undefined ? {} : { expected }),
  });
  const choice = { ...chosen, reasons: [...chosen.reasons, ...unmatchedWords(matched)] };
  if (isRerouting(choice, explicit)) {
    const [only, ...others] = matched;
    await gate.rerouted({
      context: name,
      ...(only?.row === undefined || others.length > 0 ? {} : { call: only.row.id }),
      model: choice.model,
      instead: choice.instead,
      reasons: choice.reasons,
      cost: choice.estimate.cost,
      saved: choice.estimate.saved,
    });
  }
  return choice;
};

/** The model of a choice. Where there is none, an error that says why and which others may be used: none is used silently. */
export const chosenModel = (choice: Choice): Chosen => {
  if (choice.outcome === 'chosen') return choice;
  const names = choice.permitted.map((each) => display(each, { max: 120 }));
  throw new CallgateError(
    choice.outcome === 'forbidden' ? 'MODEL_FORBIDDEN' : 'MODEL_UNFIT',
    choice.reasons.join('; '),
    { help: names.length === 0 ? 'no model may be used here' : `may be used: ${names.join(', ')}` },
  );
};
