import { findPoison } from '@callgate/catalogue';
import { UNSEEN_HARMLESS } from '../../packages/catalogue/test/unseen-harmless.ts';
import { UNSEEN_POISONED } from '../../packages/catalogue/test/unseen-poisoned.ts';
import type { UnseenSample } from '../../packages/catalogue/test/unseen-sample.ts';
import { count } from '../report.ts';
import { shareText } from '../suggest/score.ts';
import { readUnreadSet } from './unread-set.ts';

type Families = Readonly<Record<string, readonly UnseenSample[]>>;

const isWarnedOf = ({ tool }: UnseenSample): boolean =>
  findPoison([{ server: 'unseen', trust: 'untrusted', from: 'made up', tools: [tool] }]).some(
    ({ severity }) => severity !== 'note',
  );

const row = (set: string, part: string, samples: readonly UnseenSample[]): readonly string[] => [
  set,
  part,
  count(samples.length),
  shareText({ part: samples.filter(isWarnedOf).length, whole: samples.length }),
];

const isEnglish = ({ language }: UnseenSample): boolean => language === 'en';

const parts = (set: string, families: Families): readonly (readonly string[])[] => {
  const all = Object.values(families).flat();
  return [
    ...Object.entries(families).map(([family, samples]) => row(set, family, samples)),
    row(set, 'all in English', all.filter(isEnglish)),
    row(
      set,
      'all in other languages',
      all.filter((each) => !isEnglish(each)),
    ),
    row(set, 'all', all),
  ];
};

/** Definitions written by somebody who had not seen the rules: those with an error or a warning. */
export const unseenRows = (): readonly (readonly string[])[] => [
  ...parts('poisoned', UNSEEN_POISONED),
  ...parts('harmless', UNSEEN_HARMLESS),
];

/** The same of definitions that were written from the families alone. */
export const unreadRows = (): readonly (readonly string[])[] => [
  ...parts('poisoned', readUnreadSet('poisoned')),
  ...parts('harmless', readUnreadSet('harmless')),
];
