import type { RuleView, RulesView } from '@callgate/operations/policy';
import { display } from '@callgate/core';
import { momentText } from '../show/time-text.ts';
import { formatCount } from '../show/format-columns.ts';
import { bold, dim, outcomeText } from '../show/style.ts';
import type { PolicyHome } from './policy-home.ts';

const oneLine = (text: string): string => display(text.trim().replaceAll(/\s+/g, ' '), { max: 400 });

const ruleText = (rule: RuleView): string => {
  const looksAt = rule.tools.length === 1 && rule.tools[0] === '*' ? [] : rule.tools;
  return [
    `${rule.outcome === null ? 'duties' : outcomeText(rule.outcome)}  ${display(rule.reason, { max: 300 })}  ${dim(display(rule.id))}`,
    ...(looksAt.length === 0
      ? []
      : [`  tools ${looksAt.map((tool) => display(tool, { max: 200 })).join(', ')}`]),
    ...(rule.when === null ? [] : [`  when ${oneLine(rule.when)}`]),
    ...rule.obligations.map((words) => `  also ${words}`),
    ...rule.exceptions.map(
      ({ id, unless, reason, until, over }) =>
        `  ${over ? 'exception, over since' : 'except until'} ${new Date(until).toISOString().slice(0, 10)}: ${display(reason, { max: 300 })}, where ${oneLine(unless)}  ${dim(display(id))}`,
    ),
    dim(`  ${rule.layer}, ${display(rule.file, { max: 200 })}:${rule.line}`),
    ...rule.findings.map(({ message }) => `  warning: ${display(message, { max: 300 })}`),
  ]
    .map((line) => `  ${line}`)
    .join('\n');
};

const statusLines = ({ active, word, everything }: PolicyHome): readonly string[] => {
  if (active !== null)
    return [
      `in place of the policy that the configuration names: ${display(active.by, { max: 80 })}, ${momentText(active.at)}: ${display(active.reason, { max: 500 })}`,
      ...(everything.configured.policy.revision === active.instead
        ? []
        : [bold('the policy that the configuration names has changed since')]),
      dim('back to the configuration: callgate policy activate --restore --reason WHY'),
    ];
  return word === null
    ? []
    : [
        dim(
          `${display(word.by, { max: 80 })} went back to it, ${momentText(word.at)}: ${display(word.reason, { max: 500 })}`,
        ),
      ];
};

/** The policy in force, for people. */
export const policyText = (home: PolicyHome, view: RulesView): string => {
  const { name, revision, mode } = view.policy;
  return [
    `${bold(display(name, { max: 120 }))}  ${mode === 'observe' ? bold('OBSERVING ONLY: nothing is held or blocked') : 'enforced'}`,
    dim(`${revision}, of ${display(home.path)}`),
    ...statusLines(home),
    '',
    bold('Layers, in their order'),
    ...home.effective.layers.map(
      (layer, index) =>
        `  ${index + 1}. ${display(layer.name, { max: 200 })}  ${dim(formatCount(layer.text.split('\n').length - 1, 'line'))}`,
    ),
    '',
    bold(
      `${formatCount(view.rules.length, 'rule')}; all that match count, the strictest outcome wins, none: confirm`,
    ),
    ...view.rules.map(ruleText),
  ].join('\n');
};
