/**
 * When a call is proven, written from the design alone and not from the code under test. It reads no
 * text: whoever made the session says what the person wrote, what was seen, and what each value is.
 */

/**
 * Something that can be a whole value. Numbers are written as their value, dates as their day. `no filter`: a filter that
 * is empty, and so keeps everything.
 */
export interface Literal {
  readonly kind:
    | 'address'
    | 'url'
    | 'account'
    | 'number'
    | 'date'
    | 'name'
    | 'id'
    | 'code'
    | 'flag'
    | 'no filter'
    | 'path'
    | 'one-time code'
    | 'part'
    | 'text';
  readonly value: string;
  /** Of a day: what the clause asks for in which it stands, if it asks for anything. */
  readonly of?: SpecifiedAction;
}

/** A thing of one server, by its type: ids of another type or server are other things. */
export interface SpecifiedThing {
  readonly server: string;
  readonly resource: string;
  readonly id: string;
}

export interface SpecifiedRecord extends SpecifiedThing {
  /** Its name, title, subject, file name and sender. */
  readonly names: readonly string[];
}

export type SpecifiedAction = 'send' | 'delete' | 'pay' | 'share' | 'create' | 'run' | 'reset' | 'read';

/** A deed the person asked for, and the values they wrote in the same sentence. */
export interface SpecifiedRequest {
  readonly deed: SpecifiedAction;
  readonly about: readonly Literal[];
}

/** A value that a person approved in a held call: of this tool, for this argument. */
export interface SpecifiedApproval {
  readonly call: string;
  readonly server: string;
  readonly tool: string;
  readonly argument: string;
  readonly value: Literal;
}

/** A whole value that a server's own data holds, and whether other people may have written it there. */
export interface SpecifiedField {
  readonly server: string;
  readonly value: string;
  readonly untrusted: boolean;
}

/** A code that came after the last change on a server. */
export interface SpecifiedCode {
  readonly server: string;
  readonly value: string;
}

export interface SpecifiedPart {
  readonly server: string;
  readonly value: string;
}

/** Everything there is to know about a session in which untrusted content was seen. */
export interface Knowledge {
  /** The person's words that still count; none where nobody knows them. Pastes and quoted blocks are not among them. */
  readonly literals: readonly Literal[];
  readonly asked: readonly SpecifiedRequest[];
  readonly spoke: boolean;
  readonly created: readonly SpecifiedThing[];
  readonly approved: readonly SpecifiedApproval[];
  /** What the agent listed word for word and the person said yes to. */
  readonly agreed: readonly Literal[];
  /** What stands in texts that were seen: the agent may have quoted it. */
  readonly quoted: readonly Literal[];
  /** Fields of servers that are believed in what they say of their own things. */
  readonly fields: readonly SpecifiedField[];
  /** Links on pages that the person named or approved, or that led to each other, to the same host. */
  readonly printed: readonly string[];
  /** One-time codes that came after the last change on a server, where that was the person's own or approved. */
  readonly codes: readonly SpecifiedCode[];
  /** Parts that the page now open on a server printed last, where its address is one that the person named or approved. */
  readonly parts: readonly SpecifiedPart[];
  /** What records of the person hold, found by an identity they gave as their own. */
  readonly own: readonly SpecifiedThing[];
  readonly records: readonly SpecifiedRecord[];
  /** Entries of tools that are directories on a ground. */
  readonly directory: readonly string[];
  /** What the operator says is inside. */
  readonly internal: readonly string[];
  readonly identities: readonly string[];
}

/** One argument value; a payload names the addresses, urls and accounts that stand in it. */
export type SpecifiedArgument = { readonly name: string } & SpecifiedValue;

export type SpecifiedValue =
  | { readonly role: 'destination' | 'critical' | 'code'; readonly value: Literal }
  | { readonly role: 'object'; readonly value: Literal; readonly resource: string }
  | { readonly role: 'payload'; readonly value: Literal; readonly inside: readonly Literal[] };

