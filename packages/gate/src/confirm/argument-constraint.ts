import type { Json, JsonObject } from '@callgate/core';
import { canonical, display, isJsonObject, getOwn } from '@callgate/core';
import { globMatches } from '@callgate/core/decide';
import { approvalMessages } from '@callgate/messages/approval';
import type { ArgumentConstraint } from '../record/grant.ts';

type ArgumentPath = ArgumentConstraint['path'];

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const step = (value: Json, key: string | number): Json | undefined => {
  if (isList(value)) return typeof key === 'number' && Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof key === 'string' && isJsonObject(value) ? getOwn(value, key) : undefined;
};

/** The value at a path, by own properties and indices only. */
export const getValueAt = (args: JsonObject, path: ArgumentPath): Json | undefined => {
  let value: Json | undefined = args;
  for (const key of path) {
    if (value === undefined) return undefined;
    value = step(value, key);
  }
  return value;
};

/** Whether arguments keep to a constraint. Without the argument they do not; only texts are like anything. */
export const isConstraintMet = (args: JsonObject, constraint: ArgumentConstraint): boolean => {
  const value = getValueAt(args, constraint.path);
  if (value === undefined) return false;
  if ('equals' in constraint && canonical(value) !== canonical(constraint.equals)) return false;
  if ('like' in constraint) return typeof value === 'string' && globMatches(constraint.like, value);
  return 'equals' in constraint;
};

/** A pattern of nothing but wildcards ties nothing down. */
export const isEffectiveConstraint = (constraint: ArgumentConstraint): boolean =>
  'equals' in constraint || constraint.like.replaceAll(/[*?]/g, '') !== '';

const pathText = (path: ArgumentPath): string =>
  path.length === 0
    ? approvalMessages.grant.allArguments
    : `\`${path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${display(key)}`)).join('')}\``;

/** What a constraint demands, in words. */
export const describeConstraint = (constraint: ArgumentConstraint): string => {
  const text = approvalMessages.grant;
  const parts = [
    ...('equals' in constraint ? [text.equals({ value: display(canonical(constraint.equals)) })] : []),
    ...('like' in constraint ? [text.like({ pattern: display(constraint.like) })] : []),
  ];
  return `${pathText(constraint.path)} ${parts.join(' and ')}`;
};
