import type { JsonObject, Path } from '../receive/json.ts';
import { splitName } from '../vocabulary/role-words.ts';
import type { ApprovableValue, ApprovedCall } from './approved-call.ts';
import { isApprovedValue, listApprovedCalls } from './approved-call.ts';
import type { ArgumentValue } from './argument-places.ts';
import type { SeenRecord } from './results/seen-record.ts';
import { findArgumentResource } from '../user-message/parsed-tool-name.ts';
import type { SeenResult } from './results/seen-result.ts';
import { listDirectoryEntries, listSeenRecords, findSeenRecords } from './results/seen-result.ts';
import type { Session } from './session.ts';
import type { TracedTool } from './traced-tool.ts';
import { isElementLabel, isElementReference, isPagePart } from './open-page.ts';
import { isOneTimeCode } from './results/one-time-code.ts';
import { isPrintedPart } from './results/printed-part.ts';
import { isPrintedLink } from './results/read-page.ts';
import { isOwnField, isWrittenByPeople, saysWhat } from './results/own-record.ts';
import { findValuePlace } from './results/value-place.ts';
import { findPayloadAddresses } from './payload-addresses.ts';
import { addressKey, findAddresses, getLinkSite, getMailDomain, isWebLink } from '../user-message/address.ts';
import type { ArgumentNames } from '../user-message/agreed-proposals.ts';
import { AgreedProposals } from '../user-message/agreed-proposals.ts';
import { parseDay } from '../user-message/date.ts';
import { listFoldersAbove } from '../user-message/folders-above.ts';
import { parsePlainNumber } from '../user-message/number.ts';
import { toSingular } from '../user-message/to-singular.ts';
import { UserMessages } from '../user-message/user-messages.ts';

/** What vouches for a value; `own` is the person themself, who vouches for nothing. `approved`: in an earlier call of the tool. `agreed`: the person said yes to it in the chat. `lookup`: it is only looked up. `ownRecord`: a field of a record of the person. `below`: a path below one that was approved or created. `pagePart`: printed on the open page, which they named or approved. `oneTimeCode`: a code that the person's own change brought. `page`: printed on a page that the person named. */
export type Proof =
  | 'person'
  | 'approved'
  | 'agreed'
  | 'created'
  | 'directory'
  | 'record'
  | 'ownRecord'
  | 'below'
  | 'oneTimeCode'
  | 'pagePart'
  | 'page'
  | 'lookup'
  | 'own'
  | 'idle';

/** Flags that do more when they are on: switched off they decide nothing. */
const ENLARGING: ReadonlySet<string> = new Set(
  `allow anyone broadcast bypass cascade everyone external force global hard ignore overwrite permanent permanently public
  recurring recursive repeat replace skip submit`.split(/\s+/),
);
/** Words beside them that change nothing about that. Any other may turn it round: `force_mfa`, `overwrite_protection`. */
const NEUTRAL: ReadonlySet<string> = new Set(
  `be check checks confirm confirmation delete error errors existing file files if is it item items link make on set test
  tests the to warning warnings with`.split(/\s+/),
);

const FILTERING: ReadonlySet<string> = new Set(
  'condition criteria criterion filter keyword match pattern q query search term where'.split(' '),
);

const COUNTED: ReadonlySet<string> = new Set(['copies', 'qty', 'quantity']);

const OTHER_PART = { owner: 'repository', repository: 'owner' } as const;

/** Which half of `owner/repository` an argument holds. */
const findRepositoryPart = (name: string): keyof typeof OTHER_PART | undefined => {
  if (/^(?:owner|org|organization|organisation)$/i.test(name)) return 'owner';
  return /^repo(?:sitory)?(?:_?name)?$/i.test(name) ? 'repository' : undefined;
};

