import type { HintName } from '@callgate/core';
import { HINTS } from '@callgate/core';
import { lintMessages } from '@callgate/messages/catalogue/lint';
import { declareHint, findHintHome, hintSpelling } from '../hint-home.ts';
import type { InspectedTool } from '../inspect-server.ts';
import type { RuleFinding, LintRule } from '../lint-rule.ts';
import { toolRule } from '../lint-rule.ts';

/** Below this a suggestion is not copied without thought. */
const SURE = {
  readOnly: { yes: 0.96, no: 0.95 },
  destructive: { yes: 0.82, no: 0.89 },
  idempotent: { yes: 0.9, no: 0.9 },
  openWorld: { yes: 0.88, no: 0.93 },
} as const satisfies { readonly [H in HintName]?: { readonly yes: number; readonly no: number } };

/** `compute` and `index` are things as often as verbs: a claim that lowers care needs more than one such word. */
const isBacked = ({ lead }: InspectedTool, hint: HintName, value: 'yes' | 'no'): boolean =>
  HINTS[hint].relaxing !== value || hint !== 'readOnly' || lead(hint, value).length > 1;

const foundMissing = (tool: InspectedTool, hint: keyof typeof SURE): RuleFinding => {
  const suggestion = tool.suggestions[hint];
  const sure =
    suggestion !== undefined &&
    suggestion.confidence >= SURE[hint][suggestion.value] &&
    isBacked(tool, hint, suggestion.value);
  return {
    path: findHintHome(hint),
    message: lintMessages.missing[hint]({ hint: HINTS[hint].key }),
    help: sure
      ? lintMessages.missing.probably({
          hint: hintSpelling(hint, suggestion.value),
          because: suggestion.because[0] ?? lintMessages.definitionShows,
        })
      : lintMessages.missing.declare({ hint: HINTS[hint].key }),
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
    ...lintMessages.rules.missing,
  },
  (tool) => (isMissing(tool, 'readOnly') ? [foundMissing(tool, 'readOnly')] : []),
);

/** Destroying and repeating are no question for a tool that only reads. */
export const canWrite = ({ claimed, suggestions }: InspectedTool): boolean =>
  claimed.readOnly === 'no' || (claimed.readOnly === 'unknown' && suggestions.readOnly?.value !== 'yes');

export const incompleteHints: LintRule = toolRule(
  {
    id: 'hints/incomplete',
    severity: 'note',
    ...lintMessages.rules.incomplete,
  },
  (tool) => [
    ...(canWrite(tool) && isMissing(tool, 'destructive') ? [foundMissing(tool, 'destructive')] : []),
    ...(canWrite(tool) && isMissing(tool, 'idempotent') ? [foundMissing(tool, 'idempotent')] : []),
    ...(isMissing(tool, 'openWorld') ? [foundMissing(tool, 'openWorld')] : []),
  ],
);
