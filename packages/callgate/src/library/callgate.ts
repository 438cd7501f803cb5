import type { TurnDecision, TurnOptions } from '@callgate/adapters/turn';
import {
  AgentTurn,
  Preparations,
  TURN_OPTIONS,
  ToolRegistry,
  prepareGate,
  refuseUnknownOptions,
} from '@callgate/adapters/turn';
import type { JsonObject, Policy } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { adapterMessages } from '@callgate/messages/adapter';
import { commandErrors } from '@callgate/messages/errors/command';
import { homeErrors } from '@callgate/messages/errors/home';
import type { CallRequest, Gate, GateOptions, DecisionPreview } from '@callgate/gate';
import { createGate } from '@callgate/gate';
import { findNearestName } from '@callgate/policy';
import { openPolicy } from '../input/open-policy.ts';
import { openPlace } from './open-place.ts';

export interface CallgateOptions extends Pick<GateOptions, 'people' | 'channels' | 'limits' | 'clock'> {
  /** A preset, a policy file, several of them in the order of their layers, or a loaded policy. `balanced` where absent. */
  readonly policy?: string | readonly string[] | Policy;
  /** A candidate, named like `policy`, that is evaluated beside it and changes nothing. `shadow` of the gate counts. */
  readonly shadow?: string | readonly string[] | Policy;
  /**
   * A folder, `postgres://user@host/database`, or `memory` for tests: no file is written, and all is gone when the gate
   * closes. Callgate's own folder where absent: then the command line and the console show the calls of this program.
   */
  readonly store?: string;
}

/** Takes a tool by its name, or a whole request. */
export interface DecideCall {
  (tool: string, args?: JsonObject): Promise<TurnDecision>;
  (request: CallRequest, options?: { readonly anyArguments?: boolean }): Promise<DecisionPreview>;
}

/** A gate inside a program. */
export interface Callgate extends Gate {
  /**
   * What the gate would decide now about `server/tool`, in a conversation in which nothing has happened. Nothing runs and
   * nothing is recorded. `decide` of a turn knows the conversation.
   */
  readonly decide: DecideCall;
  /** One turn of an agent. Make one for every message of the user. */
  readonly turn: (options: TurnOptions) => AgentTurn;
}

/** A conversation that nobody has. */
const EMPTY_CONVERSATION = 'callgate-decide';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isPolicy = (policy: string | readonly string[] | Policy): policy is Policy =>
  isObject(policy) && 'revision' in policy;

const policyOf = (policy: string | readonly string[] | Policy): Policy => {
  if (isPolicy(policy)) return policy;
  const names: unknown = typeof policy === 'string' ? [policy] : policy;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    throw new CallgateError(homeErrors.policy.notAPolicy());
  return openPolicy(names);
};

const refuseName = (): never => {
  throw new CallgateError(commandErrors.toolUnnamed());
};

const OPTIONS: readonly (keyof CallgateOptions)[] = [
  'policy',
  'shadow',
  'store',
  'people',
  'channels',
  'limits',
  'clock',
];

/** A program that waits for approval and was given no channel says once how to answer. */
const tellOnce = (help: string): ((tool: string) => void) => {
  let isTold = false;
  return (tool) => {
    if (isTold) return;
    isTold = true;
    process.stderr.write(adapterMessages.approve.waiting({ tool: display(tool, { max: 200 }), help }));
  };
};

/** Opens a gate for this program. Close it when the program ends. */
export const callgate = async (given: CallgateOptions = {}): Promise<Callgate> => {
  refuseUnknownOptions('callgate', given, OPTIONS, findNearestName);
  const { policy = 'balanced', shadow, store, clock, ...options } = given;
  const loaded = policyOf(policy);
  const { close: closePlace, ...place } = await openPlace(store, clock);
  const tools = new ToolRegistry();
  const preparations = new Preparations();
  let inner: Gate;
  try {
    // an option that is there and undefined must not take the place of what is configured
    const { people = place.people, ...more } = options;
    inner = await createGate({
      ...place,
      ...more,
      people,
      policy: loaded,
      ...(shadow === undefined ? {} : { shadow: policyOf(shadow) }),
      catalogue: tools,
    });
  } catch (error) {
    await closePlace();
    throw error;
  }
  const prepared = prepareGate(inner, preparations);
  const isAsking = (options.channels ?? []).length > 0;
  const { inProgram, inInbox } = adapterMessages.approve;
  const approvalHelp = isAsking ? undefined : store === 'memory' ? inProgram : inInbox;
  const tellWaiting = approvalHelp === undefined ? undefined : tellOnce(approvalHelp);
  const turn = (turnOptions: TurnOptions): AgentTurn => {
    refuseUnknownOptions('turn', turnOptions, TURN_OPTIONS, findNearestName);
    return new AgentTurn({ gate, tools, preparations, approvalHelp }, turnOptions);
  };
  const waitFor: Gate['waitFor'] = (held, request, waitOptions) => {
    if (held.waiting === 'people' && request.kind === 'tool')
      tellWaiting?.(`${request.server}/${request.name}`);
    return prepared.waitFor(held, request, waitOptions);
  };
  const decide: DecideCall = (async (asked: string | CallRequest, more?: JsonObject) => {
    if (typeof asked === 'string')
      return await turn({ conversation: EMPTY_CONVERSATION }).decide(asked, more);
    return isObject(asked) ? await prepared.decide(asked, more) : refuseName();
  }) as DecideCall;
  const close = async (): Promise<void> => {
    await inner.close();
    await closePlace();
  };
  const own: Pick<Callgate, 'turn' | 'decide' | 'waitFor' | 'close'> = { turn, decide, waitFor, close };
  const gate = new Proxy(prepared, {
    get: (target, key): unknown => Reflect.get(Object.hasOwn(own, key) ? own : target, key),
    has: (target, key) => Object.hasOwn(own, key) || Reflect.has(target, key),
  }) as Callgate;
  return gate;
};