export interface ConsequentialTool {
  readonly server: string;
  readonly name: string;
  readonly trusted: boolean;
  readonly outward: boolean;
  readonly destroys: boolean;
  /** Trusted to stay inside and to destroy nothing, and its name reads. */
  readonly looksUp: boolean;
  /** It changes nothing: it reads what a link leads to. */
  readonly reads: boolean;
  readonly deed: SpecifiedAction;
}

/**
 * `must`: every decisive value is a literal as the person wrote it. `may`: proven, but by evidence that
 * a careful reader can also find too weak. `no`: not proven, whatever a reader makes of the words.
 */
export type ProofVerdict = 'must' | 'may' | 'no';

const RANK: Readonly<Record<ProofVerdict, number>> = { no: 0, may: 1, must: 2 };
const weakest = (verdicts: readonly ProofVerdict[]): ProofVerdict =>
  verdicts.reduce((a, b) => (RANK[b] < RANK[a] ? b : a), 'must');

const isSame = (a: Literal, b: Literal): boolean => a.kind === b.kind && a.value === b.value;

const isWritten = (known: Knowledge, value: Literal): boolean =>
  known.literals.some((each) => isSame(each, value));

/** An approval is the person's word for the same value in the same argument of the same tool, and for nothing else. */
const isApproved = (
  known: Knowledge,
  { server, name: tool }: ConsequentialTool,
  argument: string,
  value: Literal,
): boolean =>
  known.approved.some(
    (each) =>
      each.server === server && each.tool === tool && each.argument === argument && isSame(each.value, value),
  );

interface SpecifiedDestination {
  readonly argument: string;
  readonly value: Literal;
}

const isAddress = ({ kind }: Literal): boolean => kind === 'address' || kind === 'url' || kind === 'account';

/**
 * A yes counts for what was listed, unless the agent may have quoted it: what it acts on and where it goes must be the
 * server's own data, and an address may not be one that other people wrote.
 */
const isAgreed = (known: Knowledge, tool: ConsequentialTool, value: Literal, mayBeNew: boolean): boolean => {
  const isIt = (each: Literal): boolean => each.value === value.value;
  if (!tool.trusted || !known.agreed.some(isIt) || known.quoted.some(isIt)) return false;
  const fields = known.fields.filter((field) => field.value === value.value);
  const isTheirs = ({ server }: SpecifiedField): boolean => server === tool.server;
  if (fields.some((field) => field.untrusted && (isAddress(value) || !isTheirs(field)))) return false;
  return fields.some(isTheirs) || (mayBeNew && !isAddress(value));
};

const ofDestination = (known: Knowledge, tool: ConsequentialTool, value: Literal): ProofVerdict => {
  if (isWritten(known, value)) return 'must';
  if (isAgreed(known, tool, value, false)) return 'may';
  if (tool.reads && value.kind === 'url' && known.printed.includes(value.value)) return 'may';
  return known.directory.includes(value.value) && known.internal.includes(value.value) ? 'may' : 'no';
};

/** What stands above a path, two names and more; nothing where a name in it is hidden, empty or encoded. */
const placesAbove = (path: string): readonly string[] => {
  const names = path.slice(1).split('/');
  if (!path.startsWith('/') || names.some((name) => name === '' || /^\.|%/.test(name))) return [];
  return names.slice(0, -1).map((_, at) => `/${names.slice(0, at + 1).join('/')}`);
};

/** Below what the person named, approved here or had made, files may be made and changed where they ask for that. */
const isBelow = (known: Knowledge, tool: ConsequentialTool, argument: string, value: Literal): boolean =>
  value.kind === 'path' &&
  !tool.outward &&
  !tool.destroys &&
  known.asked.some(({ deed }) => deed === 'create') &&
  placesAbove(value.value).some((place) => {
    const folder: Literal = { kind: 'path', value: place };
    const isMade = known.created.some(({ server, id }) => server === tool.server && id === place);
    const isDeep = place.lastIndexOf('/') > 0;
    return isWritten(known, folder) || (isDeep && (isMade || isApproved(known, tool, argument, folder)));
  });

