import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, getOwn } from '@callgate/core';
import { digestText } from '@callgate/core/receive';
import type { Dispatchable } from '@callgate/gate';
import { upstreamErrors } from '@callgate/messages/errors/upstream';
import { agentMessages } from '@callgate/messages/agent';
import type { OutboundRequest } from './upstream.ts';
import { COMPLETED_KEY, INPUT_RESPONSES_KEY, RESERVED_KEYS, STATE_KEY } from './upstream.ts';

const texts = agentMessages.mismatch;

/** Which kind of call each method carries. */
const KIND_OF: Readonly<Record<OutboundRequest['method'], Dispatchable['kind']>> = {
  'tools/call': 'tool',
  'tools/resolve': 'resolve',
  'tasks/update': 'task-update',
  'prompts/get': 'prompt',
  'resources/read': 'resource',
  'resources/subscribe': 'resource',
  'resources/unsubscribe': 'resource',
  'completion/complete': 'completion',
};

/** Throws where what was judged would be sent as something else. Nothing was taken yet. */
export const checkOutbound = (call: Dispatchable, how: OutboundRequest, server: string): void => {
  if (call.server !== server) throw mismatch(texts.server);
  if (call.kind !== KIND_OF[how.method]) throw mismatch(texts.kind);
  if (how.method !== 'completion/complete') return;
  const named = getOwn(how.ref, 'type') === 'ref/prompt' ? getOwn(how.ref, 'name') : getOwn(how.ref, 'uri');
  if (named !== call.target) throw mismatch(texts.target);
};

const mismatch = (why: string): CallgateError =>
  new CallgateError(upstreamErrors.mismatch({ difference: why }));

interface SplitArguments {
  /** The arguments as judged, without the answers to a server's questions. */
  readonly text: string;
  readonly rest: JsonObject;
  readonly responses: Json | undefined;
  readonly state: Json | undefined;
  readonly completed: Json | undefined;
}

const splitArguments = (text: string, args: JsonObject): SplitArguments => {
  if (!RESERVED_KEYS.some((key) => Object.hasOwn(args, key)))
    return { text, rest: args, responses: undefined, state: undefined, completed: undefined };
  const { [INPUT_RESPONSES_KEY]: responses, [STATE_KEY]: state, [COMPLETED_KEY]: completed, ...rest } = args;
  return { text: canonical(rest), rest, responses, state, completed };
};

/** The params of a judged call. Canonical; `metaText` and `taskText` are canonical or empty. */
export const paramsText = (
  call: Dispatchable,
  taken: ReturnType<Dispatchable['take']>,
  how: OutboundRequest,
  metaText: string,
  taskText = '',
): string => {
  const { text, rest, responses, state, completed } = splitArguments(
    taken.canonicalArguments,
    taken.arguments,
  );
  const carried = 'requestState' in how ? how.requestState : undefined;
  if (state !== (carried === undefined ? undefined : stateDigest(carried))) throw mismatch(texts.state);
  if (how.method === 'completion/complete' && completed !== how.argument) throw mismatch(texts.argument);
  const meta = member('_meta', metaText);
  const inputs = responses === undefined ? '' : member('inputResponses', canonical(responses));
  switch (how.method) {
    case 'tools/call':
      return object(
        meta,
        member('arguments', text),
        inputs,
        member('name', canonical(call.target)),
        stateOf(how.requestState),
        member('task', taskText),
      );
    case 'prompts/get':
      return object(
        meta,
        member('arguments', text),
        inputs,
        member('name', canonical(call.target)),
        stateOf(how.requestState),
      );
    case 'tasks/update':
      return object(meta, member('inputResponses', text), member('taskId', canonical(call.target)));
    case 'tools/resolve':
      return object(meta, member('arguments', text), member('name', canonical(call.target)));
    case 'resources/read':
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      // what is done about a resource besides reading it is judged as such
      if (Object.entries(rest).some(([key, value]) => key !== 'method' || value !== how.method))
        throw mismatch(texts.resourceArguments);
      return object(meta, inputs, stateOf(how.requestState), member('uri', canonical(call.target)));
    case 'completion/complete':
      return completion(meta, how.ref, how.argument, rest);
    default:
      return how satisfies never;
  }
};

const completion = (meta: string, ref: JsonObject, argument: string, args: JsonObject): string => {
  const { [argument]: value, ...others } = args;
  if (typeof value !== 'string') throw mismatch(texts.completionNotText);
  const context = Object.keys(others).length === 0 ? '' : canonical({ arguments: others });
  return object(
    meta,
    member('argument', canonical({ name: argument, value })),
    member('context', context),
    member('ref', canonical(ref)),
  );
};

/** What stands for a server's state among the judged arguments. */
export const stateDigest = (state: string): string => digestText('request-state', state);

const stateOf = (state: string | undefined): string =>
  state === undefined ? '' : member('requestState', canonical(state));

const member = (name: string, text: string): string => (text === '' ? '' : `"${name}":${text}`);

/** Members in canonical order; empty ones are left out. */
const object = (...members: readonly string[]): string => {
  let text = '';
  for (const each of members) if (each !== '') text += text === '' ? each : `,${each}`;
  return `{${text}}`;
};
