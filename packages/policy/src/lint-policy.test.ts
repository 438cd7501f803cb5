import type { Policy, ToolInput } from '@callgate/core';
import { describeTool } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { lintPolicy } from './lint-policy.ts';
import { loadPolicy } from './load-policy.ts';
import { presetPolicy } from './preset-policy.ts';
import { PRESET_NAMES } from './presets.ts';
import type { PolicyProblem } from './yaml/policy-problem.ts';
import { formatProblem } from './yaml/policy-problem.ts';

const loaded = (text: string): Policy => {
  const result = loadPolicy([{ name: 'p.yaml', text }]);
  if (result.ok) return result.policy;
  throw new Error(result.problems.map(formatProblem).join('\n'));
};

const rules = (...lines: string[]): string =>
  `rules:\n${lines.map((line) => `  - {${line}, reason: r}\n`).join('')}`;

/** `CODE rule` of every warning. */
const warnings = (text: string, tools?: readonly ToolInput[]): string[] =>
  lintPolicy(loaded(text), tools).map(
    ({ code, message }) => `${code} ${/`([^`]+)`/.exec(message)?.[1] ?? ''}`,
  );

const tool = (server: string, name: string): ToolInput =>
  describeTool({ server, trust: 'trusted', definition: { name, annotations: { readOnlyHint: true } } });

describe('a dead rule is told', () => {
  it.each([
    ['it contradicts itself', 'tool.readOnly == yes && tool.readOnly == no'],
    ['it is in no list', 'tool.readOnly in []'],
    ['it is false', '"false"'],
    ['reads do not destroy', 'tool.readOnly == yes && tool.destroys == yes'],
    ['what is described is never unknown', 'tool.described == unknown'],
    ['even with an argument', 'session.private == none && session.private == known && args.x == 1'],
  ])('because %s', (_, when) => {
    expect(warnings(rules(`id: a, when: '${when.replaceAll('"', '')}', then: confirm`))).toEqual([
      'LINT_DEAD a',
    ]);
  });

  it('with its place, as a warning', () => {
    const [problem] = lintPolicy(loaded(rules('id: a, when: "false", then: confirm')), undefined);
    expect(problem).toMatchObject({
      severity: 'warning',
      code: 'LINT_DEAD',
      position: { file: 'p.yaml', line: 2, column: 5 },
    });
  });

  it('but not one that an argument, the hour or a person may still bring to life', () => {
    for (const when of ['args.x == 1', 'time.hour > 3', 'principal.subject == "a"', 'has(args.x)'])
      expect(warnings(rules(`id: a, when: '${when}', then: confirm`))).toEqual([]);
  });
});

describe('a shadowed rule is told', () => {
  it('where another always matches with it and is as strict', () => {
    expect(
      warnings(
        rules(
          'id: wide, when: tool.mutates != no, then: block',
          'id: narrow, when: tool.mutates == yes, then: confirm',
        ),
      ),
    ).toEqual(['LINT_SHADOWED narrow']);
  });

  it('once of two that say the same', () => {
    const same = 'when: tool.mutates == yes, then: confirm';
    expect(warnings(rules(`id: a, ${same}`, `id: b, ${same}`))).toHaveLength(1);
  });

  it('in a file, by a rule of the preset it extends', () => {
    expect(
      warnings(
        `extends: balanced\n${rules('id: mine, when: tool.destroysOnGround == yes && tool.destroys == yes, then: confirm')}`,
      ),
    ).toEqual(['LINT_SHADOWED mine']);
  });

  it.each([
    [
      'the other is milder',
      'id: b, when: tool.mutates != no, then: confirm',
      'id: a, when: tool.mutates == yes, then: block',
    ],
    [
      'it demands something',
      'id: b, when: tool.mutates != no, then: block',
      'id: a, when: tool.mutates == yes, then: confirm, audit: full',
    ],
    [
      'the other looks at other tools',
      'id: b, tools: x, when: tool.mutates != no, then: block',
      'id: a, when: tool.mutates == yes, then: confirm',
    ],
    [
      'the other needs an argument',
      'id: b, when: args.x == 1, then: block',
      'id: a, when: tool.mutates == yes, then: confirm',
    ],
  ])('but not where %s', (_, other, rule) => {
    expect(warnings(rules(other, rule)).filter((line) => line.startsWith('LINT_SHADOWED'))).toEqual([]);
  });

  it('but not where the other has an exception', () => {
    const text = `${rules('id: b, then: block', 'id: a, when: tool.mutates == yes, then: confirm')}exceptions:\n  - {id: e, rule: b, unless: args.x == 1, reason: r, until: 2027-01-01}\n`;
    expect(warnings(text)).toEqual([]);
  });
});

