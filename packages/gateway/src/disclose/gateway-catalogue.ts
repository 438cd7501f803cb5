import { isDeepStrictEqual } from 'node:util';
import type { Principal, TracedTool } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { CustomHint } from '@callgate/core/disclose';
import { digestDefinition } from '@callgate/core/disclose';
import type { CallKind } from '@callgate/core/receive';
import type { Claim, ModelPreferences } from '@callgate/core/vocabulary';
import type { Clock, ToolCatalogue } from '@callgate/gate';
import { contractMessages } from '@callgate/messages/contract';
import { logMessages } from '@callgate/messages/log';
import { aliasProblem } from '../config/alias.ts';
import type { ListingFilter, ListingConfig, ServerConfig } from '../config/gateway-config.ts';
import type { ExposedEntry, OfferedEntries } from './build-view.ts';
import { buildView } from './build-view.ts';
import type { ListKind } from './entry-shapes.ts';
import type { CallableEntry } from './callable-entry.ts';
import { findLockedServer } from './lock/apply-lock.ts';
import type { Lock } from './lock/read-lock.ts';
import { TakenNames, exposedName, exposedProblem } from './exposed-names.ts';
import type { OperatorDecisionStore } from './operator-decision-file.ts';
import { readServerDecisions } from './operator-decision-file.ts';
import { NO_DECISIONS } from './tool-decisions.ts';
import type { Pin, PinStore } from './pin-store.ts';
import { INSTRUCTIONS_PIN, acceptChangedPins, pinKey, readOnlyPins } from './pin-store.ts';
import type { ServerLists } from './read-lists.ts';
import { LIST_KINDS } from './read-lists.ts';
import { EMPTY_LISTS, ServerCatalogue } from './server-catalogue.ts';
import { checkLists } from './check-lists.ts';
import type { ServerInventory } from './server-inventory.ts';
import { buildInventory, decisionDiagnoses } from './server-inventory.ts';
import type { TrustStore } from './trust-file.ts';
import type { ContractFile } from './contract-file.ts';
import type { Enforcement } from './enforcement.ts';
import type { NotedViolation, ViolationFile } from './violation-file.ts';
import { NO_VIOLATIONS } from './violation-file.ts';
import type { Diagnosis, AgentView, AgentViewSource } from './agent-view.ts';
import { createDiagnosis } from './agent-view.ts';

export interface GatewayCatalogueOptions {
  readonly pins: PinStore;
  readonly trust: TrustStore;
  /** What tools were seen to do against their claims; nothing is remembered where it is not given. */
  readonly violations?: ViolationFile;
  /** Where it is written down for people where tools ran last. */
  readonly contracts?: Pick<ContractFile, 'note'>;
  /** What the operator said of single tools; nothing where it is not given. */
  readonly operator?: OperatorDecisionStore;
  readonly listing: ListingConfig;
  readonly clock: Pick<Clock, 'now'>;
  /** Hints that the policy registers. */
  readonly customHints?: readonly CustomHint[];
  /** What happened just now and the operator should hear of. */
  readonly tell?: (news: Diagnosis) => void;
}

/** Which lists agents should read again. Templates are told with resources. */
export interface ListChanges {
  readonly tools: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
}

export const DECLARE_TASK = 'declare_task';
export const DECLARE_PLAN = 'declare_plan';

/** Tools of the gateway itself. */
export const ownToolNames = ({ declareTask, declarePlan }: ListingConfig): readonly string[] => [
  ...(declareTask === true ? [DECLARE_TASK] : []),
  ...(declarePlan === true ? [DECLARE_PLAN] : []),
];

const hasSameEntries = (one: readonly ExposedEntry[], other: readonly ExposedEntry[]): boolean =>
  one.length === other.length &&
  one.every(({ exposed, entry }, index) => other[index]?.exposed === exposed && other[index].entry === entry);

const textOf = ({ server, what, code, message }: Diagnosis): string =>
  [server, what, code, message].join(' ');

const newDiagnoses = (now: readonly Diagnosis[], before: readonly Diagnosis[]): readonly Diagnosis[] => {
  const known = new Set(before.map(textOf));
  return now.filter((each) => !known.has(textOf(each)));
};

const MAX_VIOLATION = 500;

const TWO_OF_IT = logMessages.tools.aliasTwice;

