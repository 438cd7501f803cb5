import type { Counter, CounterScope, Expression } from '@callgate/core/decide';
import { COUNTER_SCOPES } from '@callgate/core/decide';
import { conditionErrors } from '@callgate/messages/errors/condition';
import type { ErrorText } from '@callgate/messages/text/error-text';
import { parseDuration } from './duration.ts';

export const COUNTER_FUNCTIONS = ['count', 'sum', 'since', 'after'] as const;
export type CounterFunction = (typeof COUNTER_FUNCTIONS)[number];

export const isCounterFunction = (name: string): name is CounterFunction =>
  COUNTER_FUNCTIONS.some((each) => each === name);

const USAGE: Readonly<Record<CounterFunction, string>> = {
  count: 'count("server/tool_*", "1d") or count("server/tool_*", "1d", "principal")',
  sum: 'sum(args.amount, "server/tool_*", "1d") or sum(args.amount, "server/tool_*", "1d", "principal")',
  since: 'since("server/tool_*") or since("server/tool_*", "principal")',
  after: 'after("server/tool_*") or after("server/tool_*", "principal")',
};

const LONGEST = '31d';
const LONGEST_MS = 31 * 86_400_000;

const isScope = (text: string): text is CounterScope => COUNTER_SCOPES.some((each) => each === text);

const textOf = (node: Expression | undefined): string | undefined =>
  node?.op === 'value' && typeof node.value === 'string' ? node.value : undefined;

const patternsOf = (node: Expression | undefined): readonly string[] | undefined => {
  if (node?.op !== 'list') return textOf(node) === undefined ? undefined : [textOf(node) ?? ''];
  const texts = node.items.flatMap((item) => textOf(item) ?? []);
  return texts.length === node.items.length && texts.length > 0 ? texts : undefined;
};

/** The path of an argument that is named by constants alone. */
export const argumentPath = (node: Expression | undefined): readonly string[] | undefined => {
  if (node?.op === 'args') return [];
  if (node?.op !== 'get' || node.key.op !== 'value' || typeof node.key.value !== 'string') return undefined;
  const of = argumentPath(node.of);
  return of === undefined ? undefined : [...of, node.key.value];
};

/** A window of a counter in milliseconds, or what is wrong with it. */
export const readWindow = (text: string): number | ErrorText => {
  const ms = parseDuration(text);
  return ms === undefined || ms > LONGEST_MS
    ? conditionErrors.counter.window({ window: text, most: LONGEST })
    : ms;
};

/** The counter that a call of `count`, `sum`, `since` or `after` names, or what is wrong with it. */
export const readCounter = (
  name: CounterFunction,
  of: Expression | undefined,
  texts: readonly Expression[],
): Counter | ErrorText => {
  const wrong = conditionErrors.counter.arguments({ usage: USAGE[name] });
  const hasWindow = name === 'count' || name === 'sum';
  const [first, ...others] = texts;
  const tools = patternsOf(first);
  const rest = others.flatMap((each) => textOf(each) ?? []);
  const path = name === 'sum' ? argumentPath(of) : undefined;
  const [least, most] = hasWindow ? [1, 2] : [0, 1];
  if (tools === undefined || rest.length !== others.length || rest.length < least || rest.length > most)
    return wrong;
  if (name === 'sum' && (path === undefined || path.length === 0)) return wrong;
  const per = rest[hasWindow ? 1 : 0] ?? 'session';
  if (!isScope(per)) return conditionErrors.counter.scope({ scope: per, scopes: COUNTER_SCOPES.join(', ') });
  const windowMs = hasWindow ? readWindow(rest[0] ?? '') : null;
  if (windowMs !== null && typeof windowMs !== 'number') return windowMs;
  return { measure: name, tools, ...(path === undefined ? {} : { of: path }), windowMs, per };
};
