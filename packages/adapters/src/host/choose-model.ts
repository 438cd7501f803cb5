import type { ModelPreferences, Trust } from '@callgate/core';
import { CallgateError, describeTool, display, labelsOf, readClaims, traceTool } from '@callgate/core';
import type { CallRow, Gate } from '@callgate/gate';
import type {
  Choice,
  Chosen,
  KeptTokens,
  ModelBounds,
  ModelCatalogue,
  ReadTool,
  Tokens,
} from '@callgate/routing';
import { NO_BOUNDS, chooseModel, joinBounds } from '@callgate/routing';
import type { Definition } from './catalogue.ts';
import type { Who } from './host.ts';
import { contextName, sessionOf } from './host.ts';

/** Tools of one server, as models may call them. */
export interface RoutedServer {
  /** The operator's name for where these tools come from, as in the catalogue. */
  readonly server: string;
  /** `untrusted` where nothing is said. */
  readonly trust?: Trust;
  /** All of its tools: what one prefers counts beside what the others do. */
  readonly definitions: readonly Definition[];
  /** What the operator says of single tools; it counts whole, in place of what they say. */
  readonly believed?: Readonly<Record<string, ModelPreferences>>;
}

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

/** A tool call whose result the model reads next. */
export interface CalledTool {
  readonly name: string;
  /** The framework's own id of the call, as the gate got it. */
  readonly id?: string;
  /** Where two servers have a tool of that name; the first that has one otherwise. */
  readonly server?: string;
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

const preferencesOf = (definition: Definition): ModelPreferences | null =>
  readClaims(definition).details.modelPreferences ?? null;

interface Known {
  readonly from: RoutedServer;
  readonly definition: Definition;
}

const knownTool = (servers: readonly RoutedServer[], { name, server }: CalledTool): Known | undefined => {
  for (const from of servers) {
    const definition = from.definitions.find((tool) => tool.name === name);
    if (definition !== undefined && (server === undefined || from.server === server))
      return { from, definition };
  }
  return undefined;
};

/** What nobody knows may return anything. */
const isSensitive = (servers: readonly RoutedServer[], called: CalledTool): boolean => {
  const known = knownTool(servers, called);
  if (known === undefined) return true;
  const { from, definition } = known;
  const tool = describeTool({ server: from.server, trust: from.trust ?? 'untrusted', definition });
  return traceTool(tool, definition).raises.private === 'known';
};

const readTool = (servers: readonly RoutedServer[], called: CalledTool): ReadTool => {
  const { name, server } = called;
  const known = knownTool(servers, called);
  if (known === undefined)
    return { server: server ?? '', tool: name, trust: 'untrusted', claimed: null, peers: [] };
  const { from, definition } = known;
  const { believed = {} } = from;
  const word = Object.hasOwn(believed, name) ? believed[name] : undefined;
  return {
    server: from.server,
    tool: name,
    trust: from.trust ?? 'untrusted',
    claimed: preferencesOf(definition),
    peers: from.definitions.filter((tool) => tool.name !== name).map(preferencesOf),
    ...(word === undefined ? {} : { believed: word }),
  };
};

const PAGE = 200;

/** The gate's rows of these calls, as far as they went through it. */
const rowsOf = async (
  gate: Gate,
  who: Who,
  called: readonly CalledTool[],
): Promise<ReadonlyMap<string, CallRow>> => {
  const wanted = new Set(called.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const found = new Map<string, CallRow>();
  if (wanted.size === 0) return found;
  // newest first: the calls of the step that has just ended
  const { items } = await gate.desk.read.search({ session: sessionOf(who) }, { limit: PAGE });
  for (const row of items)
    if (row.key !== null && wanted.has(row.key) && !found.has(row.key)) found.set(row.key, row);
  return found;
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
  const rows = await rowsOf(gate, routing, called);
  const session = await gate.session(name);
  const demanded = [...rows.values()].map(({ decision }): ModelBounds => ({
    ...NO_BOUNDS,
    ...decision.obligations.model,
  }));
  const choice = chooseModel({
    catalogue: models,
    current,
    explicit,
    tools: called.map((each) => readTool(servers, each)),
    budgetLeft,
    contextTokens,
    kept,
    labels: labelsOf(session),
    sensitive: called.some((each) => isSensitive(servers, each)),
    bounds: joinBounds(bounds, ...demanded),
    untrustedCap,
    ...(expected === undefined ? {} : { expected }),
  });
  if (isRerouting(choice, explicit)) {
    const [only, ...others] = rows.values();
    await gate.rerouted({
      context: name,
      ...(only === undefined || others.length > 0 ? {} : { call: only.id }),
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
