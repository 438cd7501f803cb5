import { getOwn } from '@callgate/core';
import { lintMessages } from '@callgate/messages/catalogue/lint';
import { nameWords } from '../../suggest/words.ts';
import type { LintRule } from '../lint-rule.ts';
import { toolRule } from '../lint-rule.ts';

/** The words of a name as a person would write them. */
const titleOf = (name: string): string => {
  const words = nameWords(name).join(' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

export const titleMissing: LintRule = toolRule(
  {
    id: 'text/title-missing',
    severity: 'note',
    ...lintMessages.rules.titleMissing,
  },
  ({ definition, claims, name }) => {
    const title = getOwn(definition, 'title') ?? claims.details.title;
    if (typeof title === 'string' && title.trim() !== '') return [];
    const made = titleOf(name ?? '');
    return [
      {
        path: ['title'],
        message: lintMessages.text.noTitle,
        help: lintMessages.text.noTitleHelp,
        ...(made === '' ? {} : { fix: { path: ['title'], value: made } }),
      },
    ];
  },
);

export const descriptionMissing: LintRule = toolRule(
  {
    id: 'text/description-missing',
    severity: 'warning',
    ...lintMessages.rules.descriptionMissing,
  },
  ({ definition }) => {
    const description = getOwn(definition, 'description');
    return typeof description === 'string' && description.trim() !== ''
      ? []
      : [
          {
            path: ['description'],
            message: lintMessages.text.noDescription,
            help: lintMessages.text.noDescriptionHelp,
          },
        ];
  },
);
