import { hash } from 'node:crypto';
import type { Json, JsonObject, Session } from '@callgate/core';
import type { SessionLabels } from '@callgate/core/label';
import { trimForStore } from '@callgate/core/label';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import { z } from 'zod';
import type { AuditEntry } from '../../record/audit-entry.ts';
import type { Keys } from '../../record/keys.ts';
import { makeStoreCorruptError } from '../faults.ts';
import type { LabelHolder } from '../store-reader.ts';
import { sessionSchema } from '../session-schema.ts';
import { parseStored } from './column-reader.ts';
import { toStoredJson } from './stored-json.ts';

/**
 * A session in pieces that change apart from each other: the head with every call, the words when the person speaks,
 * the rest when something was made. What was seen has a row for each result.
 */
export type SessionPart = 'words' | 'created';

export const SESSION_PARTS: readonly SessionPart[] = ['words', 'created'];

/** Labels never change in place: another raise makes others. */
const labelTexts = new WeakMap<Session['labels'], string>();

const labelsText = (labels: Session['labels']): string => {
  const known = labelTexts.get(labels) ?? toStoredJson(labels);
  labelTexts.set(labels, known);
  return known;
};

/** Labels and counts; nothing that anybody said or sent. Canonical. */
export const formatHead = ({ v, context, labels, seen, kept, dropped, unkept }: Session): string =>
  `{"context":${JSON.stringify(context)},"dropped":${toStoredJson(dropped)},"kept":${kept},"labels":${labelsText(labels)},"results":${seen.length},"unkept":${toStoredJson(unkept)},"v":${v}}`;

export const formatPart = (part: SessionPart, session: Session): string => {
  const {
    declassifications,
    said,
    proposed,
    unbelieved,
    prohibitions,
    denied,
    created,
    approved,
    changes,
    pages,
    listed,
    members,
    host,
  } = session;
  if (part === 'created')
    return toStoredJson({
      created,
      ...(approved === undefined ? {} : { approved }),
      ...(changes === undefined ? {} : { changes }),
      ...(pages === undefined ? {} : { pages }),
    });
  return toStoredJson({
    declassifications,
    said,
    unbelieved,
    prohibitions,
    ...(denied === undefined ? {} : { denied }),
    ...(proposed === undefined ? {} : { proposed }),
    ...(listed === undefined ? {} : { listed }),
    ...(members === undefined ? {} : { members }),
    ...(host === undefined ? {} : { host }),
  });
};

/** Of a large result memory has more, and a session that is read again has this. */
export const formatSeen = (seen: SeenItem): string => toStoredJson(trimForStore(seen));

export const isSameHead = (a: Session, b: Session): boolean =>
  a.v === b.v &&
  a.context === b.context &&
  a.labels === b.labels &&
  a.kept === b.kept &&
  a.seen.length === b.seen.length &&
  a.dropped === b.dropped &&
  a.unkept === b.unkept;

export const isSamePart = (part: SessionPart, a: Session, b: Session): boolean =>
  part === 'words'
    ? a.declassifications === b.declassifications &&
      a.said === b.said &&
      a.proposed === b.proposed &&
      a.unbelieved === b.unbelieved &&
      a.prohibitions === b.prohibitions &&
      a.denied === b.denied &&
      a.listed === b.listed &&
      a.members === b.members &&
      a.host === b.host
    : a.created === b.created && a.approved === b.approved && a.changes === b.changes && a.pages === b.pages;

const anyObject = z.record(z.string(), z.custom<Json>());
const anyValue = z.custom<Json>((value) => value !== undefined);

/** The labels in the head of a session, as text. */
export const readHeadLabels = (key: string, head: string): string =>
  toStoredJson(
    parseStored(head, z.looseObject({ labels: anyObject }), storedRecordMessages.session({ session: key }))
      .labels,
  );

/**
 * Puts the pieces together again. Together they must be a session.
 * @param seen Texts of results, and results that are known to be as they were.
 */
export const assembleSession = (
  key: string,
  head: string,
  parts: readonly string[],
  seen: readonly (string | SeenItem)[],
): Session => {
  const what = storedRecordMessages.session({ session: key });
  const pieces = [head, ...parts].map((text) => parseStored(text, anyObject, what));
  const { results, ...whole }: Record<string, unknown> = Object.assign({}, ...pieces);
  const all = seen.flatMap((each): { readonly known?: SeenItem; readonly value?: Json }[] =>
    typeof each === 'string'
      ? [parseStored(each, anyValue, what)].flat().map((value) => ({ value }))
      : [{ known: each }],
  );
  // of results that were sealed together the earliest may be forgotten
  const kept = typeof results === 'number' && results > 0 ? all.slice(-results) : results === 0 ? [] : all;
  const read = sessionSchema.safeParse({
    ...whole,
    seen: kept.filter(({ known }) => known === undefined).map(({ value }) => value),
  });
  if (!read.success) throw makeStoreCorruptError(what, read.error);
  const anew = read.data.seen.values();
  return { ...read.data, seen: kept.flatMap(({ known }) => known ?? anew.next().value ?? []) };
};

