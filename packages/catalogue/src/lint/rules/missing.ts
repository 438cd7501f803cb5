import type { HintName } from '@callgate/core';
import { HINTS } from '@callgate/core';
import { declareHint, findHintHome, hintSpelling } from '../hint-home.ts';
import type { InspectedTool } from '../inspect-server.ts';
import type { RuleFinding, LintRule } from '../lint-rule.ts';
import { toolRule } from '../lint-rule.ts';

/** Below this nobody should copy a suggestion without thinking. */
const SURE: { readonly [H in HintName]?: { readonly yes: number; readonly no: number } } = {
  readOnly: { yes: 0.98, no: 0.95 },
  destructive: { yes: 0.72, no: 0.87 },
  idempotent: { yes: 0.83, no: 0.8 },
  openWorld: { yes: 0.6, no: 0.95 },
};

/** `compute` and `index` are things as often as verbs: a claim that lowers care needs more than one such word. */
const isBacked = ({ lead }: InspectedTool, hint: HintName, value: 'yes' | 'no'): boolean =>
  HINTS[hint].relaxing !== value || hint !== 'readOnly' || lead(hint, value).length > 1;

const foundMissing = (tool: InspectedTool, hint: HintName, means: string): RuleFinding => {
  const suggestion = tool.suggestions[hint];
  const sure =
    suggestion !== undefined &&
    suggestion.confidence >= (SURE[hint]?.[suggestion.value] ?? 1) &&
    isBacked(tool, hint, suggestion.value);
  return {
    path: findHintHome(hint),
    message: `it does not say ${HINTS[hint].key}, so ${means}`,
    help: sure
      ? `probably ${hintSpelling(hint, suggestion.value)}: ${suggestion.because[0] ?? 'its definition says so'}`
      : `declare ${HINTS[hint].key}, true or false, for the worst a call can do`,
    ...(sure ? { fix: declareHint(hint, suggestion.value) } : {}),
  };
};

const isMalformed = ({ claims }: InspectedTool, hint: HintName): boolean =>
  claims.malformed.some(({ hints }) => hints.includes(hint));

const isMissing = (tool: InspectedTool, hint: HintName): boolean =>
  tool.claimed[hint] === 'unknown' && !isMalformed(tool, hint);

export const missingHint: LintRule = toolRule(
  {
    id: 'hints/missing',
    severity: 'warning',
    title: 'A tool does not say whether it only reads.',
    explanation:
      'A tool without `readOnlyHint` counts as changing and destroying. Every call asks a person, even a lookup.',
    repair: 'Declares what name, description and schema clearly say.',
  },
  (tool) =>
    isMissing(tool, 'readOnly')
      ? [foundMissing(tool, 'readOnly', 'clients take it for one that changes things')]
      : [],
);

/** Destroying and repeating are no question for a tool that only reads. */
export const canWrite = ({ claimed, suggestions }: InspectedTool): boolean =>
  claimed.readOnly === 'no' || (claimed.readOnly === 'unknown' && suggestions.readOnly?.value !== 'yes');

export const incompleteHints: LintRule = toolRule(
  {
    id: 'hints/incomplete',
    severity: 'note',
    title: 'A tool leaves one of the other hints of the specification unsaid.',
    explanation:
      'Missing hints count as their worst value: `destructiveHint` true, `idempotentHint` false, `openWorldHint` true. The first two matter only for tools that change things.',
    repair: 'Declares what name, description and schema clearly say.',
  },
  (tool) => [
    ...(canWrite(tool) && isMissing(tool, 'destructive')
      ? [foundMissing(tool, 'destructive', 'clients take it for one that destroys')]
      : []),
    ...(canWrite(tool) && isMissing(tool, 'idempotent')
      ? [foundMissing(tool, 'idempotent', 'clients do not repeat it after a failure')]
      : []),
    ...(isMissing(tool, 'openWorld')
      ? [foundMissing(tool, 'openWorld', 'clients take it for one that reaches outside')]
      : []),
  ],
);
