import { splitName } from '../vocabulary/role-words.ts';
import type { JsonObject, Path } from '../receive/json.ts';
import type { ArgumentRole } from '../vocabulary/argument-role.ts';
import type { ArgumentValue } from './argument-places.ts';
import { findCarried } from './carried/find-carried.ts';
import { isDenied } from './denied-calls.ts';
import type { Labels } from './label.ts';
import { hasLocalFiles } from '../condition/local-path.ts';
import type { Origins, UnprovenValue } from './origin.ts';
import { MAX_ORIGIN_TEXT } from './origin.ts';
import { findPayloadAddresses } from './payload-addresses.ts';
import type { Proof } from './session-evidence.ts';
import { SessionEvidence } from './session-evidence.ts';
import { findFirstOccurrence } from './results/find-first-occurrence.ts';
import type { SeenResult } from './results/seen-result.ts';
import type { Session } from './session.ts';
import { hasUserMessages, getCallLabels, getLabelStrengths } from './session.ts';
import type { TracedTool } from './traced-tool.ts';
import type { ActionKind } from '../user-message/language.ts';
import { addressKey, findAddresses } from '../user-message/address.ts';
import { foldCase } from '../user-message/literals.ts';
import { findForbiddenVerb } from '../user-message/prohibition.ts';

/** One value that decides something, and what vouches for it. */
export interface ProvenValue {
  readonly path: Path;
  readonly role: ArgumentRole;
  readonly text: string;
  readonly proof: Proof;
}

/** Of so many values it is told where they were first seen; nobody reads more, and each search takes time. */
const MAX_TRACED = 32;

/** What is cut off shows: blanks before it could hide that there is more. */
const cutOriginText = (text: string): string =>
  text.length > MAX_ORIGIN_TEXT ? `${text.slice(0, MAX_ORIGIN_TEXT - 1)}…` : text;

/** What to search for of a text that may have been cut. */
export const uncutOriginText = (text: string): string => text.replace(/…$/, '');

const HANDING_OVER: ReadonlySet<string> = new Set(['escalate', 'handoff', 'handover', 'transfer']);
/** `transfer_human_records` hands something else over, and not to a human. */
const TO_A_HUMAN: ReadonlySet<string> = new Set(
  `a agent agents call case chat conversation desk human humans operator person representative specialist staff support
  team the to user`.split(/\s+/),
);

const CHANGE: ActionKind = 'change';

