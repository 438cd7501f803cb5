import { poisonMessages } from '@callgate/messages/catalogue/poison';
import type { TextFinding } from './text-finding.ts';
import type { ServerText } from './collect-texts.ts';

const { encoded: texts } = poisonMessages;

const BASE64 =
  /(?<![A-Za-z0-9+/=_-])(?:[A-Za-z0-9+/]{4}){7,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?(?![A-Za-z0-9+/=_-])/gu;
const HEX = /(?<![\w])(?:[0-9A-Fa-f]{2}){20,}(?![\w])/gu;
const ESCAPES = /(?:\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}){6,}/gu;
const PERCENT = /(?:%[0-9A-Fa-f]{2}){8,}/gu;
const ENTITIES = /(?:&#x?[0-9A-Fa-f]{2,6};){6,}/gu;

const decodeEscapes = (found: string): string =>
  found.replaceAll(
    /\\u([0-9A-Fa-f]{4})|\\x([0-9A-Fa-f]{2})|%([0-9A-Fa-f]{2})|&#(x?)([0-9A-Fa-f]{1,6});/gu,
    (...parts: readonly unknown[]) => {
      const [, unit, byte, percent, hexadecimal, entity] = parts.map((part) =>
        typeof part === 'string' ? part : '',
      );
      const digits = [unit, byte, percent].find((part) => part !== undefined && part !== '');
      const code =
        digits === undefined
          ? Number.parseInt(entity ?? '', hexadecimal === 'x' ? 16 : 10)
          : Number.parseInt(digits, 16);
      return Number.isFinite(code) && code < 0x10_ffff ? String.fromCodePoint(code) : '';
    },
  );

const WAYS: readonly { readonly pattern: RegExp; readonly words: string; decode(found: string): string }[] = [
  {
    pattern: BASE64,
    words: texts.ways.base64,
    decode: (found) => Buffer.from(found, 'base64').toString('utf8'),
  },
  { pattern: HEX, words: texts.ways.hex, decode: (found) => Buffer.from(found, 'hex').toString('utf8') },
  { pattern: ESCAPES, words: texts.ways.escapes, decode: decodeEscapes },
  { pattern: PERCENT, words: texts.ways.percent, decode: decodeEscapes },
  { pattern: ENTITIES, words: texts.ways.entities, decode: decodeEscapes },
];

const MOST_DECODED = 4000;

/** Whether bytes are a written text. */
const isText = (decoded: string): boolean => {
  const plain = decoded.match(/[\p{L}\p{N} .,:;!?'"_/-]/gu)?.length ?? 0;
  return decoded.length >= 8 && plain / [...decoded].length > 0.95 && /\p{L}{2}[ _/.]\p{L}{2}/u.test(decoded);
};

const APART = /(?<![\p{L}\p{N}])(?:\p{L}[ .·_*-]{1,3}){9,}\p{L}(?![\p{L}\p{N}])/u;

const lettersApart = (text: string): readonly TextFinding[] => {
  const match = APART.exec(text);
  if (match === null) return [];
  return [
    {
      rule: 'poison/encoded-text',
      severity: 'warning',
      span: [match.index, match.index + match[0].length],
      message: texts.lettersApart({ text: match[0].slice(0, 120) }),
      help: texts.lettersApartHelp,
    },
  ];
};

/** Text that is written so that people cannot read it. */
export const findEncodedText = ({ text }: ServerText): readonly TextFinding[] => {
  for (const { pattern, words, decode } of WAYS)
    for (const match of text.matchAll(pattern)) {
      const decoded = decode(match[0].slice(0, MOST_DECODED));
      if (!isText(decoded)) continue;
      return [
        {
          rule: 'poison/encoded-text',
          severity: 'error',
          span: [match.index, match.index + match[0].length],
          message: texts.hidden({ way: words, text: decoded.slice(0, 200) }),
          help: texts.hiddenHelp,
        },
      ];
    }
  return lettersApart(text);
};
