import type { Json } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { HostOptions } from '../host/host.ts';
import { asJson } from '../host/host.ts';
import { refuse } from '../host/model-call.ts';

interface Checked {
  readonly value?: unknown;
  readonly issues?: unknown;
}

type Validate = (value: unknown) => Checked | Promise<Checked>;

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Of the Standard Schema that every schema of a tool is. */
const validateOf = (schema: unknown): Validate | undefined => {
  if (!isObject(schema) || !('~standard' in schema)) return undefined;
  const standard = schema['~standard'];
  if (!isObject(standard) || !('validate' in standard) || typeof standard.validate !== 'function')
    return undefined;
  const { validate } = standard;
  return (value) => Reflect.apply(validate, standard, [value]) as Checked | Promise<Checked>;
};

/** Undefined for what the schema does not take, or makes something of that has no JSON. */
const madeOf = async (validate: Validate, value: unknown): Promise<Json | undefined> => {
  try {
    const { value: made, issues } = await validate(value);
    return issues === undefined ? asJson(made) : undefined;
  } catch {
    return undefined;
  }
};

const isSame = (a: Json, b: Json): boolean => {
  try {
    return canonical(a) === canonical(b);
  } catch {
    return false;
  }
};

/**
 * The arguments as the tool will have them, which are judged. The framework puts them through the schema once more on
 * their way into the tool, so a schema that makes something else of them every time is refused.
 */
export const judgedInput = async (
  gate: Gate,
  host: HostOptions,
  name: string,
  schema: unknown,
  input: unknown,
): Promise<unknown> => {
  const validate = validateOf(schema);
  if (validate === undefined) return input;
  const shown = display(name, { max: 80 });
  const judged = await madeOf(validate, input ?? {});
  if (judged === undefined)
    throw await refuse(gate, host, 'ARGUMENTS_INVALID', `${shown} does not take these arguments`);
  const again = await madeOf(validate, structuredClone(judged));
  if (again !== undefined && isSame(judged, again)) return judged;
  const { code, message } = await refuse(
    gate,
    host,
    'ARGUMENTS_CHANGE',
    `${shown} would run with other arguments than those that are judged`,
  );
  throw new CallgateError(code, message, {
    help: 'its schema must leave what it has made as it is; do transforms inside execute',
  });
};
