import type { Json, JsonObject } from '../receive/json.ts';
import { readResultLabels } from '../vocabulary/result-labels.ts';
import type { LabelName, Labels, Strength } from './label.ts';
import { strengthRank, stronger } from './label.ts';
import type { CreatedThing } from './seen/created.ts';
import { createdBy } from './seen/created.ts';
import { keep } from './seen/keep.ts';
import type { SeenResult } from './seen/seen-result.ts';
import type { TracedTool } from './traced-tool.ts';
import { dayOfValue } from './words/date.ts';
import { MAX_PROMPT } from './words/intent.ts';
import { plainNumber } from './words/number.ts';
import type { Witness } from './witness.ts';

/** One label of a session: how strong, the calls that caused it, and when it was last raised. */
export interface Label {
  readonly strength: Strength;
  /** At most `MAX_WITNESSES`, earliest first; dropping one never weakens the label. */
  readonly witnesses: readonly Witness[];
  readonly at?: number;
}

/** The labels of a session, a principal or a store. */
export type SessionLabels = Readonly<Record<LabelName, Label>>;

/** An operator's recorded word that a label no longer counts. */
export interface Declassification {
  readonly label: LabelName;
  readonly by: string;
  readonly reason: string;
  readonly at?: number;
}

/** Something the person said, as a host hook or an adapter reported it, or as a task that is believed. */
export interface Said {
  readonly text: string;
  readonly via: WordsVia;
}

/** `host`: a hook or adapter that hears the person. `task`: `declare_task`. `intent`: `_meta` aiInvocation.userIntent. */
export type WordsVia = 'host' | 'task' | 'intent';

/** A task somebody declared that is not believed: it is recorded, and proves nothing. */
export interface Unbelieved extends Said {
  readonly why: 'the client is not vouched for' | 'untrusted content was already seen';
}

/** What was forgotten to keep the session small. It proves nothing any more: dropping never relaxes. */
export interface Dropped {
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
  readonly said: readonly Said[];
  readonly unbelieved: readonly Unbelieved[];
  /** Results, earliest first, at most `MAX_RESULTS` and `MAX_KEPT` characters. */
  readonly seen: readonly SeenResult[];
  /** Characters kept in `seen`. */
  readonly kept: number;
  readonly created: readonly CreatedThing[];
  readonly dropped: Dropped;
}

/** What happens in a session. `at` is milliseconds since 1970, as the caller's clock has them. */
export type SessionEvent = { readonly at?: number } & (
  | {
      readonly type: 'user';
      readonly text: string;
      /** `host` where nothing is said. */
      readonly via?: WordsVia;
      /** The operator vouches for the client that said it; needed for `task` and `intent`. */
      readonly vouched?: boolean;
    }
  /** The person's task has ended: what was said, made and listed for it no longer proves anything. */
  | { readonly type: 'end' }
  /** A call was decided and goes out. */
  | {
      readonly type: 'call';
      readonly id: string;
      readonly tool: TracedTool;
    }
  | {
      readonly type: 'result';
      readonly id: string;
      readonly tool: TracedTool;
      readonly args: JsonObject;
      readonly result: Json;
      /** The call was the person's own: nothing untrusted had been seen, or its values were proven. What it made counts as theirs. */
      readonly intended?: boolean;
    }
  /** What was seen elsewhere joins in: by another context of the same principal, or through a store. */
  | { readonly type: 'join'; readonly labels: SessionLabels }
  | ({ readonly type: 'declassify' } & Omit<Declassification, 'at'>)
);

export const MAX_WITNESSES = 16;
/** How many of the person's turns count at once: what was said longer ago was for another task. */
export const MAX_SAID = 8;
export const MAX_UNBELIEVED = 8;
export const MAX_RESULTS = 256;
export const MAX_KEPT = 1_048_576;
export const MAX_CREATED = 1024;
export const MAX_DECLASSIFICATIONS = 64;
const MAX_NAME = 300;
const MAX_NAMED = 64;

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
});

export const labelsOf = (session: Session): Labels => ({
  private: session.labels.private.strength,
  untrusted: session.labels.untrusted.strength,
});

/** Whether the person's own words are known. */
export const hasWords = (session: Session): boolean => session.said.length > 0;

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

type Time = { readonly at?: number };

/** The later of two times; what was raised at no known time never ages. */
const later = (a: Label, strength: Strength, at: number | undefined): Time => {
  if (strength === 'none') return a.at === undefined ? {} : { at: a.at };
  if (at === undefined || (a.strength !== 'none' && a.at === undefined)) return {};
  return { at: a.at === undefined ? at : Math.max(a.at, at) };
};

const raised = (label: Label, strength: Strength, witness: Witness, at: number | undefined): Label => {
  if (strength === 'none') return label;
  // the call that made a label stronger is never the one that is left out
  const rises = strengthRank(strength) > strengthRank(label.strength);
  const witnesses = withWitness(
    rises ? label.witnesses.slice(0, MAX_WITNESSES - 1) : label.witnesses,
    witness,
  );
  const time = later(label, strength, at);
  const same = !rises && witnesses === label.witnesses && time.at === label.at;
  return same ? label : { strength: stronger(label.strength, strength), witnesses, ...time };
};

