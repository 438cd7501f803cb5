import type { Json, JsonObject } from '../receive/json.ts';
import { isJsonObject } from '../receive/json.ts';
import type { ResultLabels } from '../vocabulary/result-labels.ts';
import { readResultLabels } from '../vocabulary/result-labels.ts';
import { parseDay } from '../user-message/date.ts';
import { endsAgreement, isAgreement, readProposal } from '../user-message/agreement.ts';
import { MAX_PROMPT } from '../user-message/extract-intent.ts';
import { parsePlainNumber } from '../user-message/number.ts';
import type { Prohibition } from '../user-message/prohibition.ts';
import { addProhibitions } from '../user-message/prohibition.ts';
import { SessionEvidence } from './session-evidence.ts';
import { UserMessages } from '../user-message/user-messages.ts';
import type { LabelName, Labels, LabelStrength } from './label.ts';
import { strengthRank, strongerOf } from './label.ts';
import type { OpenPage } from './open-page.ts';
import { enterPage, leavePage, onlyFills } from './open-page.ts';
import type { ApprovedCall } from './approved-call.ts';
import { approveCall } from './approved-call.ts';
import type { DeniedCall } from './denied-calls.ts';
import { addDenied, removeDenied } from './denied-calls.ts';
import type { LastChange } from './last-change.ts';
import type { CreatedThing } from './results/created-thing.ts';
import { findCreatedThings } from './results/created-thing.ts';
import { isOwnLookup } from './results/own-record.ts';
import { isErrorResult } from './results/result-data.ts';
import { trimResult } from './results/trim-result.ts';
import type { SeenResult } from './results/seen-result.ts';
import type { TracedTool } from './traced-tool.ts';

/** The exact place a label or an origin rests on, so that a page can highlight it. */
export interface Witness {
  /** The id Callgate minted for the call. */
  readonly call: string;
  /** JSON path into the call's arguments or result, as keys and indexes from the root. */
  readonly path: readonly (string | number)[];
  /** UTF-16 offsets into the string at `path`, end exclusive; absent when the whole value is meant. */
  readonly span?: readonly [start: number, end: number];
}

/** One label of a session: how strong, the calls that caused it, and when it was last raised. */
export interface Label {
  readonly strength: LabelStrength;
  /** At most `MAX_WITNESSES`, earliest first; dropping one never weakens the label. */
  readonly witnesses: readonly Witness[];
  readonly at?: number;
}

export type SessionLabels = Readonly<Record<LabelName, Label>>;

/** An operator's recorded word that a label no longer counts. */
export interface Declassification {
  readonly label: LabelName;
  readonly by: string;
  readonly reason: string;
  readonly at?: number;
}

/** Something the person said, as a host hook or an adapter reported it, or as a task that is believed. */
export interface UserMessage {
  readonly text: string;
  readonly via: UserMessageVia;
  /** What the agent had just proposed, where the person says yes to it. */
  readonly agreed?: string;
}

/** `host`: a hook or adapter that hears the person. `task`: `declare_task`. `intent`: `_meta` aiInvocation.userIntent. */
export type UserMessageVia = 'host' | 'task' | 'intent';

/** A declared task that is not believed: it is recorded, and proves nothing. */
export interface UnverifiedTask extends UserMessage {
  readonly why:
    | 'the client is not vouched for'
    | 'untrusted content was already seen'
    | 'definitions of an untrusted server were listed';
}

/** What was forgotten to keep the session small. It proves nothing any more: dropping never relaxes. */
export interface DroppedCounts {
  readonly words: number;
  readonly results: number;
  readonly created: number;
}

