import { CallgateError } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { disclose, loadManifest, readManifest } from './load-manifest.ts';
import type { ConditionalHints, ManifestHints } from './manifest.ts';
import { formatManifestProblem } from './manifest-problem.ts';

const told = (text: string): string[] => {
  const outcome = readManifest(text, 'tools.yaml');
  return (outcome.ok ? outcome.warnings : outcome.problems).map(formatManifestProblem);
};

const schema = { type: 'object', properties: { dryRun: { type: 'boolean' } } };

const withHints = (hints: ManifestHints, then?: ConditionalHints): string[] => {
  const conditions = then === undefined ? [] : [{ when: 'args.dryRun == true', hints: then }];
  const tool = { name: 'x', inputSchema: schema, hints, conditions };
  return told(JSON.stringify({ manifest: 1, tools: [tool] })).map(
    (line) => /\w+\[(\w+)\]/.exec(line)?.[1] ?? '',
  );
};

const GOOD = `manifest: 1
name: calendar
tools:
  - name: delete_event
    inputSchema: { type: object, properties: { id: { type: string }, dryRun: { type: boolean } } }
    hints: { readOnly: false, destructive: true, reversible: false, openWorld: false }
    conditions:
      - when: args.dryRun == true
        hints: { readOnly: true }
    arguments: { id: object }
`;

describe('a manifest in a file', () => {
  it('is read, checked and frozen to the ground', () => {
    const manifest = loadManifest(GOOD, 'tools.yaml');
    expect(manifest.tools[0]?.conditions?.[0]?.hints).toEqual({ readOnly: true });
    const frozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(frozen));
    expect(frozen(manifest)).toBe(true);
    expect(told(GOOD)).toEqual([]);
  });

  it('may be JSON', () => {
    const manifest = loadManifest(GOOD, 'tools.yaml');
    expect(loadManifest(JSON.stringify(manifest, null, '\t'), 'tools.json')).toEqual(manifest);
  });

  it('says where a word is misspelt, and what was probably meant', () => {
    expect(told(GOOD.replace('destructive', 'destuctive'))).toEqual([
      'tools.yaml:6:31: error[MANIFEST_KEY]: Unknown key `destuctive`\n  help: Did you mean `destructive`?',
    ]);
    expect(told(GOOD.replace('readOnly: false', 'destination: publc'))).toEqual([
      'tools.yaml:6:27: error[MANIFEST_SHAPE]: `destination` must be `ephemeral`, `system`, `user`, `internal`, `public` or a list\n  help: Did you mean `public`?',
    ]);
    expect(told(GOOD.replace('id: object', 'id: objct'))[0]).toContain('Did you mean `object`?');
    expect(told(GOOD.replace('readOnly: false', 'readOnlyHint: false'))[0]).toContain(
      'Did you mean `readOnly`?',
    );
    expect(told(GOOD.replace('name: calendar', 'nmae: calendar'))[0]).toMatch(
      /^tools\.yaml:2:1: .*Did you mean `name`/s,
    );
  });

  it('says where a condition goes wrong', () => {
    expect(told(GOOD.replace('== true', '== tru'))).toEqual([
      'tools.yaml:8:30: error[MANIFEST_CONDITION]: There is no name `tru`',
    ]);
    expect(told(GOOD.replace('args.dryRun == true', 'session.words'))[0]).toContain('MANIFEST_CONDITION');
    expect(told(GOOD.replace('when: args.dryRun', 'when: args.dryrun'))).toEqual([
      'tools.yaml:8:15: warning[MANIFEST_ARGUMENT]: `inputSchema` has no argument `dryrun`\n  help: Did you mean `dryRun`?',
    ]);
  });

  it('says that no tool has the name that is to undo a call', () => {
    expect(told(`${GOOD}    undo: delete_event\n`)).toEqual([]);
    expect(told(`${GOOD}    undo: delete_evnet\n`)).toEqual([
      'tools.yaml:11:11: warning[MANIFEST_UNDO]: There is no tool `delete_evnet` to undo a call\n  help: Did you mean `delete_event`?',
    ]);
    expect(told(`${GOOD}    undo: restore\n`)[0]).toContain('Name a tool of this manifest');
  });

  it('says what is not YAML, too large or nested for ever', () => {
    expect(told('tools: [')[0]).toMatch(/^tools\.yaml:\d+:\d+: error\[MANIFEST_YAML\]/);
    expect(told(`# ${'x'.repeat(1_100_000)}`)[0]).toContain('MANIFEST_TOO_LARGE');
    expect(told('['.repeat(2000))[0]).toContain('error[MANIFEST_');
    expect(told('')[0]).toContain('error[MANIFEST_SHAPE]');
    expect(told(GOOD.replace('{ type: string }', '{ type: string, maximum: .inf }'))[0]).toContain(
      'MANIFEST_SHAPE',
    );
  });

  it('may be large where it is JSON, and then problems have a path', () => {
    const manifest = loadManifest(GOOD, 'tools.yaml');
    const large = { ...manifest.tools[0], title: 'x'.repeat(900_000), description: 'x'.repeat(900_000) };
    expect(told(JSON.stringify({ manifest: 1, tools: [large] }))).toEqual([]);
    expect(told(JSON.stringify({ manifest: 1, tools: [{ ...large, nmae: 1 }] }))).toEqual([
      'tools[0]: error[MANIFEST_KEY]: Unknown key `nmae`\n  help: Did you mean `name`?',
    ]);
  });

  it('takes a tool once', () => {
    const twice = `${GOOD}${GOOD.slice(GOOD.indexOf('  - name'))}`;
    expect(told(twice)).toEqual([
      'tools.yaml:11:11: error[MANIFEST_TWICE]: There is another tool `delete_event`\n  help: Rename or remove one of them.',
    ]);
  });

  it('throws every problem at once where it is loaded', () => {
    const bad = GOOD.replace('destructive', 'destuctive').replace('id: object', 'id: objct');
    const load = (): unknown => loadManifest(bad, 'tools.yaml');
    expect(load).toThrow(CallgateError);
    expect(load).toThrow(/MANIFEST_KEY[^]*MANIFEST_SHAPE|MANIFEST_SHAPE[^]*MANIFEST_KEY/);
  });
});

