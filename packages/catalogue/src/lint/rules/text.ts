import { getOwn } from '@callgate/core';
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
    title: 'A tool has no title.',
    explanation: 'Approvers read the title of a tool. Without one they see the name that programs use.',
    repair: 'Writes the words of the name as a title.',
  },
  ({ definition, claims, name }) => {
    const title = getOwn(definition, 'title') ?? claims.details.title;
    if (typeof title === 'string' && title.trim() !== '') return [];
    const made = titleOf(name ?? '');
    return [
      {
        path: ['title'],
        message: 'it has no title',
        help: 'say in a few words what it does, for the person who is asked about a call',
        ...(made === '' ? {} : { fix: { path: ['title'], value: made } }),
      },
    ];
  },
);

export const descriptionMissing: LintRule = toolRule(
  {
    id: 'text/description-missing',
    severity: 'warning',
    title: 'A tool has no description.',
    explanation:
      'Models choose tools by it, and operators review by it. Without it Callgate cannot suggest or check hints.',
    repair: null,
  },
  ({ definition }) => {
    const description = getOwn(definition, 'description');
    return typeof description === 'string' && description.trim() !== ''
      ? []
      : [
          {
            path: ['description'],
            message: 'it has no description',
            help: 'say what it does, what it changes, and what it returns',
          },
        ];
  },
);
