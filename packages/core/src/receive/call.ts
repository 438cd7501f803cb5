import { CallgateError } from '../callgate-error.ts';
import type { Principal } from './principal.ts';
import { display } from './display.ts';
import { canonical, canonicalCached } from './canonical.ts';
import { digest, digestCanonical } from './digest.ts';
import type { JsonObject } from './json.ts';
import { freezeJson, isJsonObject, getOwn } from './json.ts';
import type { ParseLimits } from './limits.ts';
import { DEFAULT_PARSE_LIMITS } from './limits.ts';
import { findCollidingKeys } from './member-names.ts';
import { parseStrict } from './strict-parse.ts';

/** Declared and never exported, so that only `receiveCall` can say that something is a `Call`. */
declare const received: unique symbol;

interface CallBase extends CallArguments {
  readonly [received]: true;
  /** Minted here. Ids that clients send are theirs to reuse, so nothing refers to them. */
  readonly id: string;
  /** The operator's alias of the server, never the name the server gives itself. */
  readonly server: string;
  readonly principal: Principal;
  /** The id of the agent's context that the call belongs to. */
  readonly context: string;
  /** What policy matches, and only together with `kind`: a prompt may be named like a tool. */
  readonly target: string;
}

/** `name` is the prompt's name, or the resource's uri or uri template. */
interface CompletionRef {
  readonly kind: 'prompt' | 'resource';
  readonly name: string;
}

/** What calls of a kind have of their own, and nothing is worked out of. */
type OwnMembers =
  | { readonly kind: 'tool'; readonly name: string }
  | { readonly kind: 'prompt'; readonly name: string }
  /** A trusted server asked what a tool would do with these arguments. */
  | { readonly kind: 'resolve'; readonly name: string }
  | { readonly kind: 'resource'; readonly uri: string }
  /** `argument` is the name of the one to complete; what was typed so far is `arguments[argument]`. */
  | { readonly kind: 'completion'; readonly ref: CompletionRef; readonly argument: string }
  | { readonly kind: 'task-update'; readonly task: string }
  /** A server asking the person something, or for the client's roots. The whole request is in `arguments`. */
  | { readonly kind: 'elicitation' | 'roots' };

/**
 * The one shape that every protocol, transport and framework adapter ends in. `sampling` is a server asking for the
 * client's model: the whole request is in `arguments`, the target is `sampling`.
 */
export type Call = CallBase & (OwnMembers | { readonly kind: 'sampling'; readonly messagesDigest: string });

export type CallKind = Call['kind'];

export const CALL_KINDS: readonly CallKind[] = [
  'tool',
  'resource',
  'prompt',
  'completion',
  'task-update',
  'sampling',
  'elicitation',
  'roots',
  'resolve',
];

type KindParts = OwnMembers | { readonly kind: 'sampling' };

export type CallParts = Pick<CallBase, 'server' | 'principal' | 'context' | 'arguments'> & KindParts;

/** Makes the typed call, frozen all through, or throws. Later changes to `parts` do not reach it. */
export const receiveCall = (parts: CallParts, mint: () => string): Call => {
  const args = receiveArguments(parts.arguments);
  const call = {
    ...ownParts(parts, args.arguments),
    ...args,
    server: checkName('server', parts.server),
    principal: copyPrincipal(parts.principal),
    context: checkName('context', parts.context),
    id: checkName('id', mint()),
  };
  return Object.freeze(call) as Call;
};

type OwnParts = KindParts & { readonly target: string; readonly messagesDigest?: string };

const ownParts = (parts: KindParts, args: JsonObject): OwnParts => {
  const { kind } = parts;
  switch (kind) {
    case 'tool':
    case 'resolve':
    case 'prompt': {
      const name = checkName('name', parts.name);
      return { kind, name, target: name };
    }
    case 'resource': {
      const uri = checkName('uri', parts.uri);
      return { kind, uri, target: uri };
    }
    case 'completion': {
      const ref = copyRef(parts.ref);
      return { kind, ref, argument: typedArgument(parts.argument, args), target: ref.name };
    }
    case 'task-update': {
      const task = checkName('task', parts.task);
      return { kind, task, target: task };
    }
    case 'sampling':
      return { kind, messagesDigest: messagesDigest(args), target: 'sampling' };
    case 'elicitation':
    case 'roots':
      return { kind, target: kind };
    default:
      throw new CallgateError(
        'CALL_KIND',
        `calls of kind \`${display(String(kind satisfies never))}\` do not exist`,
      );
  }
};

const copyRef = ({ kind, name }: CompletionRef): CompletionRef =>
  Object.freeze({ kind, name: checkName(kind === 'prompt' ? 'name' : 'uri', name) });

const typedArgument = (argument: string, args: JsonObject): string => {
  if (typeof getOwn(args, argument) === 'string') return argument;
  const shown = display(argument, { max: 80 });
  throw new CallgateError('CALL_ARGUMENTS', `argument \`${shown}\` is to be completed but has no text`, {
    help: 'send what was typed so far among the arguments, even if it is empty',
  });
};

const messagesDigest = (args: JsonObject): string => {
  const messages = getOwn(args, 'messages');
  if (messages !== undefined) return digest('sampling-messages', messages);
  throw new CallgateError('CALL_ARGUMENTS', 'sampling request has no messages', {
    help: 'send `messages` among the arguments',
  });
};

