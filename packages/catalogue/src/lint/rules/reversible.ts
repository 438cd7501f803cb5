import { lintMessages } from '@callgate/messages/catalogue/lint';
import { declareHint, findHintHome, hintSpelling } from '../hint-home.ts';
import type { InspectedTool } from '../inspect-server.ts';
import type { RuleFinding, LintRule } from '../lint-rule.ts';
import { toolRule } from '../lint-rule.ts';
import { canWrite } from './missing.ts';

const SURE = 0.7;

const isOpen = ({ claimed }: InspectedTool): boolean =>
  claimed.reversible === 'unknown' && claimed.readOnly !== 'yes';

const finding = (tool: InspectedTool, message: string): RuleFinding => {
  const suggestion = tool.suggestions.reversible;
  return {
    path: findHintHome('reversible'),
    message,
    help:
      suggestion === undefined
        ? lintMessages.reversible.declare
        : lintMessages.missing.probablyInMeta({
            hint: hintSpelling('reversible', suggestion.value),
            because: suggestion.because[0] ?? lintMessages.definitionShows,
          }),
    ...(suggestion === undefined ? {} : { fix: declareHint('reversible', suggestion.value) }),
  };
};

export const destructiveWithoutReversible: LintRule = toolRule(
  {
    id: 'drafts/destructive-without-reversible',
    severity: 'note',
    ...lintMessages.rules.destructiveWithoutReversible,
  },
  (tool) =>
    tool.claimed.destructive === 'yes' && isOpen(tool) ? [finding(tool, lintMessages.reversible.unsaid)] : [],
);

export const reversible: LintRule = toolRule(
  {
    id: 'drafts/reversible',
    severity: 'note',
    ...lintMessages.rules.reversible,
  },
  (tool) => {
    const suggestion = tool.suggestions.reversible;
    const isShown = suggestion !== undefined && suggestion.confidence >= SURE;
    if (!isShown || !isOpen(tool) || !canWrite(tool) || tool.claimed.destructive === 'yes') return [];
    return [
      finding(
        tool,
        lintMessages.reversible.shown({ because: suggestion.because[0] ?? lintMessages.definitionShows }),
      ),
    ];
  },
);
