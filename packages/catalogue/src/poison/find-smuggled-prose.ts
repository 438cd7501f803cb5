import { poisonMessages } from '@callgate/messages/catalogue/poison';
import type { TextFinding } from './text-finding.ts';
import type { ServerText } from './collect-texts.ts';

const { smuggled: texts } = poisonMessages;

const WORDS = /\p{L}{2,}/gu;
const wordsOf = (text: string): number => text.match(WORDS)?.length ?? 0;

/** Many words that make sentences: not a list, a path, code or markup. */
const isProse = (text: string, least: number): boolean => {
  const words = wordsOf(text);
  if (words < least) return false;
  const letters = text.match(/[\p{L} ]/gu)?.length ?? 0;
  return letters / text.length > 0.85 && /\p{L} \p{L}/u.test(text);
};

const spotted = (severity: TextFinding['severity'], text: string, what: string): TextFinding => ({
  rule: 'poison/smuggled-text',
  severity,
  span: [0, text.length],
  message: texts.found({ what, text: text.slice(0, 120) }),
  help: texts.help,
});

const LEAST_IN_VALUE = 20;
const LEAST_ELSEWHERE = 10;
const LONG_NAME = 48;
const LONG_NAME_WORDS = 8;

/** Prose in places where people do not look for it. */
export const findSmuggledProse = ({ place, text }: ServerText): readonly TextFinding[] => {
  switch (place) {
    case 'key':
    case 'member':
      if (
        /\p{L}\s{1,40}\p{L}{1,60}\s{1,40}\p{L}/u.test(text) ||
        (text.length >= LONG_NAME && wordsOf(text.replaceAll('_', ' ')) >= LONG_NAME_WORDS)
      )
        return [spotted('warning', text, place === 'key' ? texts.parameterName : texts.memberName)];
      return [];
    case 'value':
      return isProse(text, LEAST_IN_VALUE) ? [spotted('warning', text, texts.value)] : [];
    case 'keyword':
      return isProse(text, LEAST_ELSEWHERE) ? [spotted('warning', text, texts.keyword)] : [];
    case 'other':
      return isProse(text, LEAST_ELSEWHERE) ? [spotted('warning', text, texts.other)] : [];
    default:
      return [];
  }
};
