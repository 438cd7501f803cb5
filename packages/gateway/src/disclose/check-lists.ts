import type { JsonObject } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { CustomHint } from '@callgate/core/disclose';
import { logMessages } from '@callgate/messages/log';
import { countOf } from '@callgate/messages/text/count';
import { uriProblem } from './uri-problem.ts';
import type { PinOutcome, PinCandidate } from './reconcile-pins.ts';
import { reconcilePins } from './reconcile-pins.ts';
import type { ListKind } from './entry-shapes.ts';
import { lockMismatch } from './lock/apply-lock.ts';
import type { LockedServer } from './lock/read-lock.ts';
import type { NamedEntry } from './exposed-names.ts';
import { sortNames } from './exposed-names.ts';
import type { PinStore, PinnedKind, Pins } from './pin-store.ts';
import { pinKey } from './pin-store.ts';
import type { ListedEntry } from './read-lists.ts';
import { UriTemplate } from './uri-template.ts';
import type { Diagnosis } from './agent-view.ts';
import { createDiagnosis } from './agent-view.ts';

/** Something a server lists that can be called, and how it stands. */
export interface CheckedEntry {
  readonly kind: ListKind;
  readonly name: string;
  /** As it is listed now: what is judged. */
  readonly definition: JsonObject;
  readonly digest: string;
  /** As it is pinned: what agents see. */
  readonly shown: JsonObject;
  readonly quarantine: string | null;
}

export type ListedEntries = Readonly<Record<ListKind, readonly ListedEntry[]>>;
export type CheckedLists = Readonly<Record<ListKind, readonly CheckedEntry[]>>;

export interface ListCheckResult {
  readonly known: CheckedLists;
  readonly diagnoses: readonly Diagnosis[];
  readonly news: readonly Diagnosis[];
}

export interface ListCheckInput {
  readonly server: string;
  readonly identity: string;
  readonly listed: ListedEntries;
  readonly pins: PinStore;
  readonly lock: LockedServer | undefined;
  readonly now: number;
  readonly custom: readonly CustomHint[];
}

type DiagnosisFactory = (kind: ListKind, name: string, code: string, message: string) => Diagnosis;

const firstOfEach = (
  entries: readonly ListedEntry[],
  again: (name: string) => void,
): readonly ListedEntry[] => {
  const seen = new Set<string>();
  return entries.filter(({ name }) => {
    if (seen.has(name)) again(name);
    else {
      seen.add(name);
      return true;
    }
    return false;
  });
};

/** Uris and templates that can be called at all; a template listed twice is quarantined, a resource is just data. */
const sortUris = (
  kind: 'resource' | 'template',
  entries: readonly ListedEntry[],
  tell: DiagnosisFactory,
  diagnoses: Diagnosis[],
): readonly NamedEntry[] => {
  const twice = new Set<string>();
  const firsts = firstOfEach(entries, (name) => twice.add(name));
  for (const name of twice) diagnoses.push(tell(kind, name, 'NAME_DUPLICATE', logMessages.tools.listedTwice));
  return firsts.flatMap((entry) => {
    const problem =
      kind === 'resource'
        ? uriProblem(entry.name)
        : UriTemplate.of(entry.name) === undefined
          ? logMessages.tools.templateUnreadable
          : undefined;
    if (problem !== undefined) {
      diagnoses.push(
        tell(kind, entry.name, 'URI_REFUSED', logMessages.tools.notOffered({ reason: problem })),
      );
      return [];
    }
    const again = kind === 'template' && twice.has(entry.name);
    return [{ ...entry, apart: again ? logMessages.quarantine.listedTwice : null }];
  });
};

const PINNED: readonly PinnedKind[] = ['tool', 'prompt', 'template'];

/** `null` where the pins cannot be read or written, with the reason in `why`. */
const reconcileAll = (
  { server, identity, pins, now, custom }: ListCheckInput,
  entries: readonly PinCandidate[],
): { settled: readonly PinOutcome[]; first: boolean } | { why: string } => {
  let first = false;
  let settled: readonly PinOutcome[] = [];
  const news = new Set<number>();
  try {
    pins.change(server, identity, (known: Pins) => {
      first ||= known.size === 0;
      const settlement = reconcilePins(known, entries, now, custom);
      settled = settlement.settled;
      for (const [index, each] of settled.entries())
        if (each.type === 'drifted' && each.news) news.add(index);
      return settlement.puts;
    });
    // what was news the first time is news, though it is written down when it is looked at again
    const told = settled.map((each, index) =>
      each.type === 'drifted' && news.has(index) ? { ...each, news: true } : each,
    );
    return { settled: told, first };
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    return { why: error.message };
  }
};

const readPins = ({ server, identity, pins }: ListCheckInput): Pins => {
  try {
    return pins.read(server, identity);
  } catch (error) {
    if (error instanceof CallgateError) return new Map();
    throw error;
  }
};

