import type { Expression } from '../../src/condition/expression.ts';
import type { Rule } from '../../src/decide/policy.ts';
import type { ToolDescription } from '../../src/disclose/describe-tool.ts';
import { NO_LABELS } from '../../src/label/label.ts';
import { UNTRACED_ORIGINS } from '../../src/label/origin.ts';
import { LOCAL_PRINCIPAL } from '../../src/receive/principal.ts';
import type { Json, JsonObject } from '../../src/receive/json.ts';
import type { DecisionCase } from './generate.ts';

/** A case written by hand: only what matters to it. */
export const exampleOf = (parts: {
  readonly rules: readonly Partial<Rule>[];
  readonly tool?: Partial<ToolDescription>;
  readonly args?: JsonObject;
}): DecisionCase => ({
  policy: {
    name: 'example',
    mode: 'enforce',
    hints: [],
    timeoutCapMs: null,
    rules: parts.rules.map((rule, index) => ({
      id: `r${String(index)}`,
      layer: 'user',
      tools: ['*'],
      obligations: {},
      reason: 'an example',
      delegated: true,
      exceptions: [],
      ...rule,
    })),
  },
  tool: { server: 'mail', trust: 'trusted', definition: { name: 'send' }, ...parts.tool },
  situation: {
    labels: NO_LABELS,
    words: false,
    origins: UNTRACED_ORIGINS,
    principal: LOCAL_PRINCIPAL,
    args: parts.args ?? {},
    time: { at: 0, offsetMinutes: 0 },
  },
});

export const value = (json: Json): Expression => ({ op: 'value', value: json });
export const field = (name: string): Expression => ({ op: 'field', name });
export const argument = (name: string): Expression => ({ op: 'get', of: { op: 'args' }, key: value(name) });
export const equals = (left: Expression, right: Json): Expression => ({
  op: 'eq',
  left,
  right: value(right),
});
