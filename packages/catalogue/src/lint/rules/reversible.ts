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
        ? 'declare reversibleHint in _meta: true where its effect can be undone by another call'
        : `probably ${hintSpelling('reversible', suggestion.value)} in _meta: ${suggestion.because[0] ?? 'its definition says so'}`,
    ...(suggestion === undefined ? {} : { fix: declareHint('reversible', suggestion.value) }),
  };
};

export const destructiveWithoutReversible: LintRule = toolRule(
  {
    id: 'drafts/destructive-without-reversible',
    severity: 'note',
    title: 'A tool says that it destroys, but not whether that can be undone.',
    explanation:
      'Moving to a bin and erasing are both destructive. `reversibleHint` (SEP-1984) tells them apart: `intent` asks about what cannot be undone, `strict` needs two people for it.',
    repair: 'Declares what the definition or a sibling that does the opposite says.',
  },
  (tool) =>
    tool.claimed.destructive === 'yes' && isOpen(tool)
      ? [finding(tool, 'it says that it destroys, and not whether that can be undone')]
      : [],
);

export const reversible: LintRule = toolRule(
  {
    id: 'drafts/reversible',
    severity: 'note',
    title: 'A tool shows whether it can be undone, and does not declare it.',
    explanation:
      'SEP-1984: set `reversibleHint` if a program can undo the effect, and false if nothing can, as for a sent mail.',
    repair: 'Declares what the definition or a sibling that does the opposite says.',
  },
  (tool) => {
    const suggestion = tool.suggestions.reversible;
    const isShown = suggestion !== undefined && suggestion.confidence >= SURE;
    if (!isShown || !isOpen(tool) || !canWrite(tool) || tool.claimed.destructive === 'yes') return [];
    return [
      finding(tool, `it does not say reversibleHint, but ${suggestion.because[0] ?? 'its definition does'}`),
    ];
  },
);