describe('hints that contradict each other', () => {
  it.each<[string, ManifestHints]>([
    ['a read that destroys', { readOnly: true, destructive: true }],
    ['closed, and to the public', { readOnly: true, openWorld: false, destination: 'public' }],
    ['closed, and from anywhere', { readOnly: true, openWorld: false, source: 'untrustedPublic' }],
    ['vouched for, and unsafe', { readOnly: true, openWorld: false, trusted: true, unsafeOutput: true }],
    [
      'secrets that are not sensitive',
      { readOnly: true, openWorld: false, sensitiveData: false, secret: true },
    ],
    ['a read of the kind delete', { readOnly: true, openWorld: false, category: 'delete' }],
    [
      'a read that cannot be undone',
      { readOnly: true, openWorld: false, outcomes: ['benign', 'irreversible'] },
    ],
  ])('are refused: %s', (_, hints) => {
    expect(withHints(hints)).toContain('MANIFEST_CONFLICT');
  });

  it('are refused within a condition too, and not between a condition and the worst case', () => {
    const worst = { readOnly: false, destructive: true, reversible: false, openWorld: false };
    expect(withHints(worst, { readOnly: true, destructive: true })).toEqual(['MANIFEST_CONFLICT']);
    expect(withHints(worst, { readOnly: true })).toEqual([]);
  });
});

describe('a condition', () => {
  const WORST: ManifestHints = {
    readOnly: false,
    destructive: true,
    reversible: false,
    openWorld: false,
    destination: 'internal',
    riskLevel: 'high',
    source: 'trustedPublic',
    sideEffects: ['a mail', 'a log'],
  };

  it.each<[string, ConditionalHints]>([
    ['a read', { readOnly: true }],
    ['the same', { readOnly: false, destructive: true, destination: 'internal', riskLevel: 'high' }],
    ['a lower step', { destination: ['user', 'system'], riskLevel: 'low' }],
    ['some of the texts', { sideEffects: 'a log' }],
  ])('may be as safe as the worst case, or safer: %s', (_, then) => {
    expect(withHints(WORST, then)).toEqual([]);
  });

  it.each<[string, ConditionalHints]>([
    ['a hint that is relaxed in the worst case', { openWorld: true }],
    ['a hint the worst case does not speak about', { privilegedAccess: true }],
    ['a higher step', { riskLevel: 'critical' }],
    ['a higher step among lower ones', { destination: ['user', 'public'] }],
    ['a set the worst case does not speak about', { blastRadius: 'item' }],
    ['what a step says of a hint', { inputSensitivity: 'credentials' }],
    ['a text nobody declared', { sideEffects: ['a bill'] }],
    ['private data where the worst case reads public ones', { source: 'internal' }],
  ])('is refused where it is less safe: %s', (_, then) => {
    expect(withHints(WORST, then)).toContain('MANIFEST_WORST_CASE');
  });

  it('says nothing about models', () => {
    const lines = withHints(WORST, { modelPreferences: { costPriority: 1 } } as ConditionalHints);
    expect(lines).toEqual(['MANIFEST_KEY']);
  });
});

describe('what is not declared', () => {
  it('is told, because it counts as the worst', () => {
    expect(withHints({})).toEqual(['MANIFEST_UNDECLARED']);
    expect(withHints({ idempotent: true })).toEqual(['MANIFEST_UNDECLARED']);
    expect(withHints({ readOnly: true })).toEqual(['MANIFEST_UNDECLARED']);
    expect(withHints({ readOnly: true, openWorld: false })).toEqual([]);
    expect(withHints({ readOnly: false, openWorld: false })).toHaveLength(2);
    expect(withHints({ readOnly: false, destructive: false, openWorld: false })).toEqual([]);
  });
});

describe('a manifest in a program', () => {
  const tool = { name: 'x', inputSchema: schema, hints: { readOnly: true, openWorld: false } };

  it('is checked and frozen like a file', () => {
    const manifest = disclose({ tools: [tool] });
    expect(manifest).toEqual({ manifest: 1, tools: [tool] });
    expect(Object.isFrozen(manifest.tools[0]?.inputSchema)).toBe(true);
    expect(Object.isFrozen(tool.inputSchema)).toBe(false);
  });

  it('says by its path what is wrong', () => {
    const hints = { readOnly: true, destructive: true } as const;
    expect(() => disclose({ tools: [tool, { ...tool, name: 'y', hints }] })).toThrow(
      'tools[1].hints: error[MANIFEST_CONFLICT]: These hints contradict each other: `readOnly` and `destructive`',
    );
  });
});
