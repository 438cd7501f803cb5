import { callErrors } from '@callgate/messages/errors/call';
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
      throw new CallgateError(callErrors.kindUnknown({ kind: display(String(kind satisfies never)) }));
  }
};

const copyRef = ({ kind, name }: CompletionRef): CompletionRef =>
  Object.freeze({ kind, name: checkName(kind === 'prompt' ? 'name' : 'uri', name) });

const typedArgument = (argument: string, args: JsonObject): string => {
  if (typeof getOwn(args, argument) === 'string') return argument;
  const shown = display(argument, { max: 80 });
  throw new CallgateError(callErrors.completionWithoutText({ argument: shown }));
};

const messagesDigest = (args: JsonObject): string => {
  const messages = getOwn(args, 'messages');
  if (messages !== undefined) return digest('sampling-messages', messages);
  throw new CallgateError(callErrors.samplingWithoutMessages());
};

/** Copies of frozen principals, made once. */
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
    throw new CallgateError(callErrors.userInvalid());
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
    throw new CallgateError(callErrors.argumentsNotObject());
  }
  refuseCollision(value);
  freezeJson(value);
  if (canonicalCached(value) !== canonicalArguments) {
    throw new CallgateError(callErrors.argumentsChanged());
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
  const [one, other] = pair;
  throw new CallgateError(
    callErrors.keysCollide({ one: display(one, { max: 80 }), other: display(other, { max: 80 }) }),
  );
};

type NameForm = 'id' | 'context' | 'task' | 'server' | 'name' | 'uri';

const FORMS: Readonly<Record<NameForm, RegExp>> = {
  id: /^[\x21-\x7e]{1,128}$/,
  context: /^[\x21-\x7e]{1,256}$/,
  task: /^[\x21-\x7e]{1,256}$/,
  server: /^[A-Za-z0-9_-]{1,64}$/,
  name: /^[A-Za-z0-9_.-]{1,128}$/,
  uri: /^(?=.{1,8192}$)[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7e]+$/,
};

/** Never normalises: two spellings are two names, or one of them is refused. */
export const checkName = (form: NameForm, name: unknown): string => {
  // `test` alone would read ['a'] as 'a'.
  if (typeof name !== 'string' || !FORMS[form].test(name)) {
    const shown = typeof name === 'string' ? `\`${display(name, { max: 80 })}\`` : `of type ${typeof name}`;
    throw new CallgateError(callErrors.nameInvalid[form]({ value: shown }));
  }
  if (form === 'uri' && DOT_SEGMENT.test(name)) {
    const shown = display(name, { max: 80 });
    throw new CallgateError(callErrors.uriDots({ uri: shown }));
  }
  return name;
};

/** `public/../secret` would be judged as one resource and read as another. */
const DOT_SEGMENT = /(?:[/\\:]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[/\\?#;]|%2f|%5c|%3b)/i;
