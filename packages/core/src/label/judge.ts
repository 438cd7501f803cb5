import { splitName } from '../disclose/role-words.ts';
import type { JsonObject } from '../receive/json.ts';
import type { Role } from '../vocabulary/roles.ts';
import type { Path, PlacedValue } from './argument-places.ts';
import type { Origins, UnprovenValue } from './origin.ts';
import { MAX_TEXT } from './origin.ts';
import { firstSeen } from './seen/first-seen.ts';
import { resourceOfArgument } from './seen/resource.ts';
import { entriesOf, recordsOf } from './seen/seen-result.ts';
import type { Session } from './session.ts';
import { hasWords, labelsFor, labelsOf } from './session.ts';
import type { Labels } from './label.ts';
import type { TracedTool } from './traced-tool.ts';
import { MAX_ADDRESSES, addressesIn } from './words/address.ts';
import { Words } from './words/words.ts';

/** What vouches for a value; `own` is the person themself, who vouches for nothing. */
type Proof = 'person' | 'created' | 'directory' | 'record' | 'own' | 'idle';

/** Flags that do more when they are on: switched off they decide nothing. */
const ENLARGING: ReadonlySet<string> = new Set(
  'broadcast cascade everyone external force global hard overwrite permanent permanently public recurring recursive repeat replace'.split(
    ' ',
  ),
);

interface Judged {
  readonly unproven: UnprovenValue[];
  /** Values that decided something and were vouched for. */
  readonly proofs: Proof[];
  /** Those of the proofs that are about where something goes. */
  readonly destinations: Proof[];
  destinationsProven: boolean;
}

class Judge {
  readonly #session: Session;
  readonly #tool: TracedTool;
  readonly #words: Words;

  constructor(session: Session, tool: TracedTool) {
    this.#session = session;
    this.#tool = tool;
    this.#words = new Words(session.said);
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

  #destination(value: string | number): Proof | undefined {
    if (this.#tool.audience.isOwn(String(value))) return 'own';
    if (this.#words.names(value)) return 'person';
    return typeof value === 'string' && this.#isListed(value) ? 'directory' : undefined;
  }

  #flag(value: boolean, name: string): Proof | undefined {
    const words = splitName(name);
    // Nobody can tell "verify it" from "do not verify it": what is off is proven only where it does less.
    if (!value) return words.some((word) => ENLARGING.has(word)) ? 'idle' : undefined;
    const telling = words.filter((word) => word.length > 3);
    return telling.length > 0 && telling.every((word) => this.#words.hasWord(word)) ? 'person' : undefined;
  }

  #critical({ value, name }: PlacedValue): Proof | undefined {
    if (typeof value === 'boolean') return this.#flag(value, name);
    return this.#words.names(value) || this.#words.grants(String(value)) ? 'person' : undefined;
  }

  #object({ value, name }: PlacedValue): Proof | undefined {
    if (typeof value === 'boolean') return this.#flag(value, name);
    const id = String(value);
    const { tool } = this.#tool;
    const resource = resourceOfArgument(name, this.#tool.name);
    if (this.#words.pointsTo(id, resource)) return 'person';
    const { created, seen } = this.#session;
    if (
      created.some(
        (thing) => thing.id === id && thing.server === tool.server.name && thing.resource === resource,
      )
    )
      return 'created';
    if (resource === '') return undefined;
    const named = seen.some(
      (result) =>
        result.server === tool.server.name &&
        recordsOf(result).some(
          (record) =>
            record.resource === resource &&
            record.ids.includes(id) &&
            record.names.some((called) => this.#words.singlesOut(called)),
        ),
    );
    return named ? 'record' : undefined;
  }

  #proof(placed: PlacedValue): Proof | undefined {
    switch (placed.role) {
      case 'destination':
        return typeof placed.value === 'boolean'
          ? this.#flag(placed.value, placed.name)
          : this.#destination(placed.value);
      case 'object':
        return this.#object(placed);
      case 'critical':
        return this.#critical(placed);
      case 'code':
        return typeof placed.value === 'string' && this.#words.spells(placed.value) ? 'person' : undefined;
      case 'payload':
        return 'idle';
    }
  }

  #unproven(path: Path, role: Role, value: string | number | boolean): UnprovenValue {
    const text = String(value);
    const found = typeof value === 'boolean' ? undefined : firstSeen(this.#session.seen, text);
    return {
      path,
      role,
      text: text.slice(0, MAX_TEXT),
      origin: found?.origin ?? 'nowhere',
      ...(found === undefined ? {} : { firstSeen: found.place }),
    };
  }

  #payload(placed: PlacedValue, judged: Judged): void {
    if (typeof placed.value !== 'string' || !this.#tool.outward) return;
    const addresses = addressesIn(placed.value);
    for (const { text } of addresses.slice(0, MAX_ADDRESSES)) {
      if (this.#destination(text) !== undefined) continue;
      judged.destinationsProven = false;
      judged.unproven.push(this.#unproven(placed.path, 'destination', text));
    }
    if (addresses.length > MAX_ADDRESSES) {
      judged.destinationsProven = false;
      judged.unproven.push({ path: placed.path, role: 'destination', origin: 'nowhere' });
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
    const needsVerb = this.#tool.destroys || homeward || decisive.length === 0;
    return !needsVerb || this.#words.asksFor(this.#tool.name.deeds);
  }

  origins(args: JsonObject): Origins {
    const judged: Judged = { unproven: [], proofs: [], destinations: [], destinationsProven: true };
    const values = this.#tool.places.valuesOf(args);
    for (const placed of values ?? []) this.#one(placed, judged);
    if (values === undefined) {
      judged.destinationsProven = false;
      judged.unproven.push({ path: [], origin: 'nowhere' });
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
