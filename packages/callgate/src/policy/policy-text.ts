import { policyMessages } from '@callgate/messages/cli/policy';
import type { RuleView, RulesView } from '@callgate/operations/policy';
import { display } from '@callgate/core';
import { momentText } from '../show/time-text.ts';
import { bold, dim, outcomeText } from '../show/style.ts';
import type { PolicyHome } from './policy-home.ts';

const { policy: texts } = policyMessages;

const oneLine = (text: string): string => display(text.trim().replaceAll(/\s+/g, ' '), { max: 400 });

const ruleText = (rule: RuleView): string => {
  const looksAt = rule.tools.length === 1 && rule.tools[0] === '*' ? [] : rule.tools;
  return [
    `${rule.outcome === null ? texts.requirements : outcomeText(rule.outcome)}  ${display(rule.reason, { max: 300 })}  ${dim(display(rule.id))}`,
    ...(looksAt.length === 0
      ? []
      : [`  ${texts.tools({ tools: looksAt.map((tool) => display(tool, { max: 200 })) })}`]),
    ...(rule.when === null ? [] : [`  ${texts.when({ condition: oneLine(rule.when) })}`]),
    ...rule.obligations.map((words) => `  ${texts.also({ requirement: words })}`),
    ...rule.exceptions.map(
      ({ id, unless, reason, until, over }) =>
        `  ${texts.exception({ expired: over, until: new Date(until).toISOString().slice(0, 10), reason: display(reason, { max: 300 }), condition: oneLine(unless) })}  ${dim(display(id))}`,
    ),
    dim(`  ${rule.layer}, ${display(rule.file, { max: 200 })}:${rule.line}`),
    ...rule.findings.map(({ message }) => `  ${texts.warning({ message: display(message, { max: 300 }) })}`),
  ]
    .map((line) => `  ${line}`)
    .join('\n');
};

const statusLines = ({ active, word, everything }: PolicyHome): readonly string[] => {
  if (active !== null)
    return [
      texts.activated({
        who: display(active.by, { max: 80 }),
        at: momentText(active.at),
        reason: display(active.reason, { max: 500 }),
      }),
      ...(everything.configured.policy.revision === active.instead ? [] : [bold(texts.configuredChanged)]),
      dim(texts.restoreWith),
    ];
  return word === null
    ? []
    : [
        dim(
          texts.restored({
            who: display(word.by, { max: 80 }),
            at: momentText(word.at),
            reason: display(word.reason, { max: 500 }),
          }),
        ),
      ];
};

/** The policy in force, for people. */
export const policyText = (home: PolicyHome, view: RulesView): string => {
  const { name, revision, mode } = view.policy;
  return [
    `${bold(display(name, { max: 120 }))}  ${mode === 'observe' ? bold(texts.observes) : texts.enforced}`,
    dim(`${revision}, of ${display(home.path)}`),
    ...statusLines(home),
    '',
    bold(texts.layers),
    ...home.effective.layers.map(
      (layer, index) =>
        `  ${index + 1}. ${display(layer.name, { max: 200 })}  ${dim(texts.lines({ count: layer.text.split('\n').length - 1 }))}`,
    ),
    '',
    bold(texts.rules({ count: view.rules.length })),
    ...view.rules.map(ruleText),
  ].join('\n');
};