/** What an agent's context has touched. Versioned and serialisable; changed only by events. */
export interface Session {
  readonly v: 1;
  readonly context: string;
  readonly labels: SessionLabels;
  readonly declassifications: readonly Declassification[];
  /** The person's words that still count, at most `MAX_SAID`, earliest first. */
  readonly said: readonly UserMessage[];
  readonly unbelieved: readonly UnverifiedTask[];
  /** Results, earliest first, at most `MAX_RESULTS` and `MAX_KEPT` characters. */
  readonly seen: readonly SeenResult[];
  /** Characters kept in `seen`. */
  readonly kept: number;
  readonly created: readonly CreatedThing[];
  /** Held calls that a person approved for the task, at most `MAX_APPROVED`, earliest first. */
  readonly approved?: readonly ApprovedCall[];
  /** The last change on each server in this task, the newest last. */
  readonly changes?: readonly LastChange[];
  /** The pages that browsers of servers show in this task. */
  readonly pages?: readonly OpenPage[];
  readonly dropped: DroppedCounts;
  /** What the agent's last message proposed, as long as the person has not answered. */
  readonly proposed?: string;
  /** Untrusted servers whose definitions, instructions or prompts the model may have read. At most `MAX_LISTED`. */
  readonly listed?: readonly string[];
  /** Of a host process: the sessions that its hooks named. What they touch counts here. At most `MAX_MEMBERS`. */
  readonly members?: readonly string[];
  /** Of a session that hooks named: the context of the host process it runs in. */
  readonly host?: string;
  /** What the person said not to do in this task, at most `MAX_PROHIBITIONS`; believed or not, it tightens. */
  readonly prohibitions: readonly Prohibition[];
  /** Digests of the calls that people denied in this task, at most `MAX_DENIED`. */
  readonly denied?: readonly string[];
  readonly unkept: UnkeptPrivateContent;
}

/** Private content that is not in `seen`. Anything distinctive may come from it: forgetting never relaxes. */
export interface UnkeptPrivateContent {
  /** Some was forgotten, cut, no text, or seen in another context. */
  readonly some: boolean;
  /** The same of untrusted content: anything may be quoted from it. */
  readonly untrusted?: true;
  /** Calls that may have read some and whose result did not come in yet, at most `MAX_AWAITED`. */
  readonly awaited: readonly string[];
}

/** What happens in a session. `at` is milliseconds since 1970, as the caller's clock has them. */
export type SessionEvent = { readonly at?: number } & (
  | {
      readonly type: 'user';
      readonly text: string;
      /** `host` where nothing is said. */
      readonly via?: UserMessageVia;
      /** The operator vouches for the client that said it; needed for `task` and `intent`. */
      readonly vouched?: boolean;
    }
  /** The agent's own message to the person, as a host hook or an adapter reported it. It proves nothing by itself. */
  | { readonly type: 'assistant'; readonly text: string }
  /** People were asked about a call and denied it. */
  | { readonly type: 'denied'; readonly call: DeniedCall }
  /** The person's task has ended: what was said, made and listed for it no longer proves anything. */
  | { readonly type: 'end' }
  /** A call was decided and goes out. */
  | {
      readonly type: 'call';
      readonly id: string;
      readonly tool: TracedTool;
      /** How long labels outlive the last call of a session. Where it is absent, only a raise counts. */
      readonly age?: number;
      /** How sure it is that the store the tool reads holds private data. */
      readonly stored?: LabelStrength;
      /** The arguments, where people were asked about the call and approved it. */
      readonly approved?: JsonObject;
    }
  | {
      readonly type: 'result';
      readonly id: string;
      readonly tool: TracedTool;
      readonly args: JsonObject;
      readonly result: Json;
      readonly stored?: LabelStrength;
      /** The call was the person's own: nothing untrusted had been seen, or its values were proven. What it made counts as theirs. */
      readonly intended?: boolean;
    }
  /** What was seen elsewhere joins in: by another context of the same principal, or through a store. */
  | { readonly type: 'join'; readonly labels: SessionLabels; readonly listed?: readonly string[] }
  /** Texts of untrusted servers were put before the model: definitions, instructions or prompts. */
  | { readonly type: 'listed'; readonly servers: readonly string[] }
  | ({ readonly type: 'declassify' } & Omit<Declassification, 'at'>)
);

export const MAX_WITNESSES = 16;
/** How many of the person's turns count at once: what was said longer ago was for another task. */
export const MAX_USER_MESSAGES = 8;
export const MAX_UNVERIFIED_TASKS = 8;
export const MAX_RESULTS = 256;
export const MAX_KEPT_CHARACTERS = 1_048_576;
export const MAX_CREATED = 1024;
export const MAX_APPROVED = 64;
export const MAX_AWAITED_CALLS = 64;
export const MAX_DECLASSIFICATIONS = 64;
export const MAX_LISTED_SERVERS = 64;
export const MAX_MEMBERS = 32;
export const MAX_CHANGED = 64;
const MAX_NAME = 300;
const MAX_NAMED = 64;

