import type { Expression, Field, FieldType } from '@callgate/core/decide';
import { conditionMessages } from '@callgate/messages/condition';
import { conditionErrors } from '@callgate/messages/errors/condition';
import { ConditionError } from './condition-error.ts';
import { findNearestName } from './yaml/suggest-name.ts';

/** What an expression of a condition is. `dyn` is an argument, about which nothing is known until the call. */
export type ConditionType = FieldType | 'dyn' | 'answers' | 'labels' | 'list' | 'null' | 'element';

export interface TypedExpression {
  readonly expression: Expression;
  readonly type: ConditionType;
  /** The field, where the expression is one. */
  readonly field?: Field;
}

export const TYPE_WORDS: Readonly<Record<ConditionType, string>> = conditionMessages.types;

export const isUntyped = (type: ConditionType): boolean => type === 'dyn' || type === 'element';

/** Beliefs and labels meet only their own kind. */
const isGuarded = (type: ConditionType): boolean =>
  type === 'answer' || type === 'label' || type === 'answers' || type === 'labels';

export const isListType = (type: ConditionType): boolean =>
  type === 'texts' || type === 'list' || type === 'answers' || type === 'labels';

const mismatch = (
  offset: number,
  left: TypedExpression,
  right: TypedExpression,
  describe: (typeof conditionErrors.types)['compared'],
): ConditionError => {
  const types = [left.type, right.type];
  const kind = types.some((type) => type === 'answer' || type === 'answers')
    ? 'beliefs'
    : types.some((type) => type === 'label' || type === 'labels')
      ? 'labels'
      : undefined;
  return new ConditionError(
    describe({ left: TYPE_WORDS[left.type], right: TYPE_WORDS[right.type], kind }),
    offset,
  );
};

/** A field that holds only certain texts is not compared with any other. */
const checkKnownTexts = (offset: number, { field }: TypedExpression, other: Expression): void => {
  const values = field?.values;
  if (values === undefined || other.op !== 'value' || typeof other.value !== 'string') return;
  if (values.includes(other.value)) return;
  throw new ConditionError(
    conditionErrors.valueUnknown({
      field: field?.name ?? '',
      value: other.value,
      near: findNearestName(other.value, values),
      values: values.join(', '),
    }),
    offset,
  );
};

export const checkEquality = (offset: number, left: TypedExpression, right: TypedExpression): void => {
  const guarded = isGuarded(left.type) || isGuarded(right.type);
  const related = left.type === right.type || (!guarded && (isUntyped(left.type) || isUntyped(right.type)));
  const lists = !guarded && isListType(left.type) && isListType(right.type);
  if (!related && !lists) throw mismatch(offset, left, right, conditionErrors.types.compared);
  checkKnownTexts(offset, left, right.expression);
  checkKnownTexts(offset, right, left.expression);
};

export const checkOrder = (offset: number, left: TypedExpression, right: TypedExpression): void => {
  const sortable = (type: ConditionType): boolean => type === 'number' || type === 'text' || isUntyped(type);
  const related = left.type === right.type || isUntyped(left.type) || isUntyped(right.type);
  if (sortable(left.type) && sortable(right.type) && related) return;
  throw new ConditionError(
    conditionErrors.types.unordered({ left: TYPE_WORDS[left.type], right: TYPE_WORDS[right.type] }),
    offset,
  );
};

export const checkMembership = (offset: number, left: TypedExpression, right: TypedExpression): void => {
  if (!isListType(right.type) && !isUntyped(right.type))
    throw new ConditionError(
      conditionErrors.types.needsList({ operation: 'in', type: TYPE_WORDS[right.type] }),
      offset,
    );
  if (right.expression.op === 'list' && right.expression.items.length === 0) return;
  const own = left.type === 'answer' ? 'answers' : left.type === 'label' ? 'labels' : undefined;
  if ((own !== undefined || isGuarded(right.type)) && right.type !== own)
    throw mismatch(offset, left, right, conditionErrors.types.lookedUp);
  if (right.expression.op === 'list')
    for (const item of right.expression.items) checkKnownTexts(offset, left, item);
  checkKnownTexts(offset, right, left.expression);
};

/** The type of a list literal. */
export const listType = (offset: number, items: readonly TypedExpression[]): ConditionType => {
  const types = new Set(items.map((item) => item.type));
  if (types.size > 1 && [...types].some(isGuarded))
    throw new ConditionError(conditionErrors.types.mixed(), offset);
  const [only] = types;
  if (types.size !== 1) return 'list';
  return only === 'text' ? 'texts' : only === 'answer' ? 'answers' : only === 'label' ? 'labels' : 'list';
};

/** The type of a choice between two. */
export const choiceType = (offset: number, yes: TypedExpression, no: TypedExpression): ConditionType => {
  if (yes.type === no.type) return yes.type;
  if (isGuarded(yes.type) || isGuarded(no.type))
    throw mismatch(offset, yes, no, conditionErrors.types.chosen);
  return 'dyn';
};
