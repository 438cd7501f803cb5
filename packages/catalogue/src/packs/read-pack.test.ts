import { describe, expect, it } from 'vitest';
import { readPack } from './read-packs.ts';

const DIGEST = `sha256:${'0'.repeat(64)}`;

const packWith = (tool: string): string => `version: 1
server: npm:made-up
serverVersion: 1.0.0
reviewed: { by: somebody, at: 2026-01-31T12:00:00Z }
tools:
  one:
    definition: ${DIGEST}
${tool}
`;

const GOOD = packWith(`    set: { readOnly: yes, openWorld: no }
    why: Reads.`);

const told = (text: string): readonly string[] => {
  const outcome = readPack(text, 'p.yaml');
  return outcome.ok
    ? []
    : outcome.problems.map(
        ({ code, message, position, help }) =>
          `${position.file}:${position.line}:${position.column} ${code} ${message}${help === undefined ? '' : ` (${help})`}`,
      );
};

describe('a pack', () => {
  it('is read with every judgement in it', () => {
    const outcome = readPack(GOOD, 'p.yaml');
    expect(outcome.ok && outcome.pack.tools['one']).toEqual({
      definition: DIGEST,
      set: { readOnly: 'yes', openWorld: 'no' },
      why: 'Reads.',
    });
  });

  it('names a hint nobody knows, where it stands, and what was meant', () => {
    expect(told(packWith('    set: { readOnly: yes, openWord: no }\n    why: Reads.'))).toEqual([
      'p.yaml:8:27 PACK_SHAPE `openWord` is not a hint (Did you mean `openWorld`?)',
    ]);
  });

  it('cannot vouch for what a server returns', () => {
    expect(told(packWith('    set: { readOnly: yes, trusted: yes }\n    why: Reads.')).join()).toContain(
      '`trusted` cannot be set by a pack: only you can trust what a server returns',
    );
  });

  it('says of a read neither that it destroys nor that it can be undone', () => {
    for (const hint of ['destructive', 'reversible'])
      expect(told(packWith(`    set: { readOnly: yes, ${hint}: no }\n    why: Reads.`))).toEqual([
        `p.yaml:8:27 PACK_SHAPE \`${hint}\` must be left out of a tool that only reads`,
      ]);
  });

  it('says at least one hint, and why', () => {
    expect(told(packWith('    set: { openWorld: no }\n    why: Reads.'))).toEqual([]);
    expect(told(packWith('    set: {}\n    why: Reads.'))).toEqual([
      'p.yaml:8:10 PACK_SHAPE `set` must say at least one hint',
    ]);
    expect(told(packWith("    set: { readOnly: yes }\n    why: ''"))).toEqual([
      'p.yaml:9:10 PACK_SHAPE `why` must say what the tool does, as you judge it',
    ]);
  });

  it('differs only in what it judged', () => {
    expect(
      told(packWith('    set: { readOnly: yes }\n    why: Reads.\n    differs: { secret: it has keys }')),
    ).toEqual(['p.yaml:10:16 PACK_SHAPE `secret` must be in `set` too']);
  });

  it('holds no key, value or digest of another kind', () => {
    expect(told(GOOD.replace('why: Reads.', 'why: Reads.\n    reason: x'))).toEqual([
      'p.yaml:10:5 PACK_KEY Unknown key `reason`',
    ]);
    expect(told(GOOD.replace('readOnly: yes', 'readOnly: maybe')).join()).toContain('p.yaml:8:22 PACK_SHAPE');
    expect(told(GOOD.replace(DIGEST, 'sha256:0')).join()).toContain(
      '`definition` must be `sha256:` and 64 digits',
    );
    expect(told(GOOD.replace('version: 1', 'version: 2')).join()).toContain('PACK_SHAPE `version`');
    expect(told(GOOD.replace('2026-01-31T12:00:00Z', 'yesterday')).join()).toContain('2026-01-31T12:00:00Z');
  });

  it('hides nothing in its sentences', () => {
    for (const hidden of ['\u200b', '\u202e', '\u0007', '\u{e0041}'])
      expect(told(GOOD.replace('why: Reads.', `why: ${JSON.stringify(`Reads${hidden}.`)}`)).join()).toContain(
        'one line without hidden characters',
      );
  });

  it('is refused where it is not YAML, says something twice, is too large or unfolds too far', () => {
    expect(told('tools: [').join()).toContain('PACK_YAML');
    expect(told(`${GOOD}version: 1\n`).join()).toContain('PACK_YAML');
    expect(told(`# ${'x'.repeat(1_048_576)}`)).toEqual([
      'p.yaml:1:1 PACK_TOO_LARGE The file is larger than 1 MiB',
    ]);
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b]\n`;
    expect(told(bomb).join()).toContain('PACK_YAML');
    expect(told('').length).toBeGreaterThan(0);
  });

  it('takes names of tools that objects have of themselves for names', () => {
    const outcome = readPack(GOOD.replace('  one:', '  constructor:'), 'p.yaml');
    expect(outcome.ok && Object.keys(outcome.pack.tools)).toEqual(['constructor']);
  });
});
