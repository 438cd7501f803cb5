import { poisonMessages } from '@callgate/messages/catalogue/poison';
import type { Severity } from '../finding.ts';
import type { InstructionSign } from './instruction-signs.ts';
import { ASKING_NAMES, INSTRUCTION_SIGNS } from './instruction-signs.ts';
import type { TextSentence } from './find-orders.ts';
import { findOrders, sentencesOf } from './find-orders.ts';
import { isDefence } from './foreign-orders.ts';
import { readPlainly } from './plain-reading.ts';
import type { TextFinding } from './text-finding.ts';
import type { TextRole, ServerText } from './collect-texts.ts';

/** A part of a text, and where it begins. */
interface TextWindow {
  readonly from: number;
  readonly text: string;
}

const LENGTH = 4000;
/** Longer than anything one pattern spans. */
const OVERLAP = 800;
const LONGEST_WORD = 64;

/** The next part begins after a blank, so that no word is cut into another one. */
const wordStart = (text: string, at: number): number => {
  for (let start = at; start > at - LONGEST_WORD; start -= 1)
    if (/\s/u.test(text.charAt(start - 1))) return start;
  return at;
};

/** A text in parts that overlap: whatever a pattern does with one, a long text costs only more of them. */
const windowsOf = (text: string): readonly TextWindow[] => {
  const windows: TextWindow[] = [];
  let from = 0;
  while (windows.length === 0 || from + OVERLAP < text.length) {
    windows.push({ from, text: text.slice(from, from + LENGTH) });
    from = wordStart(text, from + LENGTH - OVERLAP);
  }
  return windows;
};

/** Where nobody writes prose, prose for a model is worse. */
const UP: Readonly<Record<Severity, Severity>> = { note: 'warning', warning: 'error', error: 'error' };
const PROSE: ReadonlySet<TextRole> = new Set(['description', 'instructions']);
const NAMES: ReadonlySet<TextRole> = new Set(['name', 'key', 'member']);

const { instructions: texts } = poisonMessages;

const PLACES: Readonly<Record<TextRole, string>> = texts.places;

const HELP: Readonly<Record<InstructionSign['rule'], string>> = {
  'poison/instructions': texts.help.instructions,
  'poison/secrets': texts.help.secrets,
  'poison/preference': texts.help.preference,
};

/** Words apart, marks of a frame, or a script that is written without blanks: anything else cannot be an order. */
const COULD_BE = /[<[{:\u0080-\uFFFF]|\S\s{1,40}\S{1,200}\s{1,40}\S/u;
const SHORT = 6;

/** What a name asks for stands at its end. */
const END_OF_NAME = 200;

const names = ({ place, text }: ServerText): readonly TextFinding[] =>
  place === 'key' && ASKING_NAMES.test(text.slice(-END_OF_NAME).replaceAll(/(?<=[a-z])(?=[A-Z])/gu, '_'))
    ? [
        {
          rule: 'poison/secrets',
          severity: 'warning',
          message: texts.askingName({ name: text.slice(-END_OF_NAME) }),
          help: texts.askingNameHelp,
        },
      ]
    : [];

/** A line that goes on in the next one is one line; as long as before, so that places stay. */
const unwrapped = (text: string): string =>
  text.replaceAll(/(?<=\S)[ \t]{0,8}\r?\n[ \t]{0,16}(?=[\p{Ll}\p{Lo}~/.'"`])/gu, (gap) =>
    ' '.repeat(gap.length),
  );

const firstMatch = (
  pattern: InstructionSign['pattern'],
  windows: readonly TextWindow[],
): readonly [from: number, to: number] | undefined => {
  for (const { from, text } of windows) {
    const match = pattern.exec(text);
    if (match !== null) return [from + match.index, from + match.index + match[0].length];
  }
  return undefined;
};

/** The text without what protects those who use the server; as long as before, so that places stay. */
const withoutDefences = (text: string, sentences: readonly TextSentence[]): string => {
  let kept = text;
  for (const { from, text: sentence } of sentences)
    if (isDefence(sentence))
      kept = `${kept.slice(0, from)}${' '.repeat(sentence.length)}${kept.slice(from + sentence.length)}`;
  return kept;
};

type FoundSign = Pick<InstructionSign, 'rule' | 'does' | 'severity'> & {
  readonly from: number;
  readonly to: number;
};

const ORDER: readonly Severity[] = ['error', 'warning', 'note'];

const ORDERED = 'poison/instructions';

/** Words aimed at a model; of each rule the worst in a text is told. */
export const findInstructions = (written: ServerText): readonly TextFinding[] => {
  const { place, text } = written;
  if (text.length < SHORT) return [];
  const words = NAMES.has(place) ? text.replaceAll('_', ' ') : text;
  if (!COULD_BE.test(words)) return names(written);
  const plain = readPlainly(words);
  const read = unwrapped(plain.text);
  const sentences = sentencesOf(read);
  const windows = windowsOf(withoutDefences(read, sentences));
  const found = new Map<string, TextFinding>();
  const tell = ({ rule, does, severity, from, to }: FoundSign): void => {
    const span = [plain.at(from), plain.at(to)] as const;
    const quoted = text.slice(...span).slice(0, 200);
    const message = texts.found({ place: PLACES[place], deed: does, text: quoted });
    found.set(rule, { rule, severity, span, message, help: HELP[rule] });
  };
  const isTold = (rule: string, severity: Severity): boolean => {
    const known = found.get(rule);
    return known !== undefined && ORDER.indexOf(known.severity) <= ORDER.indexOf(severity);
  };
  for (const { rule, severity: usual, pattern, does } of INSTRUCTION_SIGNS) {
    const severity = PROSE.has(place) ? usual : UP[usual];
    if (isTold(rule, severity)) continue;
    const match = firstMatch(pattern, windows);
    if (match !== undefined) tell({ rule, does, severity, from: match[0], to: match[1] });
  }
  const [order] = isTold(ORDERED, 'warning') ? [] : findOrders(sentences);
  if (order !== undefined) {
    const to = order.from + order.text.length;
    tell({ rule: ORDERED, does: texts.deeds.orders, severity: 'warning', from: order.from, to });
  }
  return found.has('poison/secrets') ? [...found.values()] : [...found.values(), ...names(written)];
};