/** `Ben Lund <ben@example.org>`: before the address a plain name, never another address or the line of a header. */
const NAMED_ADDRESS = /^[\p{L}\p{N}\p{M} .'’-]*<([^<>\s]+)>$/u;

/** A person who approved the value said more. */
const WEAKER: ReadonlySet<Proof> = new Set<Proof>(['directory', 'lookup', 'own', 'record']);

/** A folder right below the root holds what belongs to many. */
const listDeepFolders = (path: string): readonly string[] =>
  listFoldersAbove(path).filter(
    (folder) => folder.split('/').filter((step) => /[^.~]/.test(step)).length > 1,
  );

const isSibling = (one: Path, other: Path): boolean =>
  one.length === other.length && one.slice(0, -1).every((step, at) => step === other[at]);

const wordsOfPath = (path: Path): ReadonlySet<string> =>
  new Set(path.flatMap((step) => (typeof step === 'string' ? splitName(step).map(toSingular) : [])));

/** Two things of one name in one answer: nobody can tell which of them was meant. */
const isOnlyOne = (result: SeenResult, { resource, ids }: SeenRecord, called: string): boolean =>
  listSeenRecords(result).every(
    (other) =>
      other.resource !== resource ||
      !other.names.includes(called) ||
      other.ids.some((id) => ids.includes(id)),
  );

/** What a session knows that can vouch for the values of one call of a tool. */
export class SessionEvidence {
  readonly words: UserMessages;
  readonly #session: Session;
  readonly #tool: TracedTool;
  readonly #values: readonly ArgumentValue[];
  readonly #approvals: readonly ApprovedCall[];
  /** What vouches for this call: an approval is of one call, and two are not put together. */
  readonly #approval: ApprovedCall | undefined;
  #proposals: AgreedProposals | undefined;

  constructor(session: Session, tool: TracedTool, args: JsonObject = {}) {
    this.words = new UserMessages(session.said);
    this.#session = session;
    this.#tool = tool;
    this.#values = tool.places.valuesOf(args) ?? [];
    this.#approvals = session.approved === undefined ? [] : listApprovedCalls(session.approved, tool);
    this.#approval = this.#chooseApproval();
  }

  /** The approved call that vouches for the most that nothing else vouches for. */
  #chooseApproval(): ApprovedCall | undefined {
    if (this.#approvals.length <= 1) return this.#approvals[0];
    const open = this.#values.flatMap((placed) => this.#openPlaces(placed));
    const count = (approval: ApprovedCall, isOwn: boolean): number =>
      open.filter(
        ({ placed, ...each }) =>
          each.isOwn === isOwn &&
          (this.#isApprovedBy(approval, placed) || this.#isBelowApproved(approval, placed)),
      ).length;
    return this.#approvals.toSorted(
      (a, b) => count(b, false) - count(a, false) || count(b, true) - count(a, true),
    )[0];
  }

  /** What only an approval can vouch for; the person's own address needs it where nothing else is named. */
  #openPlaces(
    placed: ArgumentValue,
  ): readonly { readonly placed: ApprovableValue; readonly isOwn: boolean }[] {
    const { role, value, name, path } = placed;
    if (role !== 'payload') {
      const proof = this.#withoutApproval(placed);
      return proof === undefined || proof === 'own' ? [{ placed, isOwn: proof === 'own' }] : [];
    }
    if (!this.#tool.outward || typeof value !== 'string') return [];
    return findPayloadAddresses(value)
      .addresses.filter((text) => this.ofAddress(text, name) === undefined)
      .map((text) => ({ placed: { role: 'destination', path, value: text }, isOwn: false }));
  }

  /** Whether a folder that the value lies in was approved in this place. */
  #isBelowApproved(approval: ApprovedCall, { role, path, value }: ApprovableValue): boolean {
    return (
      role === 'object' &&
      typeof value === 'string' &&
      this.#mayTouchBelow() &&
      listDeepFolders(value).some((folder) => isApprovedValue(approval, { role, path, value: folder }))
    );
  }

  /** Whether a value lies in a folder that was made in this session by a call of the person's own, or one they approved. */
  #isBelowCreated(path: string): boolean {
    const { server } = this.#tool.tool;
    const made = this.#session.created.filter((thing) => thing.server === server.name);
    return (
      made.length > 0 &&
      this.#mayTouchBelow() &&
      listDeepFolders(path).some((folder) => made.some(({ id }) => id === folder))
    );
  }

  /** An amount was approved for whom and for what it was shown beside. */
  #isApprovedBy(approval: ApprovedCall, placed: ApprovableValue): boolean {
    return (
      isApprovedValue(approval, placed) &&
      (placed.role !== 'critical' ||
        this.#values.every(
          (each) =>
            (each.role !== 'destination' && each.role !== 'object') || isApprovedValue(approval, each),
        ))
    );
  }

  #isListed(value: string): boolean {
    const { tool, audience } = this.#tool;
    return (
      audience.isInternal(value) &&
      this.#session.seen.some(
        (seen) => seen.directory && seen.server === tool.server.name && listDirectoryEntries(seen).has(value),
      )
    );
  }

  /** What vouches for one address or name. A number is one only as which one of a kind: the 5 of "5 of them" is no room. */
  ofAddress(value: string, name: string): Proof | undefined {
    if (this.#tool.audience.isOwn(value)) return 'own';
    const numeric = parsePlainNumber(value) !== undefined;
    const resource = findArgumentResource(name, this.#tool.name);
    if (numeric && this.words.pointsTo(value, resource)) return 'person';
    if (!numeric && this.words.addresses(value, resource, splitName(this.#tool.tool.server.name)))
      return 'person';
    return this.#isListed(value) ? 'directory' : undefined;
  }

  /** Where something goes: one address, `Name <address>`, or several of them in one text. */
  #destination(value: string, name: string): Proof | undefined {
    const whole = this.ofAddress(value, name);
    if (whole !== undefined) return whole;
    const parts = value.split(/[,;] ?/).map((part) => NAMED_ADDRESS.exec(part)?.[1] ?? part);
    if (parts.length === 1 && parts[0] === value) return undefined;
    if (!parts.every((part) => getMailDomain(part) !== undefined)) return undefined;
    const proofs = parts.map((part) => this.ofAddress(part, name));
    return proofs.includes(undefined) ? undefined : (proofs.find((proof) => proof !== 'own') ?? 'own');
  }

  #flag(value: boolean, name: string): Proof | undefined {
    const words = splitName(name);
    // Nobody can tell "verify it" from "do not verify it": what is off is proven only where it does less.
    if (!value) {
      const idle =
        words.some((word) => ENLARGING.has(word)) &&
        words.every((word) => ENLARGING.has(word) || NEUTRAL.has(word));
      return idle ? 'idle' : undefined;
    }
    const telling = words.filter((word) => word.length > 3);
    return telling.length > 0 && telling.every((word) => this.words.wants(word)) ? 'person' : undefined;
  }

  #critical(value: string | number, name: string): Proof | undefined {
    // one of it is what nobody says
    const { destroys, name: tool } = this.#tool;
    if (
      String(value) === '1' &&
      !destroys &&
      !tool.deeds.includes('change') &&
      COUNTED.has(splitName(name).at(-1) ?? '')
    )
      return 'idle';
    const day = typeof value === 'string' ? parseDay(value) : undefined;
    if (day !== undefined) return this.words.namesDay(day, tool.deeds) ? 'person' : undefined;
    // "but not as admin", "the admin wrote me": a plain word decides only where something is asked for
    const idle = typeof value === 'string' && /^\p{Ll}{3,}$/u.test(value) && !this.words.chooses(value);
    if (!idle && (this.words.names(value) || (typeof value === 'string' && this.words.namesNegated(value))))
      return 'person';
    return this.words.grants(String(value)) ? 'person' : undefined;
  }

  #isCreated(id: string, resource: string): boolean {
    const { server } = this.#tool.tool;
    return this.#session.created.some(
      (thing) => thing.id === id && thing.server === server.name && thing.resource === resource,
    );
  }

  #isOfNamedRecord(id: string, resource: string): boolean {
    const { server } = this.#tool.tool;
    // a person who has said nothing has named no record
    if (resource === '' || this.#session.said.length === 0) return false;
    return this.#session.seen.some(
      (result) =>
        result.server === server.name &&
        findSeenRecords(result, id).some(
          (record) =>
            record.resource === resource &&
            record.names.some((called) => isOnlyOne(result, record, called) && this.words.singlesOut(called)),
        ),
    );
  }

  /** A folder that is only named to be read is not one to write in. */
  #mayTouchBelow(): boolean {
    const { destroys, outward, mutates, name } = this.#tool;
    if (destroys || outward) return false;
    const deeds = name.deeds.filter((deed) => deed === 'create' || deed === 'change' || deed === 'move');
    return !mutates || this.words.asksFor(deeds, name.verbs, undefined);
  }

  #object(id: string, name: string): Proof | undefined {
    const resource = findArgumentResource(name, this.#tool.name);
    if (this.#isCreated(id, resource)) return 'created';
    if (this.words.pointsTo(id, resource)) return 'person';
    if (this.#mayTouchBelow() && this.words.namesAbove(id)) return 'person';
    if (this.#isBelowCreated(id)) return 'below';
    if (this.#isOfNamedRecord(id, resource)) return 'record';
    return this.#tool.looksUp ? 'lookup' : undefined;
  }

  /** What the agent proposed and the person said yes to; undefined where there is nothing, or where it may be quoted from what is not kept. */
  get proposals(): AgreedProposals | undefined {
    const { said, unkept } = this.#session;
    if (unkept.untrusted === true || !said.some(({ agreed }) => agreed !== undefined)) return undefined;
    return (this.#proposals ??= new AgreedProposals(said.flatMap(({ agreed }) => agreed ?? [])));
  }

  /** Whether a field of the server's own data holds the value, and no text that it may be quoted from. */
  #isOwnData(value: string, isAddress: boolean): boolean | undefined {
    let found: true | undefined;
    for (const seen of this.#session.seen) {
      const place = findValuePlace(seen, value);
      if (place === undefined) continue;
      const isBelieved = seen.vouched && seen.whole && seen.server === this.#tool.tool.server.name;
      if (place === 'text' || isWrittenByPeople(seen.resource)) return false;
      if (seen.origin === 'untrusted' && (isAddress || !isBelieved)) return false;
      if (isBelieved) found = true;
    }
    return found;
  }

  #namesOf(path: Path): ArgumentNames {
    const own = wordsOfPath(path);
    const others = [
      ...this.#tool.places.names.map((name) => [name]),
      ...this.#values.map((each) => each.path),
    ];
    return {
      own,
      others: new Set(others.flatMap((other) => [...wordsOfPath(other)]).filter((word) => !own.has(word))),
    };
  }

  #isOneTimeCode(name: string, value: string | number): boolean {
    const { changes = [], seen, said, unkept } = this.#session;
    // what was seen elsewhere may have changed something too
    if (said.length === 0 || unkept.untrusted === true) return false;
    return isOneTimeCode({ changes, seen }, this.#tool, { name, value });
  }

  /** Whether the person said yes to the value in the chat. What an agent may have quoted they have to write themself. */
  #isAgreed({ role, value, name, odd, path }: ArgumentValue): boolean {
    if (odd === true || role === 'code' || role === 'payload' || typeof value === 'boolean') return false;
    if (!this.#tool.believed || this.proposals?.lists(value, name, this.#namesOf(path)) !== true)
      return false;
    const text = String(value);
    const isAddress = addressKey(text) !== undefined || findAddresses(text).length > 0;
    // where nothing goes out, a place is a choice like any other
    const isChoice = role === 'critical' || (role === 'destination' && !this.#tool.outward);
    return this.#isOwnData(text, isAddress) ?? (isChoice && !isAddress);
  }

  /** Whether a record of the person who speaks holds the value, which is theirs to act on where nothing goes out. */
  #isOwnField({ role, value, name, odd }: ArgumentValue): boolean {
    if (this.#tool.outward || odd === true || typeof value === 'boolean' || value === '') return false;
    const text = String(value);
    const isTheirs =
      role === 'object' ||
      role === 'critical' ||
      (role === 'destination' && saysWhat(name) && addressKey(text) === undefined);
    return isTheirs && this.#tool.believed && isOwnField(this.#session.seen, this.#tool, { value, name });
  }

  /** Whether a person approved the value in an earlier call of this tool. */
  #isApproved(placed: ApprovableValue): boolean {
    return this.#approval !== undefined && this.#isApprovedBy(this.#approval, placed);
  }

  /** Whether a person saw this text in an approved call of this tool. */
  wasShown(placed: ApprovableValue): boolean {
    return this.#approvals.some((approval) => isApprovedValue(approval, placed));
  }

  /** The same as `ofAddress` for an address inside a text. */
  ofPayloadAddress(value: string, { name, path }: Pick<ArgumentValue, 'name' | 'path'>): Proof | undefined {
    const approved = (): Proof | undefined =>
      this.#isApproved({ role: 'destination', path, value }) ? 'approved' : undefined;
    return this.ofAddress(value, name) ?? approved();
  }

  /** What vouches for a value, or undefined. The person's own address vouches for nothing, an approval of it does. */
  of(placed: ArgumentValue): Proof | undefined {
    const proof = this.#of(placed);
    const isWeaker = proof === undefined || WEAKER.has(proof);
    if (isWeaker && this.#isApproved(placed)) return 'approved';
    if (proof !== undefined) return proof;
    if (this.#approval !== undefined && this.#isBelowApproved(this.#approval, placed)) return 'below';
    return this.#besidesWords(placed);
  }

  #withoutApproval(placed: ArgumentValue): Proof | undefined {
    return this.#of(placed) ?? this.#besidesWords(placed);
  }

  #besidesWords(placed: ArgumentValue): Proof | undefined {
    if (this.#isAgreed(placed)) return 'agreed';
    if (this.#isOwnField(placed)) return 'ownRecord';
    const { role, value } = placed;
    if (role === 'critical' && typeof value !== 'boolean' && this.#isOneTimeCode(placed.name, value))
      return 'oneTimeCode';
    if (this.#isPagePart(placed)) return 'pagePart';
    const isPrinted =
      role === 'destination' &&
      typeof value === 'string' &&
      isPrintedLink(this.#session.seen, this.#tool, value);
    return isPrinted ? 'page' : undefined;
  }

  /** Whether a call goes to a page that the person named or approved, and nowhere else. */
  goesToNamedPage(): boolean {
    const destinations = this.#values.filter(({ role }) => role === 'destination');
    return (
      destinations.length > 0 &&
      destinations.every((placed) => {
        const proof =
          typeof placed.value === 'string' && isWebLink(placed.value) ? this.of(placed) : undefined;
        return proof === 'person' || proof === 'approved';
      })
    );
  }

  /** Whether a value is a part of the page that the tool's server shows, which the person named or approved. */
  #isPagePart({ role, value, name, path }: ArgumentValue): boolean {
    const { believed, destroys, agentic, tool } = this.#tool;
    const { pages = [], seen, unkept } = this.#session;
    if (!believed || destroys || agentic || unkept.untrusted === true) return false;
    if ((role !== 'object' && role !== 'critical') || typeof value === 'boolean') return false;
    const page = pages.find(({ server, proven }) => proven && server === tool.server.name);
    if (page === undefined || !isPagePart({ name, path })) return false;
    const prints = (part: ArgumentValue['value']): boolean => isPrintedPart(seen, page, String(part));
    // what the agent calls an element says nothing: its reference does
    const reference = isElementLabel(name)
      ? this.#values.find((each) => isElementReference(each.name) && isSibling(each.path, path))
      : undefined;
    return prints(reference?.value ?? value);
  }

  /** The host and port of the page that a call reads, where the person named or approved it or one that led to it. */
  page(): string | undefined {
    for (const placed of this.#values) {
      const { role, value } = placed;
      if (role !== 'destination' || typeof value !== 'string' || addressKey(value) === undefined) continue;
      const proof = this.of(placed);
      if (proof === 'person' || proof === 'approved' || proof === 'page') return getLinkSite(value);
    }
    return undefined;
  }

  /** A search for everything: it only reads, and what it is not told says nothing. */
  #isIdleFilter({ role, name }: ArgumentValue): boolean {
    const { believed, mutates, looksUp } = this.#tool;
    return (
      believed &&
      (!mutates || looksUp) &&
      (role === 'object' || role === 'critical') &&
      splitName(name).some((word) => FILTERING.has(toSingular(word)))
    );
  }

  /** Whether the owner and the repository of a call stand together in the request: `acme/site`. */
  #isOfNamedRepository({ role, value, name, path }: ArgumentValue): boolean {
    const part = findRepositoryPart(name);
    if (part === undefined || role === 'code' || role === 'payload' || typeof value !== 'string')
      return false;
    const others = this.#values.filter(
      (each) => isSibling(each.path, path) && findRepositoryPart(each.name) === OTHER_PART[part],
    );
    const [other] = others;
    if (others.length !== 1 || other === undefined) return false;
    const beside = String(other.value);
    return part === 'owner'
      ? this.words.namesRepository(value, beside)
      : this.words.namesRepository(beside, value);
  }

  #of(placed: ArgumentValue): Proof | undefined {
    const { role, value, name, odd } = placed;
    if (odd === true) return undefined;
    if (this.#isOfNamedRepository(placed)) return 'person';
    if (value === '') return this.#isIdleFilter(placed) ? 'idle' : undefined;
    if (typeof value === 'boolean') return role === 'code' ? undefined : this.#flag(value, name);
    if (role === 'destination') return this.#destination(String(value), name);
    if (role === 'object') return this.#object(String(value), name);
    if (role === 'code') return this.words.spells(String(value)) ? 'person' : undefined;
    return this.#critical(value, name);
  }
}
