import type { TextFinding } from './text-finding.ts';
import type { ServerText } from './collect-texts.ts';

const WORDS = /\p{L}{2,}/gu;
const wordsOf = (text: string): number => text.match(WORDS)?.length ?? 0;

/** Many words that make sentences: not a list, a path, code or markup. */
const isProse = (text: string, least: number): boolean => {
  const words = wordsOf(text);
  if (words < least) return false;
  const letters = text.match(/[\p{L} ]/gu)?.length ?? 0;
  return letters / text.length > 0.85 && /\p{L} \p{L}/u.test(text);
};

const spotted = (severity: TextFinding['severity'], text: string, message: string): TextFinding => ({
  rule: 'poison/smuggled-text',
  severity,
  span: [0, text.length],
  message: `${message}: \`${text.slice(0, 120)}\``,
  help: 'models read the whole definition, people the description: have its author say why it stands there',
});

const LEAST_IN_VALUE = 20;
const LEAST_ELSEWHERE = 10;
const LONG_NAME = 48;
const LONG_NAME_WORDS = 8;

/** Prose in places where nobody looks for it. */
export const findSmuggledProse = ({ place, text }: ServerText): readonly TextFinding[] => {
  switch (place) {
    case 'key':
    case 'member':
      if (
        /\p{L}\s{1,40}\p{L}{1,60}\s{1,40}\p{L}/u.test(text) ||
        (text.length >= LONG_NAME && wordsOf(text.replaceAll('_', ' ')) >= LONG_NAME_WORDS)
      )
        return [
          spotted('warning', text, `a sentence is the name of a ${place === 'key' ? 'parameter' : 'member'}`),
        ];
      return [];
    case 'value':
      return isProse(text, LEAST_IN_VALUE)
        ? [spotted('warning', text, 'a value of the schema is a text of its own')]
        : [];
    case 'keyword':
      return isProse(text, LEAST_ELSEWHERE)
        ? [spotted('warning', text, 'a keyword of the schema holds prose')]
        : [];
    case 'other':
      return isProse(text, LEAST_ELSEWHERE)
        ? [spotted('warning', text, 'prose stands in a member that is not shown to people')]
        : [];
    default:
      return [];
  }
};