const ofObject = (
  known: Knowledge,
  tool: ConsequentialTool,
  { name: argument, value, resource }: Extract<SpecifiedArgument, { readonly role: 'object' }>,
): ProofVerdict => {
  const { server } = tool;
  if (value.kind === 'part') {
    const isShown = known.parts.some((part) => part.server === server && part.value === value.value);
    return isShown && tool.trusted && !tool.destroys ? 'may' : 'no';
  }
  if (isWritten(known, value)) return value.kind === 'name' ? 'must' : 'may';
  if (isAgreed(known, tool, value, false) || isBelow(known, tool, argument, value)) return 'may';
  const isIt = (thing: SpecifiedThing): boolean =>
    thing.server === server && thing.resource === resource && thing.id === value.value;
  if (known.created.some(isIt) || (!tool.outward && known.own.some(isIt))) return 'may';
  const named = known.records.some(
    (record) =>
      isIt(record) && record.names.some((name) => known.literals.some((literal) => literal.value === name)),
  );
  return named ? 'may' : 'no';
};

/**
 * A number is a literal by its value; one that was written to say which thing is meant is weak evidence of an amount.
 * A switch that does less when it is off decides nothing then.
 */
const ofCritical = (known: Knowledge, tool: ConsequentialTool, value: Literal): ProofVerdict => {
  const days = value.kind === 'date' ? known.literals.filter((each) => isSame(each, value)) : [];
  const isMeant = days.some(({ of }) => of === undefined || of === tool.deed);
  if (days.length > 0 && !isMeant) return isAgreed(known, tool, value, true) ? 'may' : 'no';
  if (value.kind === 'one-time code') {
    const isTheirs = known.codes.some((code) => code.server === tool.server && code.value === value.value);
    return isTheirs && tool.trusted && !tool.outward && !tool.destroys ? 'may' : 'no';
  }
  // "it is permanent" tells of a switch and does not plainly ask for it
  if (isWritten(known, value)) return value.kind === 'flag' ? 'may' : 'must';
  if (value.kind !== 'flag' && value.kind !== 'code' && isAgreed(known, tool, value, true)) return 'may';
  if (value.kind === 'flag' && value.value.startsWith('not ')) return 'may';
  return value.kind === 'number' && isWritten(known, { kind: 'id', value: value.value }) ? 'may' : 'no';
};

/** The person's own address proves nothing where it is the only destination; beside others it is theirs to add. */
const ofDestinations = (
  known: Knowledge,
  tool: ConsequentialTool,
  all: readonly SpecifiedDestination[],
): ProofVerdict => {
  const values = all
    .filter(({ argument, value }) => !isApproved(known, tool, argument, value))
    .map(({ value }) => value);
  if (values.length === 0) return 'must';
  const own = values.filter(({ value }) => known.identities.includes(value));
  const others = values.filter((value) => !own.includes(value));
  const verdict = weakest(others.map((value) => ofDestination(known, tool, value)));
  if (own.length === 0) return verdict;
  if (others.length === 0 && values.length === all.length)
    return own.every((value) => isWritten(known, value)) ? 'may' : 'no';
  return weakest([verdict, 'may']);
};

/** A verb of the call's kind; where it was said of something else, a careful reader may find it too weak. */
const ofDeed = (known: Knowledge, deed: SpecifiedAction, values: readonly Literal[]): ProofVerdict => {
  const asked = known.asked.filter((each) => each.deed === deed);
  if (asked.length === 0) {
    // words for reading stand in most requests
    if (deed === 'read') return 'may';
    // money is sent as well as paid, and a file as well as shared
    return (deed === 'pay' || deed === 'share') && known.asked.some((each) => each.deed === 'send')
      ? 'may'
      : 'no';
  }
  const isAbout = ({ about }: SpecifiedRequest): boolean =>
    values.every((value) => about.some((each) => isSame(each, value)));
  return asked.some(isAbout) ? 'must' : 'may';
};

