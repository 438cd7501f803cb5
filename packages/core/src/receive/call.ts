import { CallgateError } from '../error.ts';
import type { Principal } from './principal.ts';
import { display } from './display.ts';
import { type CallArguments, receiveArguments } from './call-arguments.ts';
import { checkedName } from './call-name.ts';
import { digest } from './digest.ts';
import { type JsonObject, own } from './json.ts';

/** Declared and never exported, so that only `receiveCall` can say that something is a `Call`. */
declare const received: unique symbol;

interface Received extends CallArguments {
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

export interface ToolCall extends Received {
  readonly kind: 'tool';
  readonly name: string;
}

export interface ResourceCall extends Received {
  readonly kind: 'resource';
  readonly uri: string;
}

export interface PromptCall extends Received {
  readonly kind: 'prompt';
  readonly name: string;
}

export interface CompletionCall extends Received {
  readonly kind: 'completion';
  readonly ref: CompletionRef;
  /** The name of the argument to complete; what was typed so far is `arguments[argument]`. */
  readonly argument: string;
}

/** `name` is the prompt's name, or the resource's uri or uri template. */
export interface CompletionRef {
  readonly kind: 'prompt' | 'resource';
  readonly name: string;
}

export interface TaskUpdateCall extends Received {
  readonly kind: 'task-update';
  readonly task: string;
}

/** A server asking for the client's model. The whole request is in `arguments`; the target is `sampling`. */
export interface SamplingCall extends Received {
  readonly kind: 'sampling';
  readonly messagesDigest: string;
}

/** A server asking the person something, or for the client's roots. The whole request is in `arguments`. */
export interface ServerAskCall extends Received {
  readonly kind: 'elicitation' | 'roots';
}

/** A trusted server asked what a tool would do with these arguments. */
export interface ResolveCall extends Received {
  readonly kind: 'resolve';
  readonly name: string;
}

/** The one shape that every protocol, transport and framework adapter ends in. */
export type Call =
  | ToolCall
  | ResourceCall
  | PromptCall
  | CompletionCall
  | TaskUpdateCall
  | SamplingCall
  | ServerAskCall
  | ResolveCall;

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

export type MintId = () => string;

interface CommonParts {
  readonly server: string;
  readonly principal: Principal;
  readonly context: string;
  readonly arguments: JsonObject;
}

type KindParts =
  | { readonly kind: 'tool'; readonly name: string }
  | { readonly kind: 'resource'; readonly uri: string }
  | { readonly kind: 'prompt'; readonly name: string }
  | { readonly kind: 'completion'; readonly ref: CompletionRef; readonly argument: string }
  | { readonly kind: 'task-update'; readonly task: string }
  | { readonly kind: 'sampling' | 'elicitation' | 'roots' }
  | { readonly kind: 'resolve'; readonly name: string };

/** What an adapter brings. */
export type CallParts = CommonParts & KindParts;

/** Makes the typed call, frozen all through, or throws. Later changes to `parts` do not reach it. */
export const receiveCall = (parts: CallParts, mint: MintId): Call => {
  const args = receiveArguments(parts.arguments);
  const call = {
    ...ownParts(parts, args.arguments),
    ...args,
    server: checkedName('server', parts.server),
    principal: copyPrincipal(parts.principal),
    context: checkedName('context', parts.context),
    id: checkedName('id', mint()),
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
      const name = checkedName('name', parts.name);
      return { kind, name, target: name };
    }
    case 'resource': {
      const uri = checkedName('uri', parts.uri);
      return { kind, uri, target: uri };
    }
    case 'completion': {
      const ref = copyRef(parts.ref);
      return { kind, ref, argument: typedArgument(parts.argument, args), target: ref.name };
    }
    case 'task-update': {
      const task = checkedName('task', parts.task);
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
  Object.freeze({ kind, name: checkedName(kind === 'prompt' ? 'name' : 'uri', name) });

const typedArgument = (argument: string, args: JsonObject): string => {
  if (typeof own(args, argument) === 'string') return argument;
  const shown = display(argument, { max: 80 });
  throw new CallgateError('CALL_ARGUMENTS', `argument \`${shown}\` is to be completed but has no text`, {
    help: 'send what was typed so far among the arguments, even if it is empty',
  });
};

const messagesDigest = (args: JsonObject): string => {
  const messages = own(args, 'messages');
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
