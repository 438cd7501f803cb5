import type { Labels } from '@callgate/core';
import { CallgateError, display, describeTool, traceTool } from '@callgate/core';
import { getLabelStrengths } from '@callgate/core/label';
import type { Gate } from '@callgate/gate';
import type { CallRow } from '@callgate/gate/record';
import type { StorePage } from '@callgate/gate/store';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { adapterMessages } from '@callgate/messages/adapter';
import type {
  ModelChoice,
  ChosenModel,
  CachedTokens,
  ModelBounds,
  ModelCatalogue,
  Tokens,
  ResultSource,
} from '@callgate/routing';
import { NO_BOUNDS, chooseModel, joinBounds } from '@callgate/routing';
import { TRUST_LEVELS } from '@callgate/core/disclose';
import type { ModelPreferences } from '@callgate/core/vocabulary';
import { readClaims } from '@callgate/core/vocabulary';
import type { McpToolDefinition, ToolServerOptions } from './catalogue.ts';
import type { ConversationRef } from './host-options.ts';
import { contextName, sessionOf } from './host-options.ts';
import { dropOldest, perGate } from './per-gate.ts';

/** Tools of one server, as models may call them, with what the operator knows of them. */
export interface RoutedServer extends ToolServerOptions {
  /** All of its tools: what one prefers counts beside what the others do. */
  readonly definitions: readonly McpToolDefinition[];
  /** What the operator says of single tools; it counts whole, in place of what they say. */
  readonly believed?: Readonly<Record<string, ModelPreferences>>;
}

/** A tool call whose result the model reads next. */
export interface CalledTool {
  readonly name: string;
  /** The framework's own id of the call, as the gate got it. Without it nobody knows what policy demands of the call. */
  readonly id?: string;
  /** Where two servers have a tool of that name and the gate has not seen the call; the least trusted otherwise. */
  readonly server?: string;
}

/** A call, and the gate's row of it where it has one. */
interface MatchedCall {
  readonly called: CalledTool;
  readonly row: CallRow | undefined;
}

const PAGE = 200;

