import type { JsonObject } from '../receive/json.ts';
import { MISSING, compileExpression } from '../condition/evaluate.ts';
import type { Expression } from '../condition/expression.ts';

/** Whether a call's arguments meet a condition; `fault` where it cannot be evaluated for them. */
export type ArgumentVerdict = 'met' | 'unmet' | 'fault';

/** A condition over `args` alone, made ready. An absent argument does not meet it; a field in it is a fault. */
export const compileArgumentTest = (condition: Expression): ((args: JsonObject) => ArgumentVerdict) => {
  const test = compileExpression(condition, new Map());
  return (args) => {
    const value = test({ fields: [], args, locals: [] });
    if (value === true) return 'met';
    return value === false || value === MISSING ? 'unmet' : 'fault';
  };
};