/** Copies of principals that cannot change: whoever calls again is the same. */
const copies = new WeakMap<Principal, Principal>();

const copyPrincipal = (principal: Principal): Principal => {
  const known = copies.get(principal);
  if (known !== undefined) return known;
  const copy = newPrincipal(principal);
  if (Object.isFrozen(principal) && Object.values(principal).every((part) => Object.isFrozen(part)))
    copies.set(principal, copy);
  return copy;
};

const newPrincipal = ({ subject, kind, groups, roles, delegation }: Principal): Principal => {
  if (subject === '' || ![subject, ...groups, ...roles, ...delegation].every((name) => name.isWellFormed())) {
    throw new CallgateError('CALL_PRINCIPAL', 'the caller cannot be named', {
      help: 'authenticate the caller: there is no anonymous principal',
    });
  }
  return Object.freeze({
    subject,
    kind,
    groups: Object.freeze([...groups]),
    roles: Object.freeze([...roles]),
    delegation: Object.freeze([...delegation]),
  });
};

export interface CallArguments {
  readonly arguments: JsonObject;
  readonly canonicalArguments: string;
  readonly argumentsDigest: string;
}

/** The arguments as they will be judged and sent: read back from their one text, never the caller's own object. */
export const receiveArguments = (given: JsonObject): CallArguments => {
  const canonicalArguments = canonical(given);
  const value = parseStrict(canonicalArguments, CANONICAL_LIMITS);
  if (!isJsonObject(value)) {
    throw new CallgateError('CALL_ARGUMENTS', 'arguments are not an object', {
      help: 'send the arguments as a JSON object',
    });
  }
  refuseCollision(value);
  freezeJson(value);
  if (canonicalCached(value) !== canonicalArguments) {
    throw new CallgateError('CALL_SELF_CHECK', 'arguments read back differently from what was written', {
      help: 'this is a fault in Callgate; please report it with the arguments',
    });
  }
  return {
    arguments: value,
    canonicalArguments,
    argumentsDigest: digestCanonical('call-arguments', canonicalArguments),
  };
};

/** Escaping grows a text at most sixfold (DEL is one byte, `\u007f` six), so nothing that was let in is lost. */
const CANONICAL_LIMITS: ParseLimits = Object.freeze({
  ...DEFAULT_PARSE_LIMITS,
  bytes: DEFAULT_PARSE_LIMITS.bytes * 6,
});

const refuseCollision = (args: JsonObject): void => {
  const pair = findCollidingKeys(args);
  if (pair === undefined) return;
  const [one, other] = pair.map((key) => `\`${display(key, { max: 80 })}\``);
  throw new CallgateError(
    'CALL_KEY_COLLISION',
    `argument keys ${one} and ${other} can be taken for each other`,
    {
      help: 'send keys that differ in more than case, width or NUL',
    },
  );
};

type NameForm = 'id' | 'context' | 'task' | 'server' | 'name' | 'uri';

const nameForm = (
  code: string,
  pattern: RegExp,
  allowed: string,
): { readonly code: string; readonly pattern: RegExp; readonly allowed: string } => ({
  code,
  pattern,
  allowed,
});

const FORMS: Readonly<Record<NameForm, ReturnType<typeof nameForm>>> = {
  id: nameForm('CALL_ID', /^[\x21-\x7e]{1,128}$/, '1 to 128 printable ASCII characters'),
  context: nameForm('CALL_CONTEXT', /^[\x21-\x7e]{1,256}$/, '1 to 256 printable ASCII characters'),
  task: nameForm('CALL_TASK', /^[\x21-\x7e]{1,256}$/, '1 to 256 printable ASCII characters'),
  server: nameForm('CALL_SERVER', /^[A-Za-z0-9_-]{1,64}$/, '1 to 64 of A-Z a-z 0-9 _ -'),
  name: nameForm('CALL_NAME', /^[A-Za-z0-9_.-]{1,128}$/, '1 to 128 of A-Z a-z 0-9 _ . -'),
  uri: nameForm(
    'CALL_URI',
    /^(?=.{1,8192}$)[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7e]+$/,
    'a scheme and up to 8192 characters of printable ASCII, the rest percent-encoded',
  ),
};

/** Never normalises: two spellings are two names, or one of them is refused. */
export const checkName = (form: NameForm, name: unknown): string => {
  const { code, pattern, allowed } = FORMS[form];
  // `test` alone would read ['a'] as 'a'.
  if (typeof name !== 'string' || !pattern.test(name)) {
    const shown = typeof name === 'string' ? `\`${display(name, { max: 80 })}\`` : `of type ${typeof name}`;
    throw new CallgateError(code, `${form} ${shown} is not allowed`, { help: `use ${allowed}` });
  }
  if (form === 'uri' && DOT_SEGMENT.test(name)) {
    const shown = display(name, { max: 80 });
    throw new CallgateError(code, `uri \`${shown}\` has a \`.\` or \`..\` segment`, {
      help: 'send the uri that the dots resolve to',
    });
  }
  return name;
};

/** `public/../secret` would be judged as one resource and read as another. */
const DOT_SEGMENT = /(?:[/\\:]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[/\\?#;]|%2f|%5c|%3b)/i;
