/** A part of a text, and where it begins. */
export interface Window {
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
export const windowsOf = (text: string): readonly Window[] => {
  const windows: Window[] = [];
  let from = 0;
  while (windows.length === 0 || from + OVERLAP < text.length) {
    windows.push({ from, text: text.slice(from, from + LENGTH) });
    from = wordStart(text, from + LENGTH - OVERLAP);
  }
  return windows;
};
