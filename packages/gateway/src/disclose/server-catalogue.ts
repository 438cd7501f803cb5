import type { JsonObject, TracedTool, TrustLevel } from '@callgate/core';
import { getOwn } from '@callgate/core';
import { globMatches } from '@callgate/core/decide';
import type { Override, SandboxContract, ToolReview } from '@callgate/core/disclose';
import { digestDefinition, openDefinition } from '@callgate/core/disclose';
import type { ServerSettings } from '@callgate/core/label';
import type { CallKind } from '@callgate/core/receive';
import type { Claim, ModelPreferences } from '@callgate/core/vocabulary';
import { logMessages } from '@callgate/messages/log';
import type { ServerConfig } from '../config/gateway-config.ts';
import { SERVER_ANSWER_KEY } from '../wire/extensions.ts';
import { BoundedMap } from './bounded-map.ts';
import { uriProblem } from './uri-problem.ts';
import type { Enforcement, PlacedTool } from './enforcement.ts';
import type { EntryBasis } from './callable-entry.ts';
import { CallableEntry } from './callable-entry.ts';
import type { ServerToolDecisions } from './tool-decisions.ts';
import { NO_DECISIONS, overridesFromDecisions, reviewsFromDecisions } from './tool-decisions.ts';
import { isResolvable } from './is-resolvable.ts';
import type { ListKind } from './entry-shapes.ts';
import type { CheckedEntry, CheckedLists, ListedEntries } from './check-lists.ts';
import { suggestedClaims } from './suggested-claims.ts';
import { UriTemplate } from './uri-template.ts';
import type { Diagnosis } from './agent-view.ts';
import type { ServerViolations } from './violation-file.ts';
import { NO_VIOLATIONS } from './violation-file.ts';

const MAX_NOTED = 10_000;
const MAX_BEYOND = 4096;

const NO_CHECKED_LISTS: CheckedLists = { tool: [], prompt: [], resource: [], template: [] };
export const EMPTY_LISTS: ListedEntries = { tool: [], prompt: [], resource: [], template: [] };

const ENABLED_OVERRIDE: Override = Object.freeze({
  set: Object.freeze({ readOnly: 'yes', openWorld: 'no' }),
  reason: logMessages.tools.enabled,
});

/** The question of a server stays here; what is answered to it leaves. */
const ASK_OVERRIDES: readonly Override[] = Object.freeze([
  { set: { readOnly: 'yes' }, reason: logMessages.tools.enabled },
  {
    set: { openWorld: 'no' },
    when: { op: 'not', of: { op: 'has', of: { op: 'args' }, key: SERVER_ANSWER_KEY } },
    reason: logMessages.tools.nothingCarried,
  },
]);

/** A pattern with a colon is about uris, one without about names. */
const matchesKind = (pattern: string, kind: ListKind): boolean =>
  pattern.includes(':') === (kind === 'resource' || kind === 'template');

/** The list from before where it holds the same. */
const sameList = <T>(before: readonly T[], now: readonly T[]): readonly T[] =>
  before.length === now.length && before.every((each, at) => each === now[at]) ? before : now;

type EntryMap = ReadonlyMap<string, CallableEntry>;
type EntryMaps = Readonly<Record<ListKind, EntryMap>>;
const NO_ENTRIES: EntryMap = new Map();
const NO_CONTRACTS: ReadonlyMap<string, SandboxContract> = new Map();
const NO_LISTS: EntryMaps = {
  tool: NO_ENTRIES,
  prompt: NO_ENTRIES,
  resource: NO_ENTRIES,
  template: NO_ENTRIES,
};

/** What was configured about this definition, as about exactly this one. */
const findReviews = (
  reviews: readonly ToolReview[],
  definition: JsonObject,
  digest: string,
): readonly ToolReview[] => {
  const isOpen = reviews.some(({ coversClosed }) => coversClosed);
  const open = isOpen ? digestDefinition(openDefinition(definition)).digest : digest;
  return reviews
    .filter((review) => review.definition === digest || (review.coversClosed && review.definition === open))
    .map(({ coversClosed: _, ...review }) => ({ ...review, definition: digest }));
};