const NOTHING_UNKEPT: UnkeptPrivateContent = Object.freeze({ some: false, awaited: Object.freeze([]) });

const UNLABELLED: Label = Object.freeze({ strength: 'none', witnesses: Object.freeze([]) });

export const startSession = (context: string): Session => ({
  v: 1,
  context,
  labels: { private: UNLABELLED, untrusted: UNLABELLED },
  declassifications: [],
  said: [],
  unbelieved: [],
  seen: [],
  kept: 0,
  created: [],
  dropped: { words: 0, results: 0, created: 0 },
  prohibitions: [],
  unkept: NOTHING_UNKEPT,
});

export const getLabelStrengths = (session: Session): Labels => ({
  private: session.labels.private.strength,
  untrusted: session.labels.untrusted.strength,
});

/** Whether the person's own words are known. */
export const hasUserMessages = (session: Session): boolean => session.said.length > 0;

const sameWitness = (a: Witness, b: Witness): boolean =>
  a.call === b.call &&
  a.path.length === b.path.length &&
  a.path.every((step, index) => step === b.path[index]) &&
  a.span?.[0] === b.span?.[0] &&
  a.span?.[1] === b.span?.[1];

const withWitness = (known: readonly Witness[], witness: Witness): readonly Witness[] =>
  known.length >= MAX_WITNESSES || known.some((other) => sameWitness(other, witness))
    ? known
    : [...known, witness];

type EventTime = { readonly at?: number };

/** The later of two times; what was raised at no known time never ages. */
const later = (a: Label, strength: LabelStrength, at: number | undefined): EventTime => {
  if (strength === 'none') return a.at === undefined ? {} : { at: a.at };
  if (at === undefined || (a.strength !== 'none' && a.at === undefined)) return {};
  return { at: a.at === undefined ? at : Math.max(a.at, at) };
};

const raised = (label: Label, strength: LabelStrength, witness: Witness, at: number | undefined): Label => {
  if (strength === 'none') return label;
  // the call that made a label stronger is never the one that is left out
  const rises = strengthRank(strength) > strengthRank(label.strength);
  const witnesses = withWitness(
    rises ? label.witnesses.slice(0, MAX_WITNESSES - 1) : label.witnesses,
    witness,
  );
  const time = later(label, strength, at);
  const same = !rises && witnesses === label.witnesses && time.at === label.at;
  return same ? label : { strength: strongerOf(label.strength, strength), witnesses, ...time };
};

/** The labels a call is judged on: those before its own raise, but for a tool that acts in several steps of its own. */
export const getCallLabels = (session: Session, tool: TracedTool): Labels => {
  const labels = getLabelStrengths(session);
  if (!tool.agentic) return labels;
  return {
    private: strongerOf(labels.private, tool.raises.private),
    untrusted: strongerOf(labels.untrusted, tool.raises.untrusted),
  };
};

const raiseBoth = (session: Session, by: Labels, witness: Witness, at: number | undefined): Session => {
  const own = raised(session.labels.private, by.private, witness, at);
  const untrusted = raised(session.labels.untrusted, by.untrusted, witness, at);
  return own === session.labels.private && untrusted === session.labels.untrusted
    ? session
    : { ...session, labels: { private: own, untrusted } };
};

const joinLabel = (a: Label, b: Label): Label => {
  if (a === b) return a;
  const strength = strongerOf(a.strength, b.strength);
  const isFull = a.witnesses === b.witnesses || a.witnesses.length >= MAX_WITNESSES;
  const witnesses = isFull ? a.witnesses : b.witnesses.reduce(withWitness, a.witnesses);
  const time = later(a, b.strength, b.at);
  const same = strength === a.strength && witnesses === a.witnesses && time.at === a.at;
  return same ? a : { strength, witnesses, ...time };
};

/** The labels of both; the first themselves where the others add nothing. */
export const joinLabels = (a: SessionLabels, b: SessionLabels): SessionLabels => {
  const own = joinLabel(a.private, b.private);
  const untrusted = joinLabel(a.untrusted, b.untrusted);
  return own === a.private && untrusted === a.untrusted ? a : { private: own, untrusted };
};

const isListed = ({ listed = [] }: Session): boolean => listed.length > 0;

