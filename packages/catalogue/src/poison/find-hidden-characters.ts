import { poisonMessages } from '@callgate/messages/catalogue/poison';
import type { Severity } from '../finding.ts';
import type { TextFinding } from './text-finding.ts';
import type { ServerText } from './collect-texts.ts';

const { hidden: texts } = poisonMessages;

interface CharacterClass {
  readonly pattern: RegExp;
  readonly severity: Severity;
  readonly words: string;
}

const TAG_FLAG = /\u{1F3F4}[\u{E0061}-\u{E007A}\u{E0030}-\u{E0039}]{2,6}\u{E007F}/gu;

/** In the order of how much they are worth: the first that is found is told. */
const CLASSES: readonly CharacterClass[] = [
  {
    pattern: /[\u{E0000}-\u{E007F}]+/gu,
    severity: 'error',
    words: texts.kinds.tags,
  },
  {
    pattern: /[\u{E0100}-\u{E01EF}]{2,}|[\uFE00-\uFE0F]{2,}/gu,
    severity: 'error',
    words: texts.kinds.selectors,
  },
  {
    pattern: /[\p{Cc}--[\n\r\t]]\[[\d;?]{0,40}[A-Za-z]|\u009B[\d;]{0,40}[A-Za-z]?/gv,
    severity: 'error',
    words: texts.kinds.escapes,
  },
  {
    pattern: /[\u202A-\u202E\u2066-\u2069]+/gu,
    severity: 'error',
    words: texts.kinds.directions,
  },
  {
    pattern:
      /(?<=[\p{L}\p{N}_-])[\u200B\u2060-\u2064\uFEFF\u180E]+(?=[\p{L}\p{N}_-])|[\u200B-\u200D\u2060-\u2064\uFEFF]{3,}/gu,
    severity: 'error',
    words: texts.kinds.widthless,
  },
  {
    pattern: /(?<=[A-Za-z])[\u200C\u200D]+(?=[A-Za-z])/gu,
    severity: 'error',
    words: texts.kinds.joiners,
  },
  {
    pattern: /[\p{Cc}--[\n\r\t]]+/gv,
    severity: 'error',
    words: texts.kinds.controls,
  },
  {
    pattern: /[\u3164\uFFA0\u115F\u1160\u2800\u17B4\u17B5\u{13441}\u{13442}]+/gu,
    severity: 'warning',
    words: texts.kinds.blankLetters,
  },
  {
    pattern: /[\p{Cf}--[\u200C\u200D]]+/gv,
    severity: 'warning',
    words: texts.kinds.undrawn,
  },
  {
    pattern: /\p{Co}+|[\uD800-\uDFFF]/gu,
    severity: 'warning',
    words: texts.kinds.privateUse,
  },
  {
    pattern: /(?:\p{M}){5,}/gu,
    severity: 'warning',
    words: texts.kinds.marks,
  },
];

const SUSPECT = /[^\n\r\t -~\p{L}\p{N}\p{P}\p{S}\u00A0]|\p{Default_Ignorable_Code_Point}|\u2800/u;

/** What tag characters and selectors spell. */
const spelled = (found: string): string =>
  [...found]
    .map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      const plain = code >= 0xe0100 ? code - 0xe0100 + 16 : code >= 0xe0000 ? code - 0xe0000 : 0;
      return plain >= 0x20 && plain < 0x7f ? String.fromCodePoint(plain) : '';
    })
    .join('');

const firstOf = (
  text: string,
): { found: RegExpExecArray; kind: CharacterClass; count: number } | undefined => {
  for (const kind of CLASSES) {
    let [found, count]: [RegExpExecArray | undefined, number] = [undefined, 0];
    for (const match of text.matchAll(kind.pattern)) {
      found ??= match;
      count += 1;
    }
    if (found !== undefined) return { found, kind, count };
  }
  return undefined;
};

const BLANKS = /(?<!\s)\s{16,}(?=\S)/gu;
const MANY_LINES = 16;
const MANY_BLANKS = 80;

const isOutOfSight = (blanks: string): boolean =>
  blanks.split('\n').length > MANY_LINES || blanks.split('\n').some((line) => line.length >= MANY_BLANKS);

/** Characters that nobody sees, and text where nobody looks. */
export const findHiddenCharacters = ({ text, place }: ServerText): readonly TextFinding[] => {
  const spotted: TextFinding[] = [];
  const blanks = [...text.matchAll(BLANKS)].find(([found]) => isOutOfSight(found));
  if (blanks !== undefined)
    spotted.push({
      rule: 'poison/out-of-sight',
      severity: 'warning',
      span: [blanks.index, text.length],
      message: texts.outOfSight({
        blanks: blanks[0].length,
        text: text.slice(blanks.index + blanks[0].length).slice(0, 120),
      }),
      help: texts.outOfSightHelp,
    });
  if (!SUSPECT.test(text)) return spotted;
  // flags of regions are made of tags
  const looked = text.replaceAll(TAG_FLAG, (flag) => ' '.repeat(flag.length));
  const first = firstOf(looked);
  if (first === undefined) return spotted;
  const { found, kind, count } = first;
  const says = spelled(found[0]);
  const isName = place === 'name' || place === 'key' || place === 'member';
  return [
    ...spotted,
    {
      rule: 'poison/hidden-characters',
      severity: isName ? 'error' : kind.severity,
      span: [found.index, found.index + found[0].length],
      message: texts.characters({
        kind: kind.words,
        places: count,
        spelled: says.trim() === '' ? undefined : says.slice(0, 200),
      }),
      help: texts.charactersHelp,
    },
  ];
};