export class ServerCatalogue {
  readonly server: string;
  config: ServerConfig;
  identity: string | null = null;
  trust: TrustLevel = 'untrusted';
  listed: ListedEntries = EMPTY_LISTS;
  /** Problems found while the lists were read, by list. */
  readProblems: Readonly<Partial<Record<ListKind, readonly Diagnosis[]>>> = {};
  /** How things stand with names, pins, lock and trust. */
  diagnoses: readonly Diagnosis[] = [];
  words: ServerToolDecisions = NO_DECISIONS;
  /** Patterns of files that run later, besides those of the table. */
  autorunFiles: readonly string[] = [];
  /** Where its tools run; null where they run as any program does. */
  enforcement: Enforcement | null = null;
  /** What its tools were seen to do against their claims. */
  violations: ServerViolations = NO_VIOLATIONS;
  /** With those that are disabled, for people to look at. */
  allTools: EntryMap = NO_ENTRIES;
  entries: EntryMaps = NO_LISTS;
  #known: CheckedLists = NO_CHECKED_LISTS;
  #siblings: readonly JsonObject[] = [];
  #asks: EntryMap = NO_ENTRIES;
  #resolves: EntryMap = NO_ENTRIES;
  #completions: Map<string, CallableEntry> = new Map();
  #completionsBefore: Map<string, CallableEntry> = new Map();
  #settings: ServerSettings = {};
  #contracts: ReadonlyMap<string, SandboxContract> = NO_CONTRACTS;
  /** Made on demand. */
  #preferences: ReadonlyMap<string, ModelPreferences | null> | undefined;
  #matchers: readonly { readonly template: UriTemplate; readonly known: CheckedEntry }[] = [];
  #noted: BoundedMap<string, true> = new BoundedMap(MAX_NOTED);
  /** Uris in no list: those looked up before, and null for those that nothing stands for. */
  #beyond: BoundedMap<string, CallableEntry | null> = new BoundedMap(MAX_BEYOND);
  #beyondBefore: BoundedMap<string, CallableEntry | null> = new BoundedMap(MAX_BEYOND);

  constructor(config: ServerConfig) {
    this.server = config.server;
    this.config = config;
  }

  /** Where nothing about a thing changed, the object for it stays the same. */
  rebuild(known: CheckedLists = this.#known): void {
    this.#known = known;
    this.#preferences = undefined;
    this.#siblings = sameList(
      this.#siblings,
      known.tool.map(({ definition }) => definition),
    );
    this.#settings = { stores: this.config.stores, ...this.config.audience };
    this.#contracts =
      this.enforcement?.contracts(known.tool.map((tool) => this.#placed(tool))) ?? NO_CONTRACTS;
    this.allTools = this.#entries('tool', this.allTools);
    this.entries = {
      tool: this.#enabled(),
      prompt: this.#entries('prompt', this.entries.prompt),
      resource: this.#entries('resource', this.entries.resource),
      template: this.#entries('template', this.entries.template),
    };
    this.#asks = this.#askEntries();
    this.#resolves = this.#resolveEntries();
    const completions = new Map<string, CallableEntry>();
    for (const each of [...known.prompt, ...known.template])
      completions.set(each.name, this.#entry(each, 'completion').orSame(this.#completions.get(each.name)));
    this.#completionsBefore = this.#completions;
    this.#completions = completions;
    this.#matchers = known.template.flatMap((each) => {
      const template = UriTemplate.of(each.name);
      return template === undefined ? [] : [{ template, known: each }];
    });
    this.#beyondBefore = this.#beyond;
    this.#beyond = new BoundedMap(MAX_BEYOND);
  }

  /** What is enforced where its tools run, in their order. */
  contracts(): readonly { tool: string; digest: string; contract: SandboxContract }[] {
    return [...this.allTools].flatMap(([tool, { basis }]) =>
      basis.contract === undefined ? [] : [{ tool, digest: basis.digest, contract: basis.contract }],
    );
  }