const taskDisbeliefReason = (session: Session, vouched: boolean): UnverifiedTask['why'] | undefined => {
  if (!vouched) return 'the client is not vouched for';
  if (session.labels.untrusted.strength !== 'none') return 'untrusted content was already seen';
  return isListed(session) ? 'definitions of an untrusted server were listed' : undefined;
};

const addUnverifiedTask = (
  session: Session,
  said: readonly UserMessage[],
  why: UnverifiedTask['why'],
): Session => ({
  ...session,
  unbelieved: [...session.unbelieved, ...said.map((each) => ({ ...each, why }))].slice(-MAX_UNVERIFIED_TASKS),
});

/** An approval counts as long as what the user said before it; a newly declared task ends it. */
const withOlderApprovals = ({ approved, ...session }: Session, via: UserMessageVia): Session => {
  const left =
    via === 'host'
      ? (approved ?? []).map((each) => ({ ...each, left: each.left - 1 })).filter((each) => each.left > 0)
      : [];
  return left.length === 0 ? session : { ...session, approved: left };
};

/** A person approved a held call. */
const approve = (session: Session, id: string, tool: TracedTool, args: JsonObject): Session => {
  const { approved = [], denied = [] } = session;
  if (approved.some(({ call }) => call === id)) return session;
  const call = approveCall(id, tool, args, MAX_USER_MESSAGES);
  const { name, server } = tool.tool;
  const left = denied.length === 0 ? denied : removeDenied(denied, server.name, name, args);
  return {
    ...session,
    ...(left === denied ? {} : { denied: left }),
    approved: [...approved, call].slice(-MAX_APPROVED),
  };
};

/** Words that forbid something tighten, believed or not; only believed words lift it. */
const withProhibitions = (session: Session, { text }: UserMessage, believed: boolean): Session => {
  const prohibitions = addProhibitions(session.prohibitions, text, believed);
  return prohibitions === session.prohibitions ? session : { ...session, prohibitions };
};

const withoutProposal = (session: Session): Session => {
  if (session.proposed === undefined) return session;
  const { proposed: _answered, ...rest } = session;
  return rest;
};

const propose = (session: Session, message: string): Session => {
  const proposed = readProposal(message);
  return proposed === undefined ? withoutProposal(session) : { ...session, proposed };
};

/** A person answers what the agent proposed. */
const answerProposal = (session: Session, text: string): Session => {
  const { proposed } = session;
  if (proposed === undefined) return addUserMessage(session, { text, via: 'host' }, false);
  const said: UserMessage = {
    text,
    via: 'host',
    ...(isAgreement(text, proposed) ? { agreed: proposed } : {}),
  };
  return addUserMessage(withoutProposal(session), said, false);
};

const withoutAgreement = (said: UserMessage): UserMessage => {
  if (said.agreed === undefined) return said;
  const { agreed: _ended, ...rest } = said;
  return rest;
};

const addUserMessage = (session: Session, said: UserMessage, vouched: boolean): Session => {
  const why = said.via === 'host' ? undefined : taskDisbeliefReason(session, vouched);
  if (why !== undefined) return addUnverifiedTask(withProhibitions(session, said, false), [said], why);
  // The same words with every call are one thing said, and a new task ends the one before it.
  if (said.via !== 'host' && session.said.some(({ text, via }) => via === said.via && text === said.text))
    return session;
  const before = session.said.filter(({ via }) => via === 'host' || via !== said.via);
  const all = [...(endsAgreement(said.text) ? before.map(withoutAgreement) : before), said];
  const words = session.dropped.words + Math.max(0, all.length - MAX_USER_MESSAGES);
  return {
    ...withOlderApprovals(withProhibitions(session, said, true), said.via),
    said: all.slice(-MAX_USER_MESSAGES),
    dropped: { ...session.dropped, words },
  };
};

/** What a client declared proves nothing from now on, nor what it declared before: hosts keep lists of earlier runs. */
const list = (session: Session, servers: readonly string[]): Session => {
  const known = session.listed ?? [];
  const added = [...new Set(servers)].filter((server) => !known.includes(server));
  if (added.length === 0 || known.length >= MAX_LISTED_SERVERS) return session;
  const declared = session.said.filter(({ via }) => via !== 'host');
  const listed = [...known, ...added].slice(0, MAX_LISTED_SERVERS);
  const next =
    declared.length === 0
      ? session
      : addUnverifiedTask(session, declared, 'definitions of an untrusted server were listed');
  const said = declared.length === 0 ? session.said : session.said.filter(({ via }) => via === 'host');
  return { ...next, said, listed };
};