const joinReasons = (reasons: readonly (string | null)[]): string | null => {
  const said = reasons.filter((reason) => reason !== null);
  return said.length === 0 ? null : said.join('; ');
};

interface EntryStatus {
  readonly shown: JsonObject;
  readonly reason: string | null;
  readonly diagnosis?: Diagnosis;
  readonly news?: Diagnosis;
}

/** By name only where it can stand in a command line as it is. */
const acceptCommand = (server: string, name: string): string =>
  `callgate accept ${server}${/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(name) ? ` ${name}` : ''}`;

const entryStatus = (
  server: string,
  entry: PinCandidate,
  settled: PinOutcome,
  tell: DiagnosisFactory,
): EntryStatus => {
  const { kind, name, definition } = entry;
  const say = (code: string, message: string): Diagnosis => tell(kind, name, code, message);
  switch (settled.type) {
    case 'drifted': {
      const reason = logMessages.quarantine.drifted({ changes: settled.words });
      const diagnosis = say(
        'DRIFT',
        logMessages.tools.review({ reason, command: acceptCommand(server, name) }),
      );
      const standingNow = { shown: settled.pin.definition, reason, diagnosis };
      return settled.news ? { ...standingNow, news: diagnosis } : standingNow;
    }
    case 'full': {
      const reason = logMessages.quarantine.pinsFull;
      return { shown: definition, reason, diagnosis: say('PINS_FULL', reason) };
    }
    case 'new':
      return { shown: definition, reason: null, news: say('NEW_DEFINITION', logMessages.tools.newAndPinned) };
    case 'repinned':
      return {
        shown: definition,
        reason: null,
        news: say('REPINNED', logMessages.tools.repinned({ changes: settled.words })),
      };
    default:
      return { shown: definition, reason: null };
  }
};

/** Lists against names, pins and lock: what can be called, what is quarantined, what is refused. Writes the pins. */
export const checkLists = (input: ListCheckInput): ListCheckResult => {
  const { server, listed, lock } = input;
  const tell: DiagnosisFactory = (...about) => createDiagnosis(server, ...about);
  const diagnoses: Diagnosis[] = [];
  const news: Diagnosis[] = [];
  const before = readPins(input);
  const named: Record<ListKind, readonly NamedEntry[]> = {
    tool: [],
    prompt: [],
    resource: sortUris('resource', listed.resource, tell, diagnoses),
    template: sortUris('template', listed.template, tell, diagnoses),
  };
  for (const kind of ['tool', 'prompt'] as const) {
    const sorted = sortNames(listed[kind], (name) => before.has(pinKey(kind, name)));
    named[kind] = sorted.named;
    for (const { name, code, message } of sorted.told) diagnoses.push(tell(kind, name, code, message));
  }
  const entries = PINNED.flatMap((kind) =>
    named[kind].map((entry) => ({ kind, entry, toSettle: { ...entry, kind, apart: entry.apart !== null } })),
  );
  const outcome = reconcileAll(
    input,
    entries.map(({ toSettle }) => toSettle),
  );
  const broken = 'why' in outcome ? logMessages.quarantine.pinsUnreadable({ problem: outcome.why }) : null;
  if (broken !== null)
    diagnoses.push({
      server,
      what: logMessages.about.pinnedDefinitions,
      code: 'PINS_DAMAGED',
      message: broken,
    });
  const known: Record<ListKind, CheckedEntry[]> = { tool: [], prompt: [], resource: [], template: [] };
  for (const [index, { kind, entry, toSettle }] of entries.entries()) {
    const { name, definition, digest, apart } = entry;
    const settled: PinOutcome =
      'why' in outcome ? { type: 'unpinned' } : (outcome.settled[index] ?? { type: 'unpinned' });
    const stands = entryStatus(server, toSettle, settled, tell);
    if (stands.diagnosis !== undefined) diagnoses.push(stands.diagnosis);
    if (stands.news !== undefined && !('first' in outcome && outcome.first && settled.type === 'new'))
      news.push(stands.news);
    const locked = lock === undefined ? null : lockMismatch(lock, input.identity, kind, name, digest);
    if (locked !== null)
      diagnoses.push(tell(kind, name, 'LOCK_MISMATCH', logMessages.tools.lock({ reason: locked })));
    known[kind].push({
      kind,
      name,
      definition,
      digest,
      shown: stands.shown,
      quarantine: joinReasons([broken, locked, apart, stands.reason]),
    });
  }
  for (const { name, definition, digest } of named.resource)
    known.resource.push({
      kind: 'resource',
      name,
      definition,
      digest,
      shown: definition,
      quarantine: broken,
    });
  if ('first' in outcome && outcome.first && outcome.settled.some(({ type }) => type === 'new')) {
    const count = outcome.settled.filter(({ type }) => type === 'new').length;
    const message = logMessages.tools.pinned({ definitions: countOf(count, 'definition') });
    news.push({ server, what: logMessages.about.pinnedDefinitions, code: 'PINNED', message });
  }
  return { known, diagnoses, news };
};
