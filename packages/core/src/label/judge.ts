import { splitName } from '../disclose/role-words.ts';
import type { JsonObject } from '../receive/json.ts';
import type { Role } from '../vocabulary/roles.ts';
import type { Path, PlacedValue } from './argument-places.ts';
import type { Origins, UnprovenValue } from './origin.ts';
import { MAX_TEXT } from './origin.ts';
import { firstSeen } from './seen/first-seen.ts';
import { resourceOfArgument } from './seen/resource.ts';
import type { SeenRecord } from './seen/record.ts';
import type { SeenResult } from './seen/seen-result.ts';
import { entriesOf, recordsOf, recordsWith } from './seen/seen-result.ts';
import type { Session } from './session.ts';
import { hasWords, labelsFor, labelsOf } from './session.ts';
import type { Labels } from './label.ts';
import type { TracedTool } from './traced-tool.ts';
import { MAX_ADDRESSES, addressesIn, domainOf } from './words/address.ts';
import { plainNumber } from './words/number.ts';
import { Words } from './words/words.ts';

/** What vouches for a value; `own` is the person themself, who vouches for nothing. */
type Proof = 'person' | 'created' | 'directory' | 'record' | 'own' | 'idle';

/** Flags that do more when they are on: switched off they decide nothing. */
const ENLARGING: ReadonlySet<string> = new Set(
  `broadcast cascade everyone external force global hard overwrite permanent permanently public recurring recursive repeat
  replace`.split(/\s+/),
);
/** Unless they keep something from happening. */
const GUARDING: ReadonlySet<string> = new Set(
  `allow avoid block deny disable disallow exclude forbid ignore no not only prevent protect reject require restrict skip
  stop without`.split(/\s+/),
);

interface Judged {
  readonly unproven: UnprovenValue[];
  /** Values that decided something and were vouched for. */
  readonly proofs: Proof[];
  /** Those of the proofs that are about where something goes. */
  readonly destinations: Proof[];
  destinationsProven: boolean;
}

/** A text as it is, and as it reads without invisible characters and look-alike signs. */
const revealed = (text: string): readonly string[] => {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('。', '.');
  return plain === text ? [text] : [text, plain];
};

/** Two things of one name in one answer: nobody can tell which of them was meant. */
const isOnlyOne = (result: SeenResult, { resource, ids }: SeenRecord, called: string): boolean =>
  recordsOf(result).every(
    (other) =>
      other.resource !== resource ||
      !other.names.includes(called) ||
      other.ids.some((id) => ids.includes(id)),
  );

class Judge {
  readonly #session: Session;
  readonly #tool: TracedTool;
  readonly #words: Words;
  /** Whether it matters where a value was first seen: only then is it searched for in all that was seen. */
  readonly #traces: boolean;

  constructor(session: Session, tool: TracedTool) {
    this.#session = session;
    this.#tool = tool;
    this.#words = new Words(session.said);
    this.#traces = labelsFor(session, tool).untrusted !== 'none' && (tool.mutates || tool.outward);
  }

