import { authorMessages } from '@callgate/messages/cli/authors';
import type { LintRule } from '@callgate/catalogue/lint';
import { RULES, findRule } from '@callgate/catalogue/lint';
import { bold, dim } from '../show/style.ts';

const PAGE = 'docs/reference/lint.md';

/** GitHub's anchor of a heading that is the id. */
export const anchorOf = (id: string): string => id.replaceAll('/', '');

const ruleText = ({ id, severity, title, explanation, repair }: LintRule): string =>
  [
    `${bold(id)} ${dim(severity)}`,
    title,
    '',
    explanation,
    '',
    authorMessages.lint.repair({ repair }),
    authorMessages.lint.page({ page: `${PAGE}#${anchorOf(id)}` }),
  ].join('\n');

export const explainLintRule = (id: string): string => {
  if (id !== '' && id !== 'all') return ruleText(findRule(id));
  const width = Math.max(...RULES.map((rule) => rule.id.length));
  return RULES.map(
    ({ id: each, severity, title }) => `${each.padEnd(width)}  ${severity.padEnd(7)}  ${title}`,
  ).join('\n');
};