describe('a rule that is not monotone is told', () => {
  it.each([
    ['it lets go when the label gets stronger', 'session.untrusted == possible'],
    ['it holds only sessions that touched nothing', 'session.private == none'],
    ['it holds only what does not destroy', 'tool.destroys == no'],
    ['it holds closed-world calls only', 'tool.mutates == yes && tool.outward == no'],
  ])('because %s', (_, when) => {
    expect(warnings(rules(`id: a, when: ${when}, then: confirm`))).toEqual(['LINT_NOT_MONOTONE a']);
  });

  it('with the field that makes it so', () => {
    const [problem] = lintPolicy(
      loaded(rules('id: a, when: session.untrusted == possible, then: block')),
      undefined,
    );
    expect(problem?.message).toContain('stops matching when `session.untrusted` asks for more care');
    expect(problem?.help).toContain('Write the condition so that it matches then too.');
  });

  it('but not where another rule takes over', () => {
    expect(
      warnings(
        rules(
          'id: a, when: session.untrusted == possible, then: confirm',
          'id: b, when: session.untrusted == known, then: block',
        ),
      ),
    ).toEqual([]);
  });

  it('but not where it says auto, or only adds obligations', () => {
    expect(warnings(rules('id: a, when: tool.described == yes && tool.destroys == no, then: auto'))).toEqual(
      [],
    );
    expect(warnings(rules('id: a, when: tool.destroys == no, audit: full'))).toEqual([]);
  });
});

describe('a rule about no tool is told', () => {
  const TOOLS = [tool('files', 'read'), tool('mail', 'send')];

  it('where a catalogue is given', () => {
    const text = rules(
      'id: a, tools: reed, then: confirm',
      'id: b, tools: files/*, then: confirm',
      'id: c, tools: [mail/read, send], then: confirm',
    );
    expect(warnings(text, TOOLS)).toEqual(['LINT_NO_TOOL a']);
    expect(warnings(text)).toEqual([]);
  });

  it('where the catalogue is empty', () => {
    expect(warnings(rules('id: a, then: confirm'), [])).toEqual(['LINT_NO_TOOL a']);
  });
});

describe('a rule that reads a label', () => {
  const reading = (label: string, ...more: string[]): PolicyProblem[] =>
    lintPolicy(
      loaded(rules(`id: a, when: '"${label}" in session.labels', then: block`, ...more)),
      undefined,
    ).filter(({ code }) => code === 'LINT_LABEL');

  it('is told where no rule raises it, with the one that is probably meant', () => {
    expect(reading('custmer', 'id: b, tools: crm/*, raise: customer')).toMatchObject([
      {
        message: 'Rule `a` reads the label `custmer`, which no rule raises',
        help: 'Did you mean `customer`?',
      },
    ]);
    expect(reading('customer')).toMatchObject([
      { help: expect.stringContaining('`raise: customer`') as string },
    ]);
  });

  it('is fine where a rule raises it', () => {
    expect(reading('customer', 'id: b, tools: crm/*, raise: [other, customer]')).toEqual([]);
  });
});

describe('the shipped presets', () => {
  it.each(PRESET_NAMES)('give no warning: %s', (name) => {
    expect(lintPolicy(presetPolicy(name), undefined)).toEqual([]);
    expect(warnings(`extends: ${name}`)).toEqual([]);
  });

  it.each(PRESET_NAMES)('give none with a catalogue of a single tool: %s', (name) => {
    expect(warnings(`extends: ${name}`, [tool('files', 'read')])).toEqual([]);
  });
});