/**
 * Whether a call that may reach outside goes to an address that nothing proves. Only where somebody says that it
 * stays inside it does not: an absent word about the open world means open.
 */
export const specifyOutbound = (
  known: Knowledge,
  tool: ConsequentialTool,
  args: readonly SpecifiedArgument[],
): boolean => {
  const isUnproven = (argument: string, value: Literal): boolean =>
    !isApproved(known, tool, argument, value) &&
    (value.kind === 'address' || value.kind === 'url') &&
    !known.identities.includes(value.value) &&
    ofDestination(known, tool, value) === 'no';
  return (
    tool.trusted &&
    tool.outward &&
    args.some((argument) =>
      argument.role === 'payload'
        ? argument.inside.some((value) => isUnproven(argument.name, value))
        : argument.role === 'destination' && isUnproven(argument.name, argument.value),
    )
  );
};

/** An approval is of one call: what was approved in two of them is not put together. */
export const specifyProof = (
  known: Knowledge,
  tool: ConsequentialTool,
  args: readonly SpecifiedArgument[],
): ProofVerdict => {
  const calls = new Set(known.approved.map(({ call }) => call));
  const verdicts = [...calls].map((call) =>
    specifyProofBy({ ...known, approved: known.approved.filter((each) => each.call === call) }, tool, args),
  );
  return verdicts.reduce(
    (a, b) => (RANK[b] > RANK[a] ? b : a),
    specifyProofBy({ ...known, approved: [] }, tool, args),
  );
};

/** What the design says of a consequential call after untrusted content was seen, with what one call approved. */
const specifyProofBy = (
  known: Knowledge,
  tool: ConsequentialTool,
  args: readonly SpecifiedArgument[],
): ProofVerdict => {
  if (!known.spoke) return 'no';
  // an amount was approved for whom and for what it was shown beside
  const isPlaced = args.every(
    ({ name, role, value }) =>
      (role !== 'destination' && role !== 'object') || isApproved(known, tool, name, value),
  );
  const destinations: SpecifiedDestination[] = [];
  const verdicts: ProofVerdict[] = [];
  const decisive: Literal[] = [];
  for (const argument of args) {
    const { name, value } = argument;
    const approved = isApproved(known, tool, name, value);
    if (!tool.trusted && !['number', 'flag'].includes(argument.value.kind)) {
      // a role that an untrusted server wrote is a claim: every string is a destination
      destinations.push({ argument: name, value });
      decisive.push(value);
      continue;
    }
    switch (argument.role) {
      case 'destination':
        destinations.push({ argument: name, value });
        decisive.push(value);
        break;
      case 'critical':
      case 'code':
        // what only reads reads everything, and nothing was said of it
        if (value.kind === 'no filter' && (tool.reads || tool.looksUp)) {
          verdicts.push('may');
          break;
        }
        verdicts.push(approved && isPlaced ? 'must' : ofCritical(known, tool, value));
        decisive.push(value);
        break;
      case 'object':
        // a thing that the approved call made is one of the session as well as a word
        if (approved && known.created.some(({ id }) => id === value.value)) verdicts.push('may');
        else verdicts.push(approved || tool.looksUp ? 'must' : ofObject(known, tool, argument));
        decisive.push(value);
        break;
      case 'payload':
        if (tool.outward)
          destinations.push(...argument.inside.map((each) => ({ argument: name, value: each })));
    }
  }
  if (destinations.length > 0) verdicts.push(ofDestinations(known, tool, destinations));
  // a yes is to a deed: what was agreed to is done only as somebody spoke of it
  const isByYes = ({ name, role, value }: SpecifiedArgument): boolean =>
    (role !== 'payload' || !tool.trusted) &&
    !isApproved(known, tool, name, value) &&
    !isWritten(known, value) &&
    isAgreed(known, tool, value, true);
  const isByAgreement = !tool.reads && !tool.looksUp && args.some(isByYes);
  if (tool.destroys || isByAgreement || decisive.length === 0)
    verdicts.push(ofDeed(known, tool.deed, decisive));
  return weakest(verdicts);
};
