/** Whether `text` matches `pattern`, wholly and case-sensitively; `*` is any run of characters, `?` one. Linear in practice, never exponential. */
export const globMatches = (pattern: string, text: string): boolean => {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    const c = pattern[p];
    if (c === '*') {
      star = p;
      resume = t;
      p += 1;
    } else if (c !== undefined && (c === '?' || c === text[t])) {
      p += 1;
      t += 1;
    } else if (star >= 0) {
      p = star + 1;
      resume += 1;
      t = resume;
    } else return false;
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
};

/** A tool pattern: `name` or a resource's uri on any server, or `server/name`. */
export const toolPatternMatches = (pattern: string, server: string, tool: string): boolean => {
  const slash = pattern.indexOf('/');
  // a colon before the slash: the uri of a resource, not a server
  if (slash < 0 || pattern.slice(0, slash).includes(':')) return globMatches(pattern, tool);
  return globMatches(pattern.slice(0, slash), server) && globMatches(pattern.slice(slash + 1), tool);
};

/** Every tool that `narrow` looks at, `wide` looks at too, as far as the patterns themselves show it. */
export const coversPatterns = (wide: readonly string[], narrow: readonly string[]): boolean =>
  narrow.every((pattern) => wide.some((other) => other === '*' || other === pattern));

/** How specific a pattern is: one without wildcards above any with, then by its literal characters. */
export const patternSpecificity = (pattern: string): number => {
  const literal = pattern.replaceAll(/[*?]/g, '').length;
  return literal === pattern.length ? 1_000_000 + literal : literal;
};
