import { display } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { refuse } from '../host/model-call.ts';
import { isObject } from './shapes.ts';

type Validate = (value: unknown) => unknown;

/** How a library's schema says whether it takes a value: as a Standard Schema, or as Zod 3 did before there was one. */
const refusesOf = (schema: unknown): Validate | undefined => {
  if (!isObject(schema)) return undefined;
  const standard = schema['~standard'];
  if (isObject(standard) && typeof standard['validate'] === 'function')
    return standard['validate'].bind(standard) as Validate;
  const { safeParse } = schema;
  return typeof safeParse === 'function' ? (safeParse.bind(schema) as Validate) : undefined;
};

const isRefused = async (validate: Validate, args: unknown): Promise<boolean> => {
  try {
    const said = await validate(structuredClone(args));
    return isObject(said) && (said['issues'] !== undefined || said['success'] === false);
  } catch {
    return true;
  }
};

/** LangChain applies a library's schema inside the tool, after people were asked: what it refuses is refused here first. */
export const checkInput = async (
  gate: Gate,
  who: Who,
  name: string,
  schema: unknown,
  args: unknown,
): Promise<void> => {
  const validate = refusesOf(schema);
  if (validate === undefined || !(await isRefused(validate, args))) return;
  throw await refuse(
    gate,
    who,
    'ARGUMENTS_INVALID',
    `${display(name, { max: 80 })} does not take these arguments`,
  );
};