/** Whether one of the earliest so many results is of a kind. */
const someEarliest = (
  seen: readonly SeenResult[],
  count: number,
  isOfKind: (result: SeenResult) => boolean,
): boolean => {
  for (let index = 0; index < count; index += 1) {
    const result = seen[index];
    if (result !== undefined && isOfKind(result)) return true;
  }
  return false;
};

const isPrivate = (result: SeenResult): boolean => result.private !== 'none';
const isUntrusted = (result: SeenResult): boolean => result.origin === 'untrusted';

/** Forgets the earliest results until the session is small enough again. */
const remember = (session: Session, result: SeenResult, comparable: boolean): Session => {
  let kept = session.kept + result.size;
  let first = 0;
  while (
    session.seen.length - first >= MAX_RESULTS ||
    (kept > MAX_KEPT_CHARACTERS && first < session.seen.length)
  ) {
    kept -= session.seen[first]?.size ?? 0;
    first++;
  }
  const seen = session.seen.slice(first);
  seen.push(result);
  if (lastUnproving.of === session.seen) {
    const unproving = lastUnproving.list.slice(first);
    unproving.push(withoutProof(result));
    lastUnproving = { of: seen, list: unproving };
  }
  const dropped =
    first === 0 ? session.dropped : { ...session.dropped, results: session.dropped.results + first };
  const isLost = (!comparable && isPrivate(result)) || someEarliest(session.seen, first, isPrivate);
  const isUntrustedLost =
    (!comparable && isUntrusted(result)) || someEarliest(session.seen, first, isUntrusted);
  const { some, awaited, untrusted = isUntrustedLost } = session.unkept;
  const unkept =
    (some || !isLost) && untrusted === (session.unkept.untrusted ?? false) && !awaited.includes(result.call)
      ? session.unkept
      : {
          some: some || isLost,
          awaited: awaited.filter((call) => call !== result.call),
          ...(untrusted ? { untrusted: true as const } : {}),
        };
  return { ...session, seen, kept, dropped, unkept };
};

/** A call that may change something goes out. */
const addChange = (changes: readonly LastChange[], server: string, call: string): readonly LastChange[] =>
  [...changes.filter((each) => each.server !== server), { server, call, own: false }].slice(-MAX_CHANGED);

/** Its result came, and it was the person's own. */
const ownChange = (changes: readonly LastChange[], call: string): readonly LastChange[] =>
  changes.map((each) => (each.call === call ? { ...each, own: true } : each));

const changing = (session: Session, tool: TracedTool, id: string): Session => {
  const { changes = [], pages = [] } = session;
  const changed = tool.mutates ? addChange(changes, tool.tool.server.name, id) : changes;
  const left = pages.length > 0 || tool.opensPages ? leavePage(pages, tool, id) : pages;
  if (changed === changes && left === pages) return session;
  return {
    ...session,
    ...(changed.length === 0 ? {} : { changes: changed }),
    ...(left.length === 0 ? {} : { pages: left }),
  };
};

/** Whether a change was one that the person meant. A lookup proves nothing of what it looks up. */
const isOwnChange = (event: SessionEvent & { readonly type: 'result' }, isApproved: boolean): boolean =>
  isApproved || (event.intended === true && !event.tool.looksUp);

/** A call that may read private data: until its result is kept, nobody can tell what was seen of it. */
const awaitPrivate = (
  session: Session,
  { id, tool, stored }: SessionEvent & { readonly type: 'call' },
): Session => {
  const { some, awaited, untrusted } = session.unkept;
  if (tool.raises.private === 'none' && (stored ?? 'none') === 'none') return session;
  if (awaited.includes(id) || session.seen.some(({ call }) => call === id)) return session;
  const all = [...awaited, id];
  return {
    ...session,
    unkept: {
      some: some || all.length > MAX_AWAITED_CALLS,
      awaited: all.slice(-MAX_AWAITED_CALLS),
      ...(untrusted === undefined ? {} : { untrusted }),
    },
  };
};