/** The calls with the gate's rows of them, as far as they went through it. */
const matchCalls = async (
  gate: Gate,
  who: ConversationRef,
  called: readonly CalledTool[],
): Promise<readonly MatchedCall[]> => {
  const wanted = new Set(called.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const found = new Map<string, CallRow>();
  const session = sessionOf(who);
  let after: string | null = null;
  // newest first: the calls of the step that has just ended, and as many again that came in beside them
  for (let left = PAGE + 2 * called.length; left > 0 && found.size < wanted.size; left -= PAGE) {
    const page: StorePage<CallRow> = await gate.desk.read.search(
      { session },
      { limit: PAGE, ...(after === null ? {} : { after }) },
    );
    for (const row of page.items)
      if (row.key !== null && wanted.has(row.key) && !found.has(row.key)) found.set(row.key, row);
    after = page.next;
    if (after === null) break;
  }
  return called.map((each) => ({
    called: each,
    row: each.id === undefined ? undefined : found.get(each.id),
  }));
};

const trustIn = ({ trust = 'untrusted' }: RoutedServer): number => TRUST_LEVELS.indexOf(trust);

interface RoutedTool {
  readonly from: RoutedServer;
  readonly definition: McpToolDefinition;
}

/** By the gate's own row of the call; of several servers that may be meant, the least trusted. */
const knownTool = (
  servers: readonly RoutedServer[],
  { called, row }: MatchedCall,
): RoutedTool | undefined => {
  const [server, name] = row === undefined ? [called.server, called.name] : [row.server, row.target];
  const meant = servers.flatMap((from): readonly RoutedTool[] => {
    if (server !== undefined && from.server !== server) return [];
    const definition = from.definitions.findLast((tool) => tool.name === name);
    return definition === undefined ? [] : [{ from, definition }];
  });
  const [least] = meant.toSorted((one, other) => trustIn(one.from) - trustIn(other.from));
  return least;
};

/** Whether its result may be private by what is known of the tool. What no gate has seen and nobody knows may return anything. */
const isSensitive = (servers: readonly RoutedServer[], matched: MatchedCall): boolean => {
  const known = knownTool(servers, matched);
  if (known === undefined) return matched.row === undefined;
  const { definition, from } = known;
  const { server, trust = 'untrusted', settings, operator = {} } = from;
  const word = Object.hasOwn(operator, definition.name) ? operator[definition.name] : {};
  const tool = describeTool({ ...word, server, trust, definition });
  return traceTool(tool, definition, settings).raises.private === 'known';
};

const preferencesOf = (definition: McpToolDefinition): ModelPreferences | null =>
  readClaims(definition).details.modelPreferences ?? null;

/** A result of which nothing is said. */
const undescribedTool = (server: string, tool: string): ResultSource => ({
  server,
  tool,
  trust: 'untrusted',
  claimed: null,
  peers: [],
});

/** What is known of the tools of these calls. What a server says lowers nothing where nobody knows what policy demands. */
const readTools = (servers: readonly RoutedServer[], matched: MatchedCall): readonly ResultSource[] => {
  const { called, row } = matched;
  const known = knownTool(servers, matched);
  if (known === undefined) return [undescribedTool(called.server ?? '', called.name)];
  const { from, definition } = known;
  const { name } = definition;
  const { believed = {} } = from;
  const word = Object.hasOwn(believed, name) ? believed[name] : undefined;
  const read: ResultSource = {
    server: from.server,
    tool: name,
    trust: from.trust ?? 'untrusted',
    claimed: preferencesOf(definition),
    peers: from.definitions.filter((tool) => tool.name !== name).map(preferencesOf),
    ...(word === undefined ? {} : { believed: word }),
  };
  return row === undefined && word === undefined ? [read, undescribedTool(from.server, name)] : [read];
};

export interface ModelRouting extends ConversationRef {
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
  readonly kept?: CachedTokens;
}

const MAX_TOUCHED = 10_000;

/** Sessions that read what may be sensitive where no gate stood to label them. */
const touchedSessions = perGate(() => new Set<string>());

const markTouched = (gate: Gate, session: string): void => {
  const sessions = touchedSessions(gate);
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
  if (sensitive.some(({ row }) => row === undefined)) markTouched(gate, session);
  return sensitive.length > 0 || labels.private === 'known' || touchedSessions(gate).has(session);
};

const unmatchedText = (matched: readonly MatchedCall[]): readonly string[] => {
  const names = matched
    .filter(({ row }) => row === undefined)
    .map(({ called }) => display(called.name, { max: 80 }));
  if (names.length === 0) return [];
  const shown =
    names.length > 3
      ? [...names.slice(0, 3), adapterMessages.tools.more({ count: names.length - 3 })]
      : names;
  return [adapterMessages.tools.modelUnmatched({ calls: shown.join(', ') })];
};

const isRerouting = (
  choice: ModelChoice,
  explicit: string | null,
): choice is ChosenModel & { readonly instead: string } =>
  choice.outcome === 'chosen' && choice.instead !== null && explicit === null;

/**
 * The model that should read the results of these calls, by what their tools prefer, by what the session has touched
 * and by what policy demands. One that is not the host's own leaves a row in the record before this resolves.
 */
export const chooseNextModel = async (
  routing: ModelRouting,
  called: readonly CalledTool[],
  { contextTokens = 0, budgetLeft = null, expected = routing.expected, kept = {} }: StepLimits = {},
): Promise<ModelChoice> => {
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
  const labels = getLabelStrengths(await gate.session(name));
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
  const choice = { ...chosen, reasons: [...chosen.reasons, ...unmatchedText(matched)] };
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
export const requireChosenModel = (choice: ModelChoice): ChosenModel => {
  if (choice.outcome === 'chosen') return choice;
  const names = choice.permitted.map((each) => display(each, { max: 120 }));
  const text = choice.outcome === 'forbidden' ? adapterErrors.modelForbidden : adapterErrors.modelUnfit;
  throw new CallgateError(
    text({
      reasons: choice.reasons.join('; '),
      models: names.length === 0 ? undefined : names.join(', '),
    }),
  );
};
