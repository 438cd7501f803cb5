import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import type { Expression } from '@callgate/core/decide';
import { listSubexpressions as partsOf } from '@callgate/core/decide';

const value = (of: Json): Expression => ({ op: 'value', value: of });

/** Meets nothing but values of that type: what is of another type cannot be evaluated, and then nothing is relaxed. */
const TESTS: Readonly<Record<string, (of: Expression) => Expression>> = {
  string: (of) => ({ op: 'startsWith', left: of, right: value('') }),
  boolean: (of) => ({ op: 'in', left: of, right: { op: 'list', items: [value(true), value(false)] } }),
  number: (of) => ({
    op: 'or',
    of: [
      { op: 'le', left: of, right: value(0) },
      { op: 'gt', left: of, right: value(0) },
    ],
  }),
};

const testFor = (type: unknown): ((of: Expression) => Expression) | undefined =>
  TESTS[type === 'integer' ? 'number' : String(type)];

type ArgumentRead = Extract<Expression, { readonly op: 'get' }>;

/** Every argument a condition reads the value of, by its path of names; null where a name is not written there. */
const readsOf = (
  expression: Expression,
): { readonly read: ArgumentRead; readonly path: readonly string[] | null }[] => {
  const found: { read: ArgumentRead; path: readonly string[] | null }[] = [];
  const pathOf = (node: Expression): readonly string[] | null => {
    if (node.op === 'args') return [];
    if (node.op !== 'get' || node.key.op !== 'value' || typeof node.key.value !== 'string') return null;
    const before = pathOf(node.of);
    return before === null ? null : [...before, node.key.value];
  };
  const visit = (node: Expression): void => {
    if (node.op === 'get') {
      found.push({ read: node, path: pathOf(node) });
      // what is on the way to a value is not itself compared with anything
      if (pathOf(node) !== null) return;
    }
    for (const part of partsOf(node)) visit(part);
  };
  visit(expression);
  return found;
};

const typeAt = (schema: JsonObject, path: readonly string[]): unknown => {
  let at: Json | undefined = schema;
  for (const name of path) {
    const properties: Json | undefined = isJsonObject(at ?? null)
      ? getOwn(at as JsonObject, 'properties')
      : undefined;
    at = isJsonObject(properties ?? null) ? getOwn(properties as JsonObject, name) : undefined;
  }
  return isJsonObject(at ?? null) ? getOwn(at as JsonObject, 'type') : undefined;
};

const present = ({ of, key }: ArgumentRead): Expression =>
  key.op === 'value' && typeof key.value === 'string' ? { op: 'has', of, key: key.value } : value(true);

const negates = (expression: Expression): boolean =>
  expression.op === 'ne' || expression.op === 'not' || partsOf(expression).some(negates);

/** `!has(args.x)` asks whether it is there, whatever it is. */
const withoutAbsence = (expression: Expression): Expression =>
  expression.op === 'not' && expression.of.op === 'has' ? value(true) : expression;

const onlyAbsences = (expression: Expression): boolean => {
  const rest = withoutAbsence(expression);
  return rest !== expression || (rest.op !== 'ne' && rest.op !== 'not' && partsOf(rest).every(onlyAbsences));
};

/** Names of arguments whose type the schema does not say, although the condition is also met by what they are not. */
export const findUntypedArguments = (when: Expression, inputSchema: JsonObject): readonly string[] =>
  !negates(when) || onlyAbsences(when)
    ? []
    : readsOf(when).flatMap(({ path }) =>
        path !== null && testFor(typeAt(inputSchema, path)) !== undefined ? [] : [path?.join('.') ?? 'args'],
      );

/** The condition, met only by arguments of the types that the schema declares. One that is absent has none. */
export const addTypeTests = (when: Expression, inputSchema: JsonObject): Expression => {
  const tests = readsOf(when).flatMap(({ read, path }): Expression[] => {
    const test = path === null ? undefined : testFor(typeAt(inputSchema, path));
    return test === undefined ? [] : [{ op: 'or', of: [{ op: 'not', of: present(read) }, test(read)] }];
  });
  return tests.length === 0 ? when : { op: 'and', of: [...tests, when] };
};