/** Labels that came by a store: what it holds comes in by results of its own. */
export const joinStoredLabels = (session: Session, stored: SessionLabels): Session => {
  const labels = joinLabels(session.labels, stored);
  return labels === session.labels ? session : { ...session, labels };
};

/** What was seen in another context is not kept here. */
const withUnkept = (session: Session, elsewhere: SessionLabels): Session => {
  const { unkept } = session;
  const some = unkept.some || elsewhere.private.strength !== 'none';
  const untrusted = unkept.untrusted === true || elsewhere.untrusted.strength !== 'none';
  if (some === unkept.some && untrusted === (unkept.untrusted === true)) return session;
  return { ...session, unkept: { ...unkept, some, ...(untrusted ? { untrusted } : {}) } };
};

const create = (session: Session, things: readonly CreatedThing[]): Session => {
  if (things.length === 0) return session;
  const all = [...session.created, ...things];
  const over = Math.max(0, all.length - MAX_CREATED);
  return {
    ...session,
    created: all.slice(over),
    dropped: { ...session.dropped, created: session.dropped.created + over },
  };
};

const isName = (value: string): boolean =>
  parseDay(value) === undefined && parsePlainNumber(value) === undefined;

/** The things and texts a call named, days and amounts aside; null if it named none and asked for several. */
const namedIn = (tool: TracedTool, args: JsonObject): readonly string[] | null => {
  const named = (tool.places.valuesOf(args) ?? [])
    .filter(({ role, value }) => role === 'object' || (typeof value === 'string' && isName(value)))
    .map(({ value }) => String(value));
  // what is too long to be the name of anything is not kept, and so vouches for nothing
  if (named.length === 0) return tool.name.plural ? null : [];
  return named.filter((name) => name.length <= MAX_NAME).slice(0, MAX_NAMED);
};

const UNSAID: Pick<ResultLabels, 'private' | 'untrusted'> = { private: 'unknown', untrusted: 'unknown' };

const absorb = (session: Session, event: SessionEvent & { readonly type: 'result' }): Session => {
  const { id, tool, args, result, at } = event;
  const { pages } = session;
  const said = isJsonObject(result) && Object.hasOwn(result, '_meta') ? readResultLabels(result) : UNSAID;
  const labels: Labels = {
    private: said.private === 'yes' ? 'known' : 'none',
    untrusted: said.untrusted === 'yes' ? 'known' : 'none',
  };
  const { whole, comparable, result: part, size } = trimResult(result);
  const page =
    tool.outward && !tool.mutates && session.said.length > 0
      ? new SessionEvidence(session, tool, args).page()
      : undefined;
  const isOwn =
    whole &&
    session.said.length > 0 &&
    isOwnLookup(session.seen, tool, args, () => new UserMessages(session.said));
  const seen: SeenResult = {
    call: id,
    server: tool.tool.server.name,
    tool: tool.tool.name,
    resource: tool.name.resource,
    origin: labels.untrusted === 'known' || tool.raises.untrusted !== 'none' ? 'untrusted' : 'trusted',
    private: [labels.private, tool.raises.private, event.stored ?? 'none'].reduce(strongerOf),
    directory: tool.directory && labels.untrusted === 'none',
    vouched: tool.believed,
    ...(page === undefined ? {} : { page }),
    ...(isOwn ? { own: true } : {}),
    ...(pages !== undefined && onlyFills(tool, args) ? { filled: true } : {}),
    whole,
    about: tool.name.lists ? null : namedIn(tool, args),
    result: part,
    size,
  };
  const isApproved = session.approved?.some(({ call }) => call === id) === true;
  const { changes } = session;
  const owned: Session = {
    ...session,
    ...(changes !== undefined && isOwnChange(event, isApproved) ? { changes: ownChange(changes, id) } : {}),
    ...(pages === undefined
      ? {}
      : {
          pages: enterPage(pages, {
            tool,
            args,
            call: id,
            isProven: () =>
              !isErrorResult(result) && new SessionEvidence(session, tool, args).goesToNamedPage(),
          }),
        }),
  };
  const next = remember(raiseBoth(owned, labels, { call: id, path: [] }, at), seen, comparable);
  return (event.intended === true || isApproved) && tool.mutates
    ? create(next, findCreatedThings(tool, args, seen))
    : next;
};