/** How many results were sealed together. */
export const countSeen = (text: string): number => {
  if (!text.startsWith('[')) return 1;
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.length : 1;
};

/** The place a sealed text belongs to: it can be opened nowhere else. */
const about = (key: string, part: SessionPart | number): string =>
  JSON.stringify(['session', key, typeof part === 'number' ? `seen ${part}` : part]);

/** @param part A part, or the place of a result that was seen. */
export const sealPart = (keys: Keys, key: string, part: SessionPart | number, text: string): string =>
  keys.encrypt(text, about(key, part));

export const openPart = (keys: Keys, key: string, part: SessionPart | number, sealed: string): string => {
  try {
    return keys.decrypt(sealed, about(key, part));
  } catch (error) {
    throw makeStoreCorruptError(storedRecordMessages.sessionSealed({ session: key }), error);
  }
};

export type SeenItem = Session['seen'][number];

/** What must be done to the rows of what a session has seen. Places rise from the earliest result to the latest. */
export interface SeenDiff {
  readonly removed: readonly number[];
  readonly written: readonly { readonly place: number; readonly seen: SeenItem }[];
  /** The place of each result, in order. */
  readonly places: readonly number[];
}

/** Where the results that are kept begin among the old ones; the old length where none is kept. */
const firstKept = (before: readonly SeenItem[], after: readonly SeenItem[]): number => {
  const first = after[0];
  if (first === undefined) return before.length;
  const same = before.indexOf(first);
  if (same !== -1) return same;
  // the same results written anew stand where they stood
  const alike = before.findIndex(({ call }) => call === first.call);
  return alike === -1 ? before.length : alike;
};

/**
 * A session forgets its earliest results and gets new ones at its end; where it is otherwise, the rows from there on
 * are written anew. Results are told apart by identity: they never change.
 */
export const diffSeen = (
  before: readonly SeenItem[],
  places: readonly number[],
  after: readonly SeenItem[],
): SeenDiff => {
  const first = firstKept(before, after);
  const left = places.slice(first);
  let next = (places.at(-1) ?? -1) + 1;
  const written: { place: number; seen: SeenItem }[] = [];
  const newPlaces = after.map((seen, index) => {
    const known = left[index];
    if (known !== undefined && before[first + index] === seen) return known;
    const place = known ?? next++;
    written.push({ place, seen });
    return place;
  });
  return { removed: [...places.slice(0, first), ...left.slice(after.length)], written, places: newPlaces };
};

/** What the record says of labels, so that those in the tables can be compared with it. */
export const digestLabels = (text: string): string =>
  `sha256:${hash('sha256', `callgate:labels:v1\n${text}`)}`;

const isUnlabelled = ({ private: own, untrusted }: SessionLabels): boolean =>
  own.strength === 'none' && untrusted.strength === 'none';

/** Labels that one piece of work has changed, until a row of the record tells of them. */
export class LabelChanges {
  readonly #untold: Map<string, JsonObject> = new Map();
  /** Whether any label was changed, told of or not. */
  hasChanged = false;

  /** `null`: they ended with their context. */
  note(of: LabelHolder, name: string, labels: SessionLabels | null): void {
    const said: JsonObject =
      labels === null
        ? { of, name, digest: null }
        : {
            of,
            name,
            private: labels.private.strength,
            untrusted: labels.untrusted.strength,
            digest: digestLabels(toStoredJson(labels)),
          };
    this.#untold.set(`${of} ${name}`, said);
    this.hasChanged = true;
  }

  /** A session that was never labelled is not told of. */
  noteSession(name: string, before: SessionLabels | undefined, labels: SessionLabels): void {
    if (before === labels || (before === undefined && isUnlabelled(labels))) return;
    this.note('session', name, labels);
  }

  /** The entry, with the labels that changed. */
  told(entry: AuditEntry): AuditEntry {
    if (this.#untold.size === 0) return entry;
    const labelled = [...this.#untold.values()];
    this.#untold.clear();
    return { ...entry, detail: { ...entry.detail, labelled } };
  }

  /** A row for what no row tells of. */
  rest(): AuditEntry | undefined {
    if (this.#untold.size === 0) return undefined;
    return this.told({
      event: 'joined',
      outcome: 'allowed',
      principal: 'callgate',
      tool: '',
      call: null,
      detail: {},
    });
  }
}