/** The labels a call is judged on: those before its own raise, but for a tool that acts in several steps of its own. */
export const labelsFor = (session: Session, tool: TracedTool): Labels => {
  const labels = labelsOf(session);
  if (!tool.agentic) return labels;
  return {
    private: stronger(labels.private, tool.raises.private),
    untrusted: stronger(labels.untrusted, tool.raises.untrusted),
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
  const strength = stronger(a.strength, b.strength);
  const witnesses = b.witnesses.reduce(withWitness, a.witnesses);
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

const hear = (session: Session, said: Said, vouched: boolean): Session => {
  const tainted = session.labels.untrusted.strength !== 'none';
  if (said.via !== 'host' && (!vouched || tainted)) {
    const why = vouched ? 'untrusted content was already seen' : 'the client is not vouched for';
    return {
      ...session,
      unbelieved: [...session.unbelieved, { ...said, why } as const].slice(-MAX_UNBELIEVED),
    };
  }
  // The same words with every call are one thing said, and a new task ends the one before it.
  if (said.via !== 'host' && session.said.some(({ text, via }) => via === said.via && text === said.text))
    return session;
  const all = [...session.said.filter(({ via }) => via === 'host' || via !== said.via), said];
  const words = session.dropped.words + Math.max(0, all.length - MAX_SAID);
  return { ...session, said: all.slice(-MAX_SAID), dropped: { ...session.dropped, words } };
};

/** Forgets the earliest results until the session is small enough again. */
const remember = (session: Session, result: SeenResult): Session => {
  let kept = session.kept + result.size;
  let first = 0;
  while (session.seen.length - first >= MAX_RESULTS || (kept > MAX_KEPT && first < session.seen.length)) {
    kept -= session.seen[first]?.size ?? 0;
    first++;
  }
  const seen = [...(first === 0 ? session.seen : session.seen.slice(first)), result];
  const dropped =
    first === 0 ? session.dropped : { ...session.dropped, results: session.dropped.results + first };
  return { ...session, seen, kept, dropped };
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
  dayOfValue(value) === undefined && plainNumber(value) === undefined;

/** The things and texts a call named, days and amounts aside; null if it named none and asked for several. */
const namedIn = (tool: TracedTool, args: JsonObject): readonly string[] | null => {
  const named = (tool.places.valuesOf(args) ?? [])
    .filter(({ role, value }) => role === 'object' || (typeof value === 'string' && isName(value)))
    .map(({ value }) => String(value));
  // what is too long to be the name of anything is not kept, and so vouches for nothing
  if (named.length === 0) return tool.name.plural ? null : [];
  return named.filter((name) => name.length <= MAX_NAME).slice(0, MAX_NAMED);
};

const absorb = (session: Session, event: SessionEvent & { readonly type: 'result' }): Session => {
  const { id, tool, args, result, at } = event;
  const said = readResultLabels(result);
  const labels: Labels = {
    private: said.private === 'yes' ? 'known' : 'none',
    untrusted: said.untrusted === 'yes' ? 'known' : 'none',
  };
  const { whole, result: part, size } = keep(result);
  const seen: SeenResult = {
    call: id,
    server: tool.tool.server.name,
    tool: tool.tool.name,
    resource: tool.name.resource,
    origin: labels.untrusted === 'known' || tool.raises.untrusted !== 'none' ? 'untrusted' : 'trusted',
    directory: tool.directory && labels.untrusted === 'none',
    vouched: tool.believed,
    whole,
    about: tool.name.lists ? null : namedIn(tool, args),
    result: part,
    size,
  };
  const next = remember(raiseBoth(session, labels, { call: id, path: [] }, at), seen);
  return event.intended === true ? create(next, createdBy(tool, args, seen)) : next;
};

/** A session in which nothing proves a value any more. Its labels stay, and where values were first seen. */
export const withoutEvidence = (session: Session): Session => ({
  ...session,
  said: [],
  created: [],
  seen: session.seen.map((result) => ({ ...result, vouched: false, directory: false })),
});

/** The one way a session changes. Labels only rise, but for a declassification that names who and why. */
export const applyEvent = (session: Session, event: SessionEvent): Session => {
  switch (event.type) {
    case 'user':
      // one character more than is read, so that it shows that there was more
      return hear(
        session,
        { text: event.text.slice(0, MAX_PROMPT + 1), via: event.via ?? 'host' },
        event.vouched === true,
      );
    case 'end':
      return withoutEvidence(session);
    case 'call':
      return raiseBoth(session, event.tool.raises, { call: event.id, path: [] }, event.at);
    case 'result':
      return absorb(session, event);
    case 'join': {
      const labels = joinLabels(session.labels, event.labels);
      return labels === session.labels ? session : { ...session, labels };
    }
    case 'declassify': {
      const { label, by, reason, at } = event;
      return {
        ...session,
        labels: { ...session.labels, [label]: UNLABELLED },
        declassifications: [
          ...session.declassifications,
          { label, by, reason, ...(at === undefined ? {} : { at }) },
        ].slice(-MAX_DECLASSIFICATIONS),
      };
    }
  }
};

/** Labels that were last raised longer ago than the operator lets them live are gone. */
export const ageLabels = (session: Session, now: number, age: number): Session => {
  const aged = (label: Label): Label => (label.at !== undefined && now - label.at > age ? UNLABELLED : label);
  const own = aged(session.labels.private);
  const untrusted = aged(session.labels.untrusted);
  if (own === session.labels.private && untrusted === session.labels.untrusted) return session;
  return { ...session, labels: { private: own, untrusted } };
};
