/** One system call as strace printed it. */
export interface TracedCall {
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly name: string;
  /** As printed; see `quotedText` and `descriptorTarget`. */
  readonly args: readonly string[];
  readonly ok: boolean;
  /** `ENOENT`, or null. */
  readonly error: string | null;
  /** What the descriptor that it returned stands for. */
  readonly returned: string | null;
}

const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

const ESCAPE = /\\(?:x([\da-f]{2})|([0-7]{1,3})|(.))/g;

/** What strace escaped, as text. Bytes that are no text become U+FFFD. */
const unescaped = (text: string): string => {
  if (!text.includes('\\')) return text;
  const bytes: Buffer[] = [];
  let at = 0;
  for (const found of text.matchAll(ESCAPE)) {
    const [whole, hex, octal, letter = ''] = found;
    bytes.push(Buffer.from(text.slice(at, found.index)));
    const byte =
      hex === undefined
        ? octal === undefined
          ? (ESCAPES[letter] ?? letter.charCodeAt(0))
          : Number.parseInt(octal, 8)
        : Number.parseInt(hex, 16);
    bytes.push(Buffer.from([byte & 0xff]));
    at = found.index + whole.length;
  }
  return Buffer.concat([...bytes, Buffer.from(text.slice(at))]).toString();
};

const QUOTED = /"((?:[^"\\]|\\.)*)"(\.\.\.)?/;
const ALL_QUOTED = new RegExp(QUOTED, 'g');

export interface QuotedText {
  readonly text: string;
  /** strace cut it off. */
  readonly isCut: boolean;
}

/** The strings in an argument. */
export const quotedTexts = (arg: string): readonly QuotedText[] =>
  [...arg.matchAll(ALL_QUOTED)].map(([, text = '', cut]) => ({
    text: unescaped(text),
    isCut: cut !== undefined,
  }));

/** The string that an argument is, or undefined. */
export const quotedText = (arg: string | undefined): string | undefined =>
  arg?.startsWith('"') === true ? quotedTexts(arg)[0]?.text : undefined;

const DESCRIPTOR = /^(?:\d+|AT_FDCWD)<(.*)>(\(deleted\))?$/s;
const DEVICE = /<(?:char|block) [\d:]+>$/;

/** What a descriptor stands for: a path, `pipe:[1]`, `TCP:[…]`. Null for files without a name any more. */
const targetOf = (text: string): string | null => {
  const [, target = '', deleted] = DESCRIPTOR.exec(text) ?? [];
  if (target === '' || deleted !== undefined) return null;
  return unescaped(target.replace(DEVICE, ''));
};

export const descriptorTarget = (arg: string | undefined): string | null => targetOf(arg ?? '');

const OPEN: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Of a path, only `<` and `>` are escaped: brackets in it close nothing. */
const IN_PATH = 'path';

const isPath = (closers: readonly string[]): boolean => closers.at(-1) === IN_PATH;

interface SplitCall {
  readonly args: readonly string[];
  /** What follows the closing bracket. */
  readonly rest: string;
}

/** Splits `a, b) = 0` at its commas and at its closing bracket. */
const splitCall = (text: string): SplitCall | undefined => {
  const args: string[] = [];
  const closers: string[] = [];
  let from = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\') at += 1;
    else if (quoted) quoted = character !== '"';
    else if (isPath(closers)) {
      if (character === '<') closers.push(IN_PATH);
      else if (character === '>') closers.pop();
    } else if (character === '"') quoted = true;
    else if (closers.length > 0 && character === closers.at(-1)) closers.pop();
    else if (OPEN[character] !== undefined) closers.push(OPEN[character]);
    // a shift or a sign has no descriptor before it
    else if (character === '<' && /[\dD]/.test(text[at - 1] ?? '') && text[at + 1] !== '<')
      closers.push(text[at + 1] === '/' ? IN_PATH : '>');
    else if (character === ')' && closers.length === 0) {
      const last = text.slice(from, at);
      return { args: last === '' && args.length === 0 ? [] : [...args, last], rest: text.slice(at + 1) };
    } else if (character === ',' && closers.length === 0) {
      args.push(text.slice(from, at));
      from = text[at + 1] === ' ' ? at + 2 : at + 1;
    }
  }
  return undefined;
};

const LINE = /^(\d+) +(\d+\.\d+) (.*)$/s;
const UNFINISHED = ' <unfinished ...>';
const RESUMED = /^<\.\.\. (\w+) resumed>/;
const CALL = /^(\w+)\(/;
const RESULT = /^\s*= (-?\d+|0x[\da-f]+|\?)(<.*?>(?:\(deleted\))?)?(?: ([A-Z][A-Z0-9]+))?(?: |$)/s;

/** The name under which the end of a process stands among its calls. */
export const PROCESS_END = '+++';

const readCall = (pid: number, at: number, text: string): TracedCall | undefined => {
  const [opening, name = ''] = CALL.exec(text) ?? [];
  if (opening === undefined) return undefined;
  const split = splitCall(text.slice(opening.length));
  if (split === undefined) return undefined;
  const [, value = '?', target, error] = RESULT.exec(split.rest) ?? [];
  return {
    pid,
    at,
    name,
    args: split.args,
    ok: value !== '?' && !value.startsWith('-'),
    error: value === '-1' ? (error ?? null) : null,
    returned: target === undefined ? null : targetOf(`0${target}`),
  };
};

/**
 * Reads what `strace -f -ttt -yy` wrote. Names and contents are a server's: strace escapes all in them that could end a
 * string or a line, so that no name can be taken for a call. A call that never returned stands there as failed.
 */
export const readStrace = (log: string): readonly TracedCall[] => {
  const open = new Map<number, { readonly at: number; readonly text: string }>();
  const calls: TracedCall[] = [];
  const add = (pid: number, at: number, text: string): void => {
    const call = readCall(pid, at, text);
    if (call !== undefined) calls.push(call);
  };
  for (const line of log.split('\n')) {
    const [, pidText, seconds, text = ''] = LINE.exec(line) ?? [];
    if (pidText === undefined) continue;
    const pid = Number(pidText);
    const at = Number(seconds) * 1000;
    const resumed = RESUMED.exec(text);
    if (text.endsWith(UNFINISHED)) {
      open.set(pid, { at, text: text.slice(0, -UNFINISHED.length) });
    } else if (text.startsWith(PROCESS_END)) {
      calls.push({ pid, at, name: PROCESS_END, args: [], ok: true, error: null, returned: null });
    } else if (resumed === null) add(pid, at, text);
    else {
      const begun = open.get(pid);
      open.delete(pid);
      if (begun !== undefined) add(pid, begun.at, `${begun.text}${text.slice(resumed[0].length)}`);
    }
  }
  for (const [pid, { at, text }] of open) add(pid, at, `${text}) = ?`);
  return calls.toSorted((a, b) => a.at - b.at);
};
