/** A pressed key. `text` is what can be typed. */
export type KeyPress =
  | { readonly key: 'text'; readonly text: string }
  | {
      readonly key:
        | 'up'
        | 'down'
        | 'left'
        | 'right'
        | 'page-up'
        | 'page-down'
        | 'home'
        | 'end'
        | 'enter'
        | 'escape'
        | 'backspace'
        | 'interrupt';
    };

const SEQUENCES: Readonly<Record<string, Exclude<KeyPress['key'], 'text'>>> = {
  '[A': 'up',
  OA: 'up',
  '[B': 'down',
  OB: 'down',
  '[C': 'right',
  OC: 'right',
  '[D': 'left',
  OD: 'left',
  '[5~': 'page-up',
  '[6~': 'page-down',
  '[H': 'home',
  OH: 'home',
  '[1~': 'home',
  '[F': 'end',
  OF: 'end',
  '[4~': 'end',
};

const CONTROLS: Readonly<Record<string, Exclude<KeyPress['key'], 'text'>>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\u007F': 'backspace',
  '\b': 'backspace',
  '\u0003': 'interrupt',
  // what a terminal sends when its end is closed by hand
  '\u0004': 'interrupt',
  '\u0006': 'page-down',
  '\u0002': 'page-up',
};

// an escape sequence, the start of one, or one character
// eslint-disable-next-line no-control-regex
const PIECES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|O[A-Za-z])|\u001B|[^]/gu;

// eslint-disable-next-line no-control-regex
const CONTROL = /[\0-\u001F\u0080-\u009F]/;

/** Takes what a terminal sent apart. Sequences nobody knows are no keys. */
export const readKeys = (text: string): readonly KeyPress[] => {
  const keys: KeyPress[] = [];
  for (const [piece] of text.matchAll(PIECES)) {
    if (piece === '\u001B') keys.push({ key: 'escape' });
    else if (piece.startsWith('\u001B')) {
      const key = SEQUENCES[piece.slice(1)];
      if (key !== undefined) keys.push({ key });
    } else {
      const control = CONTROLS[piece];
      if (control !== undefined) keys.push({ key: control });
      else if (!CONTROL.test(piece)) keys.push({ key: 'text', text: piece });
    }
  }
  return keys;
};