/** What servers list, made into what agents see and what the gate looks up. */
export class GatewayCatalogue implements ToolCatalogue, AgentViewSource {
  readonly #options: GatewayCatalogueOptions;
  readonly #listeners: Set<(changed: ListChanges) => void> = new Set();
  #listing: ListingConfig;
  #custom: readonly CustomHint[];
  #lock: Lock | null = null;
  #autorunFiles: readonly string[] = [];
  /** In the order of the configuration. */
  #shelves: ReadonlyMap<string, ServerCatalogue> = new Map();
  #aliasProblems: readonly Diagnosis[] = [];
  #offered: OfferedEntries;
  #offerProblems: readonly Diagnosis[] = [];
  #prefixed = true;
  /** By filters; what one principal sees depends on nothing else. */
  #views: Map<string, AgentView> = new Map();
  #bySubject: Map<string, AgentView> = new Map();
  #anybody: AgentView | undefined;

  constructor(options: GatewayCatalogueOptions) {
    this.#options = options;
    this.#listing = options.listing;
    this.#custom = options.customHints ?? [];
    this.#offered = { tool: [], prompt: [], resource: [], template: [], beyond: () => undefined };
  }

  find(
    kind: CallKind,
    server: string,
    target: string,
    argumentsDigest?: string,
    runsElsewhere?: boolean,
  ): TracedTool | undefined {
    return this.#shelves.get(server)?.find(kind, target, argumentsDigest, runsElsewhere);
  }

  identity(server: string): string | undefined {
    return this.#shelves.get(server)?.identity ?? undefined;
  }

  /** The same, and what `beyond` finds where no server has it. Most calls end at a server. */
  extendWith(beyond: Pick<ToolCatalogue, 'find'>): ToolCatalogue {
    return {
      find: (...asked) => this.find(...asked) ?? beyond.find(...asked),
      identity: (server) => this.identity(server),
    };
  }

  viewFor(principal: Principal): AgentView {
    const { perPrincipal, filters } = this.#listing;
    if (!Object.hasOwn(perPrincipal, principal.subject))
      return (this.#anybody ??= this.#viewThrough(filters));
    const known = this.#bySubject.get(principal.subject);
    if (known !== undefined) return known;
    const view = this.#viewThrough(perPrincipal[principal.subject] ?? filters);
    this.#bySubject.set(principal.subject, view);
    return view;
  }

  /** The state: everything that is not offered or quarantined, and why. */
  get diagnoses(): readonly Diagnosis[] {
    return [
      ...this.#aliasProblems,
      ...[...this.#shelves.values()].flatMap((shelf) => [
        ...LIST_KINDS.flatMap((kind) => shelf.readProblems[kind] ?? []),
        ...shelf.diagnoses,
      ]),
      ...this.#offerProblems,
    ];
  }

  /** How many tools are held how well, in words; undefined where none is meant to be. */
  sandboxText(server: string): string | undefined {
    const levels = (this.#shelves.get(server)?.contracts() ?? []).flatMap(({ contract: { place } }) =>
      place === undefined ? [] : [contractMessages.level(place)],
    );
    return levels.length === 0
      ? undefined
      : contractMessages.levels({
          levels: [...Map.groupBy(levels, (level) => level)].map(([level, { length }]) => ({
            level,
            count: length,
          })),
        });
  }

  toolCount(server: string): number {
    return this.#shelves.get(server)?.allTools.size ?? 0;
  }

