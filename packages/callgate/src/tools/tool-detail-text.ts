import { display } from '@callgate/core';
import type { DefinitionChange } from '@callgate/core/disclose';
import { displayJson } from '@callgate/core/receive';
import { policyMessages } from '@callgate/messages/cli/policy';
import { contractMessages } from '@callgate/messages/contract';
import type { ToolDetail } from '@callgate/operations/tools';
import { bold, dim } from '../show/style.ts';
import { toolStatusWords } from './tool-list-text.ts';

const { tool: texts } = policyMessages;

const side = (sign: string, value: DefinitionChange['before']): string =>
  value === undefined ? '' : `\n${displayJson(value, { lines: true }).replaceAll(/^/gm, `      ${sign} `)}`;

const changeText = ({ change, path, words, before, after }: DefinitionChange): string =>
  `    ${change.toUpperCase()}  ${display(path)}: ${words}${side('-', before)}${side('+', after)}`;

/** Before and now, what was loosened first. */
export const changesText = ({ changes }: Pick<ToolDetail, 'changes'>): readonly string[] =>
  changes.map(changeText);

const setText = (set: Readonly<Record<string, string>>): string =>
  Object.entries(set)
    .map(([hint, answer]) => `${display(hint)} ${answer}`)
    .join(', ');

const who = ({
  by,
  at,
  reason,
}: {
  readonly by: string;
  readonly at: number;
  readonly reason: string;
}): string => `${display(by)}, ${new Date(at).toISOString()}: ${display(reason)}`;

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', bold(title), ...lines.map((line) => `  ${line}`)];

const saidLines = ({ override, review, accepted, configured, digest }: ToolDetail): readonly string[] => [
  ...(override === null
    ? []
    : [
        `${texts.override}: ${setText(override.set)}; ${who(override)}`,
        ...(override.definition === null || override.definition === digest
          ? []
          : [`  ${texts.overrideOfOther}`]),
      ]),
  ...(review === null
    ? []
    : [
        `${texts.review}: ${setText(review.set)}; ${who(review)}`,
        ...(review.definition === digest ? [] : [`  ${texts.reviewOfOther}`]),
      ]),
  ...(accepted === null ? [] : [`${texts.accepted}: ${who(accepted)}`]),
  ...configured.map(
    ({ set, reason, conditional }) =>
      `${texts.configured}: ${setText(set)}${conditional ? texts.conditional : ''}${reason === null ? '' : `; ${display(reason)}`}`,
  ),
];

/** One tool without what is decided about it, which `explanation` says. */
export const toolDetailText = (detail: ToolDetail): string => {
  const { definition, state } = detail;
  const description = definition['description'];
  const standing = toolStatusWords(detail, state);
  return [
    bold(`${display(detail.server)}/${display(detail.tool)}`),
    ...(detail.title === null ? [] : [display(detail.title, { max: 200 })]),
    ...(typeof description === 'string'
      ? [dim(display(description, { max: 2000, lines: true }).replaceAll(/^/gm, '  │ '))]
      : []),
    ...(standing.length === 0 ? [] : [standing.join(', ')]),
    ...(detail.disabled === null ? [] : [texts.hidden({ who: who(detail.disabled) })]),
    ...(detail.quarantine === null
      ? []
      : [texts.quarantined({ why: display(detail.quarantine, { max: 1000 }) })]),
    ...section(texts.changed, changesText(detail)),
    ...section(
      texts.conflicting,
      detail.conflicting.map(
        ({ hints, between }) => `${hints.join(' and ')}: ${between.map((key) => display(key)).join(', ')}`,
      ),
    ),
    ...section(
      texts.malformed,
      detail.malformedClaims.map(
        ({ home, key, problem }) => `${display(`${home}.${key}`)}: ${display(problem)}`,
      ),
    ),
    ...section(texts.reviews, saidLines(detail)),
    ...section(
      contractMessages.heading,
      detail.sandbox === null
        ? []
        : [
            contractMessages.held({
              ...detail.sandbox,
              backend: display(detail.sandbox.backend, { max: 40 }),
            }),
          ],
    ),
    ...section(
      texts.outcomes,
      Object.entries(detail.outcomes).map(([situation, outcome]) => `${situation.padEnd(10)} ${outcome}`),
    ),
  ].join('\n');
};