  #isListed(value: string): boolean {
    const { tool, audience } = this.#tool;
    return (
      audience.isInternal(value) &&
      this.#session.seen.some(
        (seen) => seen.directory && seen.server === tool.server.name && entriesOf(seen).has(value),
      )
    );
  }

  /** One address or name. A number is one only as which one of a kind: the 5 of "5 of them" is no room. */
  #address(value: string, name: string): Proof | undefined {
    if (this.#tool.audience.isOwn(value)) return 'own';
    const numeric = plainNumber(value) !== undefined;
    if (numeric && this.#words.pointsTo(value, resourceOfArgument(name, this.#tool.name))) return 'person';
    if (!numeric && this.#words.names(value)) return 'person';
    return this.#isListed(value) ? 'directory' : undefined;
  }

  /** Where something goes: one address, `Name <address>`, or several of them in one text. */
  #destination(value: string, name: string): Proof | undefined {
    const whole = this.#address(value, name);
    if (whole !== undefined) return whole;
    const parts = value.split(/[,;] ?/).map((part) => /^[^<>]*<([^<>\s]+)>$/.exec(part)?.[1] ?? part);
    if (parts.length === 1 && parts[0] === value) return undefined;
    if (!parts.every((part) => domainOf(part) !== undefined)) return undefined;
    const proofs = parts.map((part) => this.#address(part, name));
    return proofs.includes(undefined) ? undefined : (proofs.find((proof) => proof !== 'own') ?? 'own');
  }

  #flag(value: boolean, name: string): Proof | undefined {
    const words = splitName(name);
    // Nobody can tell "verify it" from "do not verify it": what is off is proven only where it does less.
    if (!value) {
      const idle = words.some((word) => ENLARGING.has(word)) && !words.some((word) => GUARDING.has(word));
      return idle ? 'idle' : undefined;
    }
    const telling = words.filter((word) => word.length > 3);
    return telling.length > 0 && telling.every((word) => this.#words.wants(word)) ? 'person' : undefined;
  }

  #critical(value: string | number): Proof | undefined {
    return this.#words.names(value) || this.#words.grants(String(value)) ? 'person' : undefined;
  }

  #isCreated(id: string, resource: string): boolean {
    const { server } = this.#tool.tool;
    return this.#session.created.some(
      (thing) => thing.id === id && thing.server === server.name && thing.resource === resource,
    );
  }

  #isOfNamedRecord(id: string, resource: string): boolean {
    const { server } = this.#tool.tool;
    if (resource === '') return false;
    return this.#session.seen.some(
      (result) =>
        result.server === server.name &&
        recordsWith(result, id).some(
          (record) =>
            record.resource === resource &&
            record.names.some(
              (called) => isOnlyOne(result, record, called) && this.#words.singlesOut(called),
            ),
        ),
    );
  }

  #object(id: string, name: string): Proof | undefined {
    const resource = resourceOfArgument(name, this.#tool.name);
    if (this.#isCreated(id, resource)) return 'created';
    if (this.#words.pointsTo(id, resource)) return 'person';
    return this.#isOfNamedRecord(id, resource) ? 'record' : undefined;
  }

  #proof({ role, value, name, odd }: PlacedValue): Proof | undefined {
    if (odd === true || value === '') return undefined;
    if (typeof value === 'boolean') return role === 'code' ? undefined : this.#flag(value, name);
    if (role === 'destination') return this.#destination(String(value), name);
    if (role === 'object') return this.#object(String(value), name);
    if (role === 'code') return this.#words.spells(String(value)) ? 'person' : undefined;
    return this.#critical(value);
  }

  #unproven(path: Path, role: Role, value: string | number | boolean): UnprovenValue {
    const text = String(value);
    const unproven = { path, role, text: text.slice(0, MAX_TEXT) };
    if (!this.#traces) return unproven;
    const found = typeof value === 'boolean' ? undefined : firstSeen(this.#session.seen, text);
    return {
      ...unproven,
      origin: found?.origin ?? 'nowhere',
      ...(found === undefined ? {} : { firstSeen: found.place }),
    };
  }

  #payload(placed: PlacedValue, judged: Judged): void {
    if (typeof placed.value !== 'string' || !this.#tool.outward) return;
    const readings = revealed(placed.value).map(addressesIn);
    const addresses = new Set(readings.flat().map(({ text }) => text));
    for (const text of addresses) {
      if (this.#address(text, placed.name) !== undefined) continue;
      judged.destinationsProven = false;
      judged.unproven.push(this.#unproven(placed.path, 'destination', text));
    }
    if (readings.some((found) => found.length > MAX_ADDRESSES)) {
      judged.destinationsProven = false;
      judged.unproven.push({ path: placed.path, role: 'destination' });
    }
  }

  #one(placed: PlacedValue, judged: Judged): void {
    if (placed.role === 'payload') {
      this.#payload(placed, judged);
      return;
    }
    const proof = this.#proof(placed);
    if (proof !== undefined) {
      judged.proofs.push(proof);
      if (placed.role === 'destination') judged.destinations.push(proof);
    } else {
      judged.unproven.push(this.#unproven(placed.path, placed.role, placed.value));
      if (placed.role === 'destination') judged.destinationsProven = false;
    }
  }

  /** Whether the person asked for the deed, where the values alone do not show it. */
  #isAsked({ proofs, destinations }: Judged): boolean {
    const decisive = proofs.filter((proof) => proof !== 'own' && proof !== 'idle');
    // To themself only: nobody named that address, so the person has to speak of themself.
    const homeward = destinations.length > 0 && destinations.every((proof) => proof === 'own');
    if (homeward && !this.#words.meansSelf()) return false;
    const bare = decisive.length === 0;
    if (!this.#tool.destroys && !homeward && !bare) return true;
    const { deeds, verb, resource } = this.#tool.name;
    // Where no value shows what is meant, the thing has to be named as well as the deed.
    return this.#words.asksFor(deeds, verb, bare && !homeward && this.#tool.mutates ? resource : undefined);
  }

  origins(args: JsonObject): Origins {
    const judged: Judged = { unproven: [], proofs: [], destinations: [], destinationsProven: true };
    const values = this.#tool.places.valuesOf(args);
    for (const placed of values ?? []) this.#one(placed, judged);
    if (values === undefined) {
      judged.destinationsProven = false;
      judged.unproven.push({ path: [] });
    }
    const asked = this.#isAsked(judged);
    const created = judged.proofs.includes('created') ? 'yes' : 'no';
    if (!hasWords(this.#session))
      return { proven: 'unknown', destination: 'unknown', created, unproven: judged.unproven };
    return {
      proven: judged.unproven.length === 0 && asked ? 'yes' : 'no',
      destination: judged.destinationsProven ? 'yes' : 'no',
      created,
      unproven: judged.unproven,
      ...(asked ? {} : { unasked: this.#tool.name.verb }),
    };
  }
}

/** Where the values of a call come from, as far as this session knows. Pure: equal sessions give equal answers. */
export const judgeOrigins = (session: Session, tool: TracedTool, args: JsonObject): Origins =>
  new Judge(session, tool).origins(args);

/** What a decision needs to know of the session a call is made in. */
export interface CallSituation {
  readonly labels: Labels;
  readonly words: boolean;
  readonly origins: Origins;
  /** Nothing untrusted has been seen, or the values are proven: what this call makes counts as the person's own. */
  readonly intended: boolean;
}

/** Judges a call on the session as it is before the call. */
export const judgeCall = (session: Session, tool: TracedTool, args: JsonObject): CallSituation => {
  const origins = judgeOrigins(session, tool, args);
  return {
    labels: labelsFor(session, tool),
    words: hasWords(session),
    origins,
    intended: labelsOf(session).untrusted === 'none' || origins.proven === 'yes',
  };
};
