import type { Expression } from '@callgate/core/decide';
import { FIELDS } from '@callgate/core/decide';
import { makeEnvironment } from './cel-environment.ts';
import { translateCondition } from './translate-condition.ts';

const environment = makeEnvironment(FIELDS);

/** One CEL condition over the fields every policy has; throws a `ConditionError` where it cannot be used. */
export const parseCondition = (text: string): Expression => translateCondition(text, environment, FIELDS);