  /** Everything there is, offered or not, for people to look at. */
  stock(): readonly ServerInventory[] {
    const exposed = new Map(this.#offered.tool.map((each) => [each.entry, each.exposed]));
    const { diagnoses } = this;
    return [...this.#shelves.values()].map((shelf) =>
      buildInventory(
        shelf,
        (entry) => exposed.get(entry) ?? null,
        diagnoses.filter(({ server }) => server === shelf.server),
      ),
    );
  }

  /** Returns how to stop listening. */
  onChange(listener: (changed: ListChanges) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The servers there are now. What is known of those that stay is kept. */
  setServers(configs: readonly ServerConfig[]): void {
    const problems: Diagnosis[] = [];
    const shelves = new Map<string, ServerCatalogue>();
    const taken = new TakenNames();
    for (const config of configs) {
      if (!config.enabled) continue;
      const { server } = config;
      const other = aliasProblem(server) ?? (shelves.has(server) ? TWO_OF_IT : taken.take(server));
      if (other !== undefined) {
        const why =
          aliasProblem(server) ?? (other === TWO_OF_IT ? other : logMessages.tools.looksLike({ other }));
        const what = logMessages.about.server({ server: display(server, { max: 80 }) });
        problems.push({
          server,
          what,
          code: 'ALIAS_REFUSED',
          message: logMessages.tools.notOffered({ reason: why }),
        });
        continue;
      }
      const shelf = this.#shelves.get(server) ?? new ServerCatalogue(config);
      // another sandbox, or none: what was enforced for the settings before is not enforced for these
      if (!isDeepStrictEqual(shelf.config, config)) shelf.enforcement = null;
      shelf.config = config;
      shelf.autorunFiles = this.#autorunFiles;
      shelves.set(server, shelf);
    }
    this.#shelves = shelves;
    this.#aliasProblems = problems;
    for (const problem of problems) this.#tell(problem);
    for (const shelf of shelves.values()) this.#settle(shelf);
    this.#offer();
  }

  setListing(listing: ListingConfig, customHints: readonly CustomHint[] = this.#custom): void {
    this.#listing = listing;
    this.#custom = customHints;
    for (const shelf of this.#shelves.values()) this.#settle(shelf);
    this.#offer(true);
  }

  /** Patterns of files that run later, besides those of the table. */
  setAutorunFiles(files: readonly string[]): void {
    this.#autorunFiles = files;
    for (const shelf of this.#shelves.values()) shelf.autorunFiles = files;
    this.refresh();
  }

  /** What must be there and nothing else, for the servers it names. Whether it was accepted does not matter here. */
  setLock(lock: Lock | null): void {
    this.#lock = lock;
    this.refresh();
  }

  /** What a server lists now. Lists that were not read stay as they were, unless the alias stands for something else. */
  update(server: string, lists: ServerLists): void {
    const shelf = this.#shelves.get(server);
    if (shelf === undefined) return;
    const moved = shelf.identity !== lists.identity;
    shelf.identity = lists.identity;
    const listed = { ...(moved ? EMPTY_LISTS : shelf.listed) };
    const problems = { ...(moved ? {} : shelf.readProblems) };
    for (const kind of LIST_KINDS) {
      const list = lists[kind];
      if (list === undefined) continue;
      listed[kind] = list.entries;
      problems[kind] = list.diagnoses;
      for (const problem of newDiagnoses(list.diagnoses, shelf.readProblems[kind] ?? [])) this.#tell(problem);
    }
    shelf.listed = listed;
    shelf.readProblems = problems;
    this.#settle(shelf);
    this.#offer();
  }

  /** Where the tools of a server run from now on. */
  setEnforcement(server: string, enforcement: Enforcement): void {
    const shelf = this.#shelves.get(server);
    if (shelf === undefined) return;
    shelf.enforcement = enforcement;
    this.refresh(server);
  }

  /** A tool did what its claims exclude: remembered, and believed from now on. False where it was known. */
  noteViolation(server: string, violation: NotedViolation): boolean {
    const shelf = this.#shelves.get(server);
    const { violations, clock } = this.#options;
    if (violations === undefined || shelf === undefined || shelf.identity === null) return false;
    const { tool, hint } = violation;
    const digest = tool === null ? null : (shelf.allTools.get(tool)?.basis.digest ?? null);
    const noted = violations.note({
      server,
      identity: shelf.identity,
      tool: digest === null ? null : tool,
      definition: digest,
      hint,
      quarantine: shelf.config.contract?.onViolation === 'quarantine',
      what: violation.what.slice(0, MAX_VIOLATION),
      at: clock.now(),
    });
    if (noted) this.refresh(server);
    return noted;
  }

  /** Looks at pins, lock and trust again: an operator may have accepted something. */
  refresh(server?: string): void {
    for (const shelf of this.#shelves.values())
      if (server === undefined || shelf.server === server) this.#settle(shelf);
    this.#offer();
  }

  /**
   * The same after something was changed elsewhere. Pins stay as they are until lists are read again: where two
   * processes are shown different definitions, each would go on undoing what the other pinned.
   */
  follow(): void {
    for (const shelf of this.#shelves.values()) this.#settle(shelf, readOnlyPins(this.#options.pins));
    this.#offer();
  }

  /** Takes what a server shows now for what it is pinned to: all of it, or the named ones. */
  accept(server: string, names?: ReadonlySet<string>): readonly Pin[] {
    const identity = this.#shelves.get(server)?.identity;
    if (identity === undefined || identity === null) return [];
    const accepted = acceptChangedPins(this.#options.pins, server, identity, names);
    this.#options.violations?.forget(server, identity, names);
    this.refresh(server);
    return accepted;
  }

  /** A uri that a server gave in a result can be read from it. False where it never can be. */
  noteResource(server: string, uri: string): boolean {
    return this.#shelves.get(server)?.noteResource(uri) ?? false;
  }

  /** What a server said about one call of a tool. False where it was not to be asked. */
  noteResolved(server: string, tool: string, argumentsDigest: string, claims: readonly Claim[]): boolean {
    return this.#shelves.get(server)?.noteResolved(tool, argumentsDigest, claims) ?? false;
  }

  /**
   * What a server says of itself to models, as it was said first. Something else said later is told to the operator
   * and goes to nobody until it is accepted.
   */
  instructions(server: string, identity: string, said: string | null): string | null {
    const { pins, clock } = this.#options;
    const definition = { name: INSTRUCTIONS_PIN, text: said ?? '' };
    const { digest } = digestDefinition(definition);
    const at = clock.now();
    let kept: string | null = null;
    let news = false;
    try {
      pins.change(server, identity, (known) => {
        const pin = known.get(pinKey('prompt', INSTRUCTIONS_PIN));
        news = pin !== undefined && pin.digest !== digest && pin.changed?.digest !== digest;
        const text = pin === undefined ? (said ?? '') : pin.definition['text'];
        kept = typeof text === 'string' && text !== '' ? text : null;
        if (pin === undefined)
          return [{ kind: 'prompt', name: INSTRUCTIONS_PIN, digest, definition, firstSeen: at }];
        return news ? [{ ...pin, changed: { digest, definition, at } }] : [];
      });
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      return null;
    }
    if (news)
      this.#tell({
        server,
        what: 'instructions',
        code: 'DRIFT',
        message: logMessages.tools.instructionsChanged({ server }),
      });
    return kept;
  }

  /** What counts of what the operator said of this server. */
  trustOf(server: string): TracedTool['tool']['server']['trust'] {
    return this.#shelves.get(server)?.trust ?? 'untrusted';
  }

  /** Servers whose texts nobody vouches for. One that was never reached has told nothing, whatever its trust will be. */
  untrustedServers(): readonly string[] {
    return [...this.#shelves.values()]
      .filter(
        ({ config, identity, trust }) =>
          config.trust === 'untrusted' || (identity !== null && trust === 'untrusted'),
      )
      .map(({ server }) => server);
  }

  /** What a server says about models of its tools, but for one of them. */
  preferencesOf(server: string, except: string): readonly (ModelPreferences | null)[] {
    return this.#shelves.get(server)?.preferences(except) ?? [];
  }

  #tell(news: Diagnosis): void {
    this.#options.tell?.(news);
  }

  #settle(shelf: ServerCatalogue, pins: PinStore = this.#options.pins): void {
    const { identity, server, config, listed } = shelf;
    if (identity === null) {
      shelf.rebuild();
      return;
    }
    const { trust, problem } = this.#options.trust.trustOf(server, config.trust, identity);
    shelf.trust = trust;
    const { operator } = this.#options;
    shelf.violations = this.#options.violations?.of(server, identity) ?? NO_VIOLATIONS;
    shelf.words = operator === undefined ? NO_DECISIONS : readServerDecisions(operator, server, identity);
    const { known, diagnoses, news } = checkLists({
      server,
      identity,
      listed,
      pins,
      lock: findLockedServer(this.#lock, server),
      now: this.#options.clock.now(),
      custom: this.#custom,
    });
    const unbound: readonly Diagnosis[] =
      problem === null ? [] : [{ server, what: 'trust', code: 'TRUST_UNBOUND', message: problem }];
    const told = [...unbound, ...decisionDiagnoses(server, shelf.words, known.tool), ...diagnoses];
    const fresh = newDiagnoses(told, shelf.diagnoses);
    shelf.diagnoses = told;
    shelf.rebuild(known);
    this.#options.contracts?.note(server, identity, shelf.contracts());
    for (const each of news) this.#tell(each);
    // a drift is news only once, and is among the news then; who disabled a tool has said so in the record
    for (const each of fresh) if (each.code !== 'DRIFT' && each.code !== 'DISABLED') this.#tell(each);
  }

  #viewThrough(filters: readonly ListingFilter[]): AgentView {
    const key = filters.toSorted().join(' ');
    const known = this.#views.get(key);
    if (known !== undefined) return known;
    const { effectiveHints } = this.#listing;
    const view = buildView(this.#offered, { filters, effectiveHints, custom: this.#custom });
    this.#views.set(key, view);
    return view;
  }

  /** Names for agents, and which uris belong to exactly one server. */
  #offer(always = false): void {
    const before = this.#offered;
    const problems: Diagnosis[] = [];
    this.#prefixed = this.#listing.prefix === 'always' || this.#shelves.size > 1;
    this.#offered = {
      tool: this.#named('tool', problems),
      prompt: this.#named('prompt', problems),
      resource: this.#unshared('resource', problems),
      template: this.#unshared('template', problems),
      beyond: (uri) => this.#beyond(uri),
    };
    for (const each of newDiagnoses(problems, this.#offerProblems)) this.#tell(each);
    this.#offerProblems = problems;
    const differs = (kind: ListKind): boolean => always || !hasSameEntries(before[kind], this.#offered[kind]);
    const tools = differs('tool');
    const prompts = differs('prompt');
    const resources = differs('resource') || differs('template');
    if (!tools && !prompts && !resources) return;
    this.#views = new Map();
    this.#bySubject = new Map();
    this.#anybody = undefined;
    for (const listener of this.#listeners) listener({ tools, prompts, resources });
  }

  #named(kind: 'tool' | 'prompt', problems: Diagnosis[]): readonly ExposedEntry[] {
    const taken = new TakenNames();
    const reserved = new Set(kind === 'tool' ? ownToolNames(this.#listing) : []);
    for (const name of reserved) taken.take(name);
    const exposed: ExposedEntry[] = [];
    for (const shelf of this.#shelves.values())
      for (const [name, entry] of shelf.entries[kind]) {
        const agents = exposedName(shelf.server, name, this.#prefixed);
        const other = reserved.has(agents) ? agents : taken.take(agents);
        const problem =
          exposedProblem(agents) ??
          (other === undefined ? undefined : logMessages.tools.nameTaken({ other }));
        if (problem === undefined) exposed.push({ exposed: agents, entry });
        else {
          const message = logMessages.tools.notOffered({ reason: problem });
          problems.push(createDiagnosis(shelf.server, kind, name, 'NAME_REFUSED', message));
        }
      }
    return exposed;
  }

  /** Two servers that list one uri: nobody could tell whose is read, so it is neither's. */
  #unshared(kind: 'resource' | 'template', problems: Diagnosis[]): readonly ExposedEntry[] {
    const owners = new Map<string, { readonly entry: CallableEntry; readonly shelves: string[] }>();
    for (const shelf of this.#shelves.values())
      for (const [name, entry] of shelf.entries[kind]) {
        const owner = owners.get(name);
        if (owner === undefined) owners.set(name, { entry, shelves: [shelf.server] });
        else owner.shelves.push(shelf.server);
      }
    const exposed: ExposedEntry[] = [];
    for (const [name, { entry, shelves }] of owners) {
      if (shelves.length === 1) exposed.push({ exposed: name, entry });
      else
        for (const server of shelves) {
          const reason = logMessages.tools.servers({ servers: shelves.length });
          const message = logMessages.tools.notOffered({ reason });
          problems.push(createDiagnosis(server, kind, name, 'URI_SHARED', message));
        }
    }
    return exposed;
  }

  #beyond(uri: string): CallableEntry | undefined {
    let found: CallableEntry | undefined;
    for (const shelf of this.#shelves.values()) {
      const entry = shelf.resource(uri);
      if (entry === undefined) continue;
      if (found !== undefined) return undefined;
      found = entry;
    }
    return found;
  }
}