/** Labels age while a session is idle: a call in it keeps them. */
const used = (session: Session, at: number | undefined, age: number | undefined): Session => {
  if (at === undefined || age === undefined) return session;
  const kept = (label: Label): Label =>
    label.strength !== 'none' && label.at !== undefined && label.at < at && at - label.at <= age
      ? { ...label, at }
      : label;
  const own = kept(session.labels.private);
  const untrusted = kept(session.labels.untrusted);
  return own === session.labels.private && untrusted === session.labels.untrusted
    ? session
    : { ...session, labels: { private: own, untrusted } };
};

const withoutProof = (result: SeenResult): SeenResult => {
  const { vouched, directory, own, page } = result;
  if (!vouched && !directory && own === undefined && page === undefined) return result;
  const { own: _unclaimed, page: _unread, ...rest } = result;
  return { ...rest, vouched: false, directory: false };
};

/** The last list in which nothing proves a value, and what it is of: calls without a session of their own ask every time. */
let lastUnproving: { readonly of: readonly SeenResult[]; readonly list: readonly SeenResult[] } = {
  of: [],
  list: [],
};

const withoutProofs = (seen: readonly SeenResult[]): readonly SeenResult[] => {
  if (lastUnproving.of !== seen) lastUnproving = { of: seen, list: seen.map(withoutProof) };
  return lastUnproving.list;
};

/** A session in which nothing proves a value any more. Its labels stay, and where values were first seen. */
export const dropEvidence = ({
  approved: _ended,
  changes: _earlier,
  pages: _left,
  proposed: _unanswered,
  ...session
}: Session): Session => ({
  ...session,
  said: [],
  created: [],
  seen: withoutProofs(session.seen),
});

/** What was seen so far is no longer private. */
const withoutPrivate = (session: Session): Session => ({
  ...session,
  seen: session.seen.map((result) => (result.private === 'none' ? result : { ...result, private: 'none' })),
  unkept: session.unkept.untrusted === true ? { ...NOTHING_UNKEPT, untrusted: true } : NOTHING_UNKEPT,
});

/** The one way a session changes. Labels only rise, but for a declassification that names who and why. */
export const applyEvent = (session: Session, event: SessionEvent): Session => {
  switch (event.type) {
    case 'user': {
      const { text, via = 'host', vouched = false } = event;
      // one character more than is read, so that it shows that there was more
      const read = text.slice(0, MAX_PROMPT + 1);
      return via === 'host'
        ? answerProposal(session, read)
        : addUserMessage(session, { text: read, via }, vouched);
    }
    case 'assistant':
      return propose(session, event.text);
    case 'denied': {
      const { denied = [] } = session;
      const all = addDenied(denied, event.call);
      return all === denied ? session : { ...session, denied: all };
    }
    case 'end': {
      const { denied: _past, ...rest } = dropEvidence(session);
      return { ...rest, prohibitions: [] };
    }
    case 'call': {
      const { id, tool, at, age, approved } = event;
      // what was proposed before it is not what the person answers
      const current = withoutProposal(session);
      const known = approved === undefined ? current : approve(current, id, tool, approved);
      const changed = changing(used(known, at, age), tool, id);
      return awaitPrivate(raiseBoth(changed, tool.raises, { call: id, path: [] }, at), event);
    }
    case 'result':
      return absorb(session, event);
    case 'join': {
      const joined = joinStoredLabels(session, event.labels);
      return list(withUnkept(joined, event.labels), event.listed ?? []);
    }
    case 'listed':
      return list(session, event.servers);
    case 'declassify': {
      const { label, by, reason, at } = event;
      return {
        ...(label === 'private' ? withoutPrivate(session) : session),
        labels: { ...session.labels, [label]: UNLABELLED },
        declassifications: [
          ...session.declassifications,
          { label, by, reason, ...(at === undefined ? {} : { at }) },
        ].slice(-MAX_DECLASSIFICATIONS),
      };
    }
  }
};

/** Labels of a session that was idle for longer than the operator lets them live are gone. */
export const ageLabels = (session: Session, now: number, age: number): Session => {
  const aged = (label: Label): Label => (label.at !== undefined && now - label.at > age ? UNLABELLED : label);
  const own = aged(session.labels.private);
  const untrusted = aged(session.labels.untrusted);
  if (own === session.labels.private && untrusted === session.labels.untrusted) return session;
  return { ...session, labels: { private: own, untrusted } };
};