  /** What its tools say about models, but for one of them; those that are disabled say something too. */
  preferences(except: string): readonly (ModelPreferences | null)[] {
    this.#preferences ??= new Map(
      [...this.allTools].map(([name, entry]) => [
        name,
        entry.traced().tool.claims.details.modelPreferences ?? null,
      ]),
    );
    return [...this.#preferences].flatMap(([name, said]) => (name === except ? [] : [said]));
  }

  /** On the path of every call. */
  find(
    kind: CallKind,
    target: string,
    argumentsDigest: string | undefined,
    runsElsewhere = false,
  ): TracedTool | undefined {
    const entry = this.#entryFor(kind, target);
    if (entry === undefined) return undefined;
    if (runsElsewhere) return entry.tracedElsewhere(argumentsDigest);
    return argumentsDigest === undefined ? entry.traced() : entry.tracedFor(argumentsDigest);
  }

  #entryFor(kind: CallKind, target: string): CallableEntry | undefined {
    switch (kind) {
      case 'tool':
      case 'prompt':
        return this.entries[kind].get(target);
      case 'resource':
        return this.resource(target);
      case 'completion':
        return this.#completions.get(target) ?? this.#completionOfUri(target);
      case 'resolve':
        return this.#resolves.get(target);
      case 'sampling':
      case 'elicitation':
      case 'roots':
        return target === kind ? this.#asks.get(kind) : undefined;
      default:
        return undefined;
    }
  }

  /** Listed, of a template, or given by the server in a result. */
  resource(uri: string): CallableEntry | undefined {
    const listed = this.entries.resource.get(uri);
    if (listed !== undefined) return listed;
    const beyond = this.#beyond.get(uri);
    if (beyond !== undefined) return beyond ?? undefined;
    const found = this.#lookBeyond(uri);
    this.#beyond.set(uri, found);
    return found ?? undefined;
  }

  /** A uri the server gave in a result, so that it can be read. False where it never can be. */
  noteResource(uri: string): boolean {
    if (this.#noted.has(uri) || this.entries.resource.has(uri)) return true;
    if (uriProblem(uri) !== undefined) return false;
    this.#noted.set(uri, true);
    if (this.#beyond.get(uri) === null) this.#beyond.set(uri, this.#lookBeyond(uri));
    return true;
  }

  noteResolved(tool: string, argumentsDigest: string, claims: readonly Claim[]): boolean {
    const entry = this.#resolves.has(tool) ? this.entries.tool.get(tool) : undefined;
    entry?.noteResolved(argumentsDigest, claims);
    return entry !== undefined;
  }

  #lookBeyond(uri: string): CallableEntry | null {
    const matchers = this.#matchers.filter(({ template }) => template.matches(uri));
    // a template beside a quarantined one must not be a way around it
    const matcher = matchers.find(({ known: each }) => each.quarantine !== null) ?? matchers[0];
    if (matcher === undefined && !this.#noted.has(uri)) return null;
    if (matcher === undefined && uriProblem(uri) !== undefined) return null;
    const definition = { uri };
    const known: CheckedEntry =
      matcher === undefined
        ? {
            kind: 'resource',
            name: uri,
            definition,
            shown: definition,
            digest: digestDefinition(definition).digest,
            quarantine: null,
          }
        : { ...matcher.known, kind: 'resource', name: uri };
    return this.#entry(known, 'resource').orSame(this.#beyondBefore.get(uri) ?? undefined);
  }

  #completionOfUri(uri: string): CallableEntry | undefined {
    const known = this.entries.resource.has(uri)
      ? this.#known.resource.find(({ name }) => name === uri)
      : undefined;
    if (known === undefined) return undefined;
    const entry = this.#entry(known, 'completion').orSame(this.#completionsBefore.get(uri));
    this.#completions.set(uri, entry);
    return entry;
  }

  /** What people said of it. */
  #said(known: CheckedEntry): Pick<EntryBasis, 'overrides' | 'reviews'> {
    const { name, definition, digest } = known;
    const configured = this.config.overrides
      .filter(({ tools }) => matchesKind(tools, known.kind) && globMatches(tools, name))
      .map(({ override }) => override);
    const words = known.kind === 'tool' ? this.words.of(name) : undefined;
    return {
      overrides: [...configured, ...overridesFromDecisions(words, digest)],
      reviews: [
        ...findReviews(this.config.reviews, definition, digest),
        ...reviewsFromDecisions(words, digest),
      ],
    };
  }

  #placed(known: CheckedEntry): PlacedTool {
    const { name, definition, digest } = known;
    const enabled = this.words.damaged === null && this.words.disabled(name, digest) === null;
    return { name, definition, digest, ...this.#said(known), enabled };
  }

  /** What a sandbox enforces and saw: of tools alone. */
  #sandboxed({ name, digest }: CheckedEntry, kind: CallKind): Pick<EntryBasis, 'contract' | 'observations'> {
    if (kind !== 'tool') return {};
    const contract = this.#contracts.get(name);
    const observations = this.violations.of(name, digest);
    return {
      ...(contract === undefined ? {} : { contract }),
      ...(observations.length === 0 ? {} : { observations }),
    };
  }

  #entry(known: CheckedEntry, kind: CallKind): CallableEntry {
    const { name, definition, digest, shown } = known;
    return new CallableEntry(
      {
        server: this.server,
        kind,
        name,
        digest,
        pinnedDigest: shown === definition ? digest : digestDefinition(shown).digest,
        trust: this.trust,
        ...this.#said(known),
        ...this.#suggested(known, kind),
        ...this.#sandboxed(known, kind),
        autorunFiles: this.autorunFiles,
        quarantine: known.quarantine ?? this.violations.quarantine,
        settings: this.#settings,
      },
      definition,
      shown,
    );
  }

  #suggested({ definition }: CheckedEntry, kind: CallKind): Pick<EntryBasis, 'suggested'> {
    const { suggestions: least } = this.config;
    if (least === undefined || kind !== 'tool') return {};
    return { suggested: suggestedClaims(definition, this.#siblings, { server: this.server, least }) };
  }

  /** What is disabled is neither listed nor callable; where nobody can tell what is, nothing is either. */
  #enabled(): EntryMap {
    const { words } = this;
    if (words === NO_DECISIONS) return this.allTools;
    if (words.damaged !== null) return NO_ENTRIES;
    return new Map(
      [...this.allTools].filter(([name, { basis }]) => words.disabled(name, basis.digest) === null),
    );
  }

  #entries(kind: ListKind, before: EntryMap): EntryMap {
    // a template is judged as the read it stands for
    const called: CallKind = kind === 'template' ? 'resource' : kind;
    return new Map(
      this.#known[kind].map((known) => [
        known.name,
        this.#entry(known, called).orSame(before.get(known.name)),
      ]),
    );
  }

  #own(
    kind: CallKind,
    name: string,
    definition: CheckedEntry['definition'],
    overrides: readonly Override[] = [ENABLED_OVERRIDE],
  ): CallableEntry {
    const { digest } = digestDefinition(definition);
    return new CallableEntry(
      {
        server: this.server,
        kind,
        name,
        digest,
        pinnedDigest: digest,
        trust: this.trust,
        overrides,
        reviews: [],
        autorunFiles: [],
        quarantine: null,
        settings: this.#settings,
      },
      definition,
      definition,
    );
  }

  #askEntries(): EntryMap {
    const { asks } = this.config;
    const kinds = (['sampling', 'elicitation', 'roots'] as const).filter((kind) => asks[kind]);
    return new Map(
      kinds.map((kind) => [
        kind,
        this.#own(kind, kind, { name: kind }, ASK_OVERRIDES).orSame(this.#asks.get(kind)),
      ]),
    );
  }

  /** Only servers that are believed are asked, and only about tools that are not quarantined. */
  #resolveEntries(): EntryMap {
    const resolves = new Map<string, CallableEntry>();
    if (this.trust === 'untrusted') return resolves;
    for (const [name, entry] of this.entries.tool) {
      if (entry.basis.quarantine !== null || !isResolvable(entry.definition)) continue;
      const inputSchema = getOwn(entry.definition, 'inputSchema') ?? {};
      resolves.set(name, this.#own('resolve', name, { name, inputSchema }).orSame(this.#resolves.get(name)));
    }
    return resolves;
  }
}