/** The site itself the person named. */
const SITE = /^https?:\/\/[^/?#]*/i;

/** For measurements alone: what a part of the judgement costs. */
export interface JudgeOptions {
  /** An outward call without a destination may carry any text out. */
  readonly ignoreCarried?: boolean;
}

class OriginJudge {
  readonly #session: Session;
  readonly #tool: TracedTool;
  readonly #evidence: SessionEvidence;
  readonly #args: JsonObject;
  /** Whether it matters where a value was first seen: only then is it searched for in all that was seen. */
  readonly #traces: boolean;
  readonly proven: ProvenValue[] = [];
  readonly unproven: UnprovenValue[] = [];

  constructor(session: Session, tool: TracedTool, args: JsonObject, options: JudgeOptions = {}) {
    this.#session = session;
    this.#tool = tool;
    this.#args = args;
    this.#evidence = new SessionEvidence(session, tool, args);
    this.#traces = getCallLabels(session, tool).untrusted !== 'none' && (tool.mutates || tool.outward);
    const values = tool.places.valuesOf(args);
    for (const placed of values ?? []) this.#judge(placed);
    if (options.ignoreCarried !== true) this.#judgeCarried(values ?? []);
    if (values === undefined) this.unproven.push({ path: [] });
    else if (tool.destroys && tool.places.selects && !values.some(({ role }) => role !== 'payload'))
      this.unproven.push({ path: [], role: 'object', text: '' });
  }

  #lacks(path: Path, role: ArgumentRole, value: string | number | boolean): void {
    const text = String(value);
    const unproven = { path, role, text };
    const traces = this.#traces && this.unproven.length < MAX_TRACED;
    const found =
      traces && typeof value !== 'boolean' ? findFirstOccurrence(this.#session.seen, text) : undefined;
    this.unproven.push({
      ...unproven,
      ...(traces ? { origin: found?.origin ?? 'nowhere' } : {}),
      ...(found === undefined ? {} : { firstSeen: found.place }),
    });
  }

  #judgePayload({ path, value, name }: ArgumentValue): void {
    if (typeof value !== 'string' || !this.#tool.outward) return;
    const { addresses, more } = findPayloadAddresses(value);
    for (const text of addresses)
      if (this.#evidence.ofPayloadAddress(text, { name, path }) === undefined)
        this.#lacks(path, 'destination', text);
    if (more) this.unproven.push({ path, role: 'destination' });
  }

  /** A path where a text is expected, in a call that goes out: the file is what goes. */
  #sendsFile({ path, value }: ArgumentValue): boolean {
    return this.#tool.outward && typeof value === 'string' && hasLocalFiles(value, path);
  }

  /** Where a call that only reads goes to, an address alone says: a name is what it asks for. */
  #hasDestination(): boolean {
    return this.proven.some(
      ({ role, text, proof }) =>
        role === 'destination' &&
        // a page prints what its author likes
        proof !== 'page' &&
        (this.#tool.mutates || addressKey(text) !== undefined),
    );
  }

  /** What a tool that only reads may have told itself is nothing new to it. */
  #isPrivate(result: SeenResult): boolean {
    if (result.private !== 'possible' || this.#tool.mutates) return result.private !== 'none';
    const { name, server } = this.#tool.tool;
    return result.tool !== name || result.server !== server.name;
  }

  /** An outward call without a destination carries data out through its texts. */
  #judgeCarried(values: readonly ArgumentValue[]): void {
    const labels = getCallLabels(this.#session, this.#tool);
    if (labels.private === 'none' || labels.untrusted === 'none') return;
    if (!this.#tool.outward || this.#hasDestination()) return;
    // where it goes is unproven already
    if (this.unproven.some(({ role }) => role === 'destination')) return;
    const texts = values
      .filter(
        ({ role, value }) =>
          (role === 'payload' && typeof value !== 'boolean') ||
          (role === 'destination' &&
            this.proven.some(({ proof, text }) => proof === 'page' && text === value)),
      )
      // the same text went there before, and a person saw it
      .filter((placed) => !this.#evidence.wasShown(placed))
      .map(({ path, role, value }) => ({
        path,
        text: role === 'destination' ? String(value).replace(SITE, '') : String(value),
      }));
    const { seen, unkept } = this.#session;
    const carried = findCarried(texts, {
      seen,
      isPrivate: (result) => this.#isPrivate(result),
      incomplete: unkept.some || unkept.awaited.length > 0,
      intents: this.#evidence.words.intents(),
    });
    if (carried === undefined) return;
    const { text, ...place } = carried;
    this.unproven.push({
      ...place,
      role: 'destination',
      ...(text === undefined ? {} : { text }),
      carried: true,
    });
  }

  #wasDenied(): boolean {
    const { name, server } = this.#tool.tool;
    const { denied } = this.#session;
    return denied !== undefined && isDenied(denied, server.name, name, this.#args);
  }

  /** The verb by which the person forbade this kind of call. */
  #forbidden(): string | undefined {
    const { prohibitions } = this.#session;
    if (prohibitions.length === 0) return undefined;
    const { tool, name, outward, places } = this.#tool;
    const values = places.valuesOf(this.#args) ?? [];
    return findForbiddenVerb(prohibitions, {
      name,
      words: [tool.name, tool.server.name].flatMap(splitName),
      outward,
      texts: values.map(({ value }) => foldCase(String(value))),
      code: values.filter(({ role }) => role === 'code').map(({ value }) => foldCase(String(value))),
      isAsked: (deeds) => this.#evidence.words.asksFor(deeds, [], undefined),
    });
  }

  #judge(placed: ArgumentValue): void {
    if (placed.role === 'payload' && !this.#sendsFile(placed)) {
      this.#judgePayload(placed);
      return;
    }
    const { path, value } = placed;
    const role = placed.role === 'payload' ? 'object' : placed.role;
    const proof = this.#evidence.of({ ...placed, role });
    if (proof === undefined) this.#lacks(path, role, value);
    else this.proven.push({ path, role, text: String(value), proof });
  }

  /** Whether the person asked for the deed, where the values alone do not show it. */
  #isAsked(): boolean {
    const { words } = this.#evidence;
    const bare =
      this.unproven.length === 0 && this.proven.every(({ proof }) => proof === 'own' || proof === 'idle');
    const destinations = this.proven.filter(({ role }) => role === 'destination');
    // To themself only: nobody named that address, so the person has to speak of themself.
    const homeward = destinations.length > 0 && destinations.every(({ proof }) => proof === 'own');
    if (bare && this.#handsOver()) return true;
    if (homeward && !words.meansSelf() && !destinations.some(({ text }) => words.names(text))) return false;
    const isOwn = this.proven.some(({ proof }) => proof === 'ownRecord');
    // a yes is to a deed
    const isByAgreement = this.#tool.mutates && this.#isAgreed();
    if (!this.#tool.destroys && !homeward && !bare && !isOwn && !isByAgreement) return true;
    const { deeds, verbs, resource } = this.#tool.name;
    // Where no value shows what is meant, the thing has to be named as well as the deed.
    // "change my booking" asks for another day of it as well
    const isMove = (isOwn || isByAgreement) && !this.#tool.destroys && deeds.includes('move');
    const wanted = isMove ? [...deeds, CHANGE] : deeds;
    const noun = bare && !homeward && this.#tool.mutates && resource !== '' ? resource : undefined;
    if (words.asksFor(wanted, verbs, noun)) return true;
    return !bare && this.#isAgreed() && this.#evidence.proposals?.proposes(wanted, verbs) === true;
  }

  /** A human of the same desk takes over: nothing goes out, and nothing else is done. */
  #handsOver(): boolean {
    const { tool, believed, outward, destroys, agentic } = this.#tool;
    const words = splitName(tool.name);
    const values = this.#tool.places.valuesOf(this.#args) ?? [];
    return (
      believed &&
      !outward &&
      !destroys &&
      !agentic &&
      words.includes('human') &&
      words.some((word) => HANDING_OVER.has(word)) &&
      words.every((word) => HANDING_OVER.has(word) || TO_A_HUMAN.has(word)) &&
      values.every(({ role }) => role === 'payload')
    );
  }

  #isAgreed(): boolean {
    return this.proven.some(({ proof }) => proof === 'agreed');
  }

  /** A person who only wants to know something asks for no change, unless they agreed to one. */
  #onlyReads(): boolean {
    return (
      !this.proven.some(({ proof }) => proof === 'approved' || proof === 'agreed') &&
      this.#tool.mutates &&
      !this.#tool.name.deeds.includes('fetch') &&
      this.#evidence.words.onlyAsksToKnow() &&
      !this.proven.some(
        ({ role, proof, text }) =>
          role === 'object' && proof === 'person' && this.#evidence.words.putsInto(text),
      ) &&
      !this.#handsOver()
    );
  }

  #isCreated(): boolean {
    const objects = this.proven.filter(({ role }) => role === 'object');
    const others = this.unproven.some(({ role }) => role === 'object' || role === undefined);
    return objects.length > 0 && !others && objects.every(({ proof }) => proof === 'created');
  }

  /**
   * It goes to an address that nothing proves, or carries private data. A reader goes where a link leads, not to a mailbox.
   * Code may reach anything; where it may destroy as well, it is asked about anyway.
   */
  #isOutbound(): boolean {
    const { outward, mutates, destroys } = this.#tool;
    const leads = (text: string): boolean =>
      findAddresses(text).some((found) => mutates || addressKey(found.text)?.startsWith('link ') === true);
    return (
      outward &&
      this.unproven.some(
        ({ role, carried, text }) =>
          carried === true ||
          (role === 'destination' && text !== undefined && leads(text)) ||
          (role === 'code' && mutates && !destroys),
      )
    );
  }

  origins(): Origins {
    const created = this.#isCreated() ? 'yes' : 'no';
    const unproven = this.unproven.map((value): UnprovenValue =>
      value.text === undefined ? value : { ...value, text: cutOriginText(value.text) },
    );
    const denied = this.#wasDenied();
    const verb = denied ? this.#tool.name.verb : this.#forbidden();
    const more: Pick<Origins, 'forbidden' | 'denied' | 'outbound'> = {
      ...(verb === undefined ? {} : { forbidden: verb }),
      ...(denied ? { denied: true as const } : {}),
      ...(this.#isOutbound() ? { outbound: true } : {}),
    };
    if (!hasUserMessages(this.#session))
      return { proven: 'unknown', destination: 'unknown', created, unproven, ...more };
    const asked = verb === undefined && this.#isAsked() && !this.#onlyReads();
    const astray = unproven.some(
      ({ role }) => role === 'destination' || role === 'code' || role === undefined,
    );
    const somewhere = this.proven.some(({ role }) => role === 'destination');
    return {
      proven: unproven.length === 0 && asked ? 'yes' : 'no',
      destination: astray || !(somewhere || asked) ? 'no' : 'yes',
      created,
      unproven,
      ...(asked ? {} : { unasked: this.#tool.name.verb }),
      ...more,
    };
  }
}

/** Where the values of a call come from, as far as this session knows. Pure: equal sessions give equal answers. */
export const judgeOrigins = (
  session: Session,
  tool: TracedTool,
  args: JsonObject,
  options?: JudgeOptions,
): Origins => new OriginJudge(session, tool, args, options).origins();

/** Every value of a call that decides something and is vouched for, with what vouches for it. */
export const listProvenValues = (
  session: Session,
  tool: TracedTool,
  args: JsonObject,
): readonly ProvenValue[] =>
  new OriginJudge(session, tool, args).proven.map((value) => ({ ...value, text: cutOriginText(value.text) }));

/** What a decision needs to know of the session a call is made in. */
export interface CallSituation {
  readonly labels: Labels;
  readonly words: boolean;
  readonly origins: Origins;
  /** Nothing untrusted has been seen, or the values are proven: what this call makes counts as the person's own. */
  readonly intended: boolean;
}

/** Judges a call on the session as it is before the call. */
export const judgeCall = (
  session: Session,
  tool: TracedTool,
  args: JsonObject,
  options?: JudgeOptions,
): CallSituation => {
  const origins = judgeOrigins(session, tool, args, options);
  return {
    labels: getCallLabels(session, tool),
    words: hasUserMessages(session),
    origins,
    intended: getLabelStrengths(session).untrusted === 'none' || origins.proven === 'yes',
  };
};
