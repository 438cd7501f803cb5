import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../load-policy.ts';

/** Where the typo in a condition is said to be; `^` in the text marks where it is. */
const told = (text: string): { said: string | undefined; is: string } => {
  const before = text.slice(0, text.indexOf('^')).split(/\r?\n/);
  const result = loadPolicy([{ name: 'p.yaml', text: text.replace('^', '') }]);
  const position = result.ok ? undefined : result.problems[0]?.position;
  return {
    said: position && `${position.file}:${position.line}:${position.column}`,
    is: `p.yaml:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`,
  };
};

const rule = (when: string): string => `rules:\n  - id: a\n    when: ${when}\n    reason: r\n`;

describe('an error inside a condition is told where it stands', () => {
  it.each([
    ['a plain scalar', rule('args.x == 1 && tool.^readOnyl == yes')],
    ['a plain scalar of several lines', rule('args.x == 1 &&\n      tool.^readOnyl == yes')],
    ['a plain scalar in a flow map', 'rules: [{id: a, reason: r, when: tool.^readOnyl == yes}]\n'],
    ['a single-quoted scalar', rule("'args.x == 1 && tool.^readOnyl == yes'")],
    ['a double-quoted scalar', rule('"args.x == 1 && tool.^readOnyl == yes"')],
    ['a double-quoted scalar of several lines', rule('"args.x == 1 &&\n      tool.^readOnyl == yes"')],
    ['a folded scalar', rule('>-\n      args.x == 1 &&\n      tool.^readOnyl == yes')],
    ['a folded scalar that keeps its end', rule('>+\n      args.x == 1 &&\n      tool.^readOnyl == yes\n')],
    ['a folded scalar with a blank line', rule('>-\n      args.x == 1 &&\n\n      tool.^readOnyl == yes')],
    ['a folded scalar with a comment after its sign', rule('>- # why\n      tool.^readOnyl == yes')],
    ['a literal scalar', rule('|\n      args.x == 1 &&\n      tool.^readOnyl == yes')],
    ['a literal scalar with deeper lines', rule('|-\n      args.x == 1 &&\n          tool.^readOnyl == yes')],
    [
      'a literal scalar after a CEL comment',
      rule('|\n      // tool.readOnyl is wrong\n      tool.^readOnyl == yes'),
    ],
    [
      'CRLF and a folded scalar',
      rule('>-\n      args.x == 1 &&\n      tool.^readOnyl == yes').replaceAll('\n', '\r\n'),
    ],
    [
      'CRLF and a literal scalar',
      rule('|\n      args.x == 1 &&\n      tool.^readOnyl == yes').replaceAll('\n', '\r\n'),
    ],
    ['an anchored scalar', rule('&when tool.^readOnyl == yes')],
    ['text outside ASCII', rule('args.x == "Grüße" && tool.^readOnyl == yes')],
    ['the end of a quoted scalar', rule('"(tool.readOnly == yes^"')],
    ['the second rule', `${rule('"true"')}  - id: b\n    reason: r\n    when: tool.^readOnyl == yes\n`],
    [
      'an exception',
      `extends: balanced\nexceptions:\n  - {id: e, rule: read, reason: r, until: 2027-01-01, unless: tool.^nam == "x"}\n`,
    ],
  ])('in %s', (_, text) => {
    const { said, is } = told(text);
    expect(said).toBe(is);
  });

  it.each([
    ['after an escaped quote', rule(String.raw`"args.x == \"aaa\" && tool.^readOnyl == yes"`)],
    ['after a doubled quote', rule("'args.x == ''aaa'' && tool.^readOnyl == yes'")],
    ['at the end of a plain scalar', rule('(tool.readOnly == yes^')],
  ])('%s', (_, text) => {
    const { said, is } = told(text);
    expect(said).toBe(is);
  });
});
