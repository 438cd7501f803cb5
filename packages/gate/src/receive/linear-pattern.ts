const MAX_LENGTH = 256;
const MAX_REPEAT = 1000;
/** Ways to match that a matcher may have to try at each place of the text, or once where it tries at one place alone. */
const MAX_WAYS_EACH = 64;
const MAX_WAYS_ONCE = 10_000;

const compiles = (source: string): boolean => {
  try {
    return new RegExp(source, 'u').source !== '';
  } catch {
    return false;
  }
};

/** Escapes and classes count as one character: what is in them repeats nothing. */
const ATOM = /\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|p\{[^}]*\}|c[a-z]|.)|\[(?:\\.|[^\]\\])*\]/giu;
const LOOKS_AROUND_OR_BACK = /\(\?(?:[=!]|<[=!])|\\[1-9k]/;
const QUANTIFIER = /(.?)(\*|\+|\?|\{(\d+)(,(\d*))?\})\??/gu;

interface PatternCost {
  readonly ways: number;
  readonly isUnbounded: boolean;
  readonly isRefused: boolean;
}

const costOf = ([, atom, sign, least, range, most]: RegExpExecArray): PatternCost => {
  const isUnbounded = sign === '*' || sign === '+' || (range !== undefined && most === '');
  const low = Number(least ?? 0);
  const high = sign === '?' ? 1 : Number(most === undefined || most === '' ? low : most);
  return {
    ways: isUnbounded ? 1 : high - low + 1,
    isUnbounded,
    isRefused: Math.max(low, high) > MAX_REPEAT || (atom === ')' && sign !== '?'),
  };
};

const GROUP = /\([^()]*\)/g;

/** Whether every way to match begins at the beginning of the text. */
const isAnchored = (plain: string): boolean => {
  let outside = plain;
  for (let inside = ''; inside !== outside;) {
    inside = outside;
    outside = inside.replaceAll(GROUP, 'a');
  }
  return outside.startsWith('^') && !outside.includes('|');
};

/**
 * Whether a regular expression takes time in proportion to the text, whatever the text is. It says no to many that do:
 * only single characters and classes may be repeated, one of them without an end, and that only in an anchored pattern.
 */
export const isLinearPattern = (source: string): boolean => {
  if (source.length > MAX_LENGTH || LOOKS_AROUND_OR_BACK.test(source) || !compiles(source)) return false;
  const plain = source.replaceAll(ATOM, 'a');
  const costs = [...plain.replaceAll('(?', '(').matchAll(QUANTIFIER)].map(costOf);
  if (costs.some(({ isRefused }) => isRefused)) return false;
  const ways = costs.reduce((product, cost) => product * cost.ways, plain.split('|').length);
  const unbounded = costs.filter(({ isUnbounded }) => isUnbounded).length;
  if (unbounded === 0) return ways <= (isAnchored(plain) ? MAX_WAYS_ONCE : MAX_WAYS_EACH);
  return unbounded === 1 && ways <= MAX_WAYS_EACH && isAnchored(plain);
};