describe('a rule that says auto only in a labelled session', () => {
  it('is told to be without effect', () => {
    const text = (when: string): string =>
      `extends: balanced\nrules: [{id: a, when: '${when}', then: auto, reason: r}]`;
    const codes = (when: string): string[] =>
      lintPolicy(loaded(text(when)), undefined).map(({ code }) => code);
    expect(codes('session.untrusted == known && tool.described == yes')).toContain('LINT_NO_EFFECT');
    expect(codes('session.private != none')).toContain('LINT_NO_EFFECT');
    expect(codes('session.untrusted != known && tool.described == yes')).not.toContain('LINT_NO_EFFECT');
  });
});

describe('an exception that changes nothing is told', () => {
  const withException = (rule: string, unless: string, more = ''): string =>
    `extends: balanced\n${more}exceptions:\n  - {id: e, rule: ${rule}, unless: '${unless}', reason: r, until: 2027-01-01}\n`;
  const allowing = rules(
    'id: a, tools: ["mail/*"], when: tool.described == yes && args.to == "x", then: auto',
  );
  const send = (annotations: Record<string, boolean>): ToolInput =>
    describeTool({ server: 'mail', trust: 'trusted', definition: { name: 'send', annotations } });
  const SENDS = { readOnlyHint: false, destructiveHint: false, openWorldHint: true };

  it('because no rule says auto for its calls', () => {
    expect(warnings(withException('outward-write', 'tool.name == "send"'))).toEqual([
      'LINT_EXCEPTION_IDLE e',
    ]);
    const [problem] = lintPolicy(loaded(withException('outward-write', 'tool.name == "send"')), undefined);
    expect(problem?.position).toMatchObject({ file: 'p.yaml', line: 3 });
  });

  it('because it never applies', () => {
    expect(warnings(withException('outward-write', 'tool.mutates == no', allowing))).toEqual([
      'LINT_EXCEPTION_IDLE e',
    ]);
  });

  it('because another rule holds the same calls', () => {
    const text = withException('b', 'args.to == "x"', rules('id: b, then: confirm', 'id: c, then: confirm'));
    expect(warnings(text)).toContain('LINT_EXCEPTION_IDLE e');
  });

  it('because what it says auto to is another tool', () => {
    const own = rules(
      'id: b, tools: ["mail/send"], then: confirm',
      'id: a, tools: ["mail/read"], when: tool.described == yes, then: auto',
    );
    const text = `${own}exceptions:\n  - {id: e, rule: b, unless: 'args.x == 1', reason: r, until: 2027-01-01}\n`;
    expect(warnings(text)).toContain('LINT_EXCEPTION_IDLE e');
  });

  it('because of every tool of the catalogue', () => {
    const text = withException('outward-write', 'args.to == "x"', allowing);
    expect(warnings(text, [send(SENDS)])).toEqual([]);
    expect(warnings(text, [send({ ...SENDS, destructiveHint: true })])).toEqual(['LINT_EXCEPTION_IDLE e']);
    expect(warnings(text, [tool('files', 'read')])).toContain('LINT_EXCEPTION_IDLE e');
    const conditional = describeTool({
      server: 'mail',
      trust: 'trusted',
      definition: { name: 'send', annotations: { ...SENDS, destructiveHint: true } },
      overrides: [{ set: { destructive: 'no' }, when: { op: 'value', value: true } }],
    });
    expect(warnings(text, [conditional])).toEqual([]);
  });

  it('but not one that relaxes', () => {
    expect(warnings(withException('outward-write', 'args.to == "x"', allowing))).toEqual([]);
    // a block that is lifted is asked about, and a rule without an outcome takes its requirements along
    expect(warnings(withException('quarantined', 'tool.name == "x"'))).toEqual([]);
    expect(warnings(withException('sensitive-duties', 'tool.name == "x"'))).toEqual([]);
  });
});
