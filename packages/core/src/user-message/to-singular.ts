/** `files`, `entries`, `boxes` → `file`, `entry`, `box`. Only ever compared with itself. */
export const toSingular = (word: string): string => {
  if (/(?:ss|us|is)$/.test(word) || word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:x|ch|sh|s|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
};
