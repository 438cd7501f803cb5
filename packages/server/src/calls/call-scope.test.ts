import type { ManifestHints } from '@callgate/manifest';
import { disclose } from '@callgate/manifest';
import { describe, expect, it } from 'vitest';
import type { GuardedTool } from './guarded-tool.ts';
import { readGuardedTools } from './guarded-tool.ts';
import type { CallScope } from './call-scope.ts';
import { keep, openScope } from './call-scope.ts';

const tool = (hints: ManifestHints): GuardedTool => {
  const manifest = disclose({ tools: [{ name: 'x', inputSchema: { type: 'object' }, hints }] });
  return readGuardedTools(manifest).get('x') as GuardedTool;
};
const scopeFor = (hints: ManifestHints, inside: readonly string[] = []): CallScope =>
  openScope(tool(hints).forCall({}), inside).scope;
const BEYOND: unknown = expect.objectContaining({ code: 'BEYOND_DECLARED' });

describe.each<[string, ManifestHints, (scope: CallScope) => void]>([
  ['writes', { readOnly: true }, (scope) => scope.writes()],
  ['destroys', { readOnly: true }, (scope) => scope.destroys()],
  ['destroys', { readOnly: false, destructive: false }, (scope) => scope.destroys()],
  ['does what cannot be undone', { readOnly: false, reversible: true }, (scope) => scope.cannotBeUndone()],
  ['reaches out', { readOnly: true, openWorld: false }, (scope) => scope.reaches('example.com')],
  ['reads private data', { readOnly: true, sensitiveData: false }, (scope) => scope.reads('private')],
  ['reads secrets', { readOnly: true, secret: false }, (scope) => scope.reads('secret')],
  ['returns what others wrote', { readOnly: true, unsafeOutput: false }, (scope) => scope.reads('untrusted')],
  ['returns what others wrote', { readOnly: true, source: 'internal' }, (scope) => scope.reads('untrusted')],
  ['elevates', { readOnly: true, privilegedAccess: false }, (scope) => scope.elevates()],
  ['asks a model', { readOnly: true, aiProcessing: false }, (scope) => scope.asksModel()],
])('a handler that %s', (_, hints, act) => {
  it(`is refused where its tool declares ${JSON.stringify(hints)}`, () => {
    expect(() => act(scopeFor(hints))).toThrow(BEYOND);
  });

  it('is not where nothing is declared', () => {
    expect(() => act(scopeFor({ readOnly: false }))).not.toThrow();
  });
});

it('a closed world has an inside', () => {
  const scope = scopeFor({ openWorld: false }, ['db.farm.example', '*.inside.example']);
  expect(() => scope.reaches('DB.farm.example:5432')).not.toThrow();
  expect(() => scope.reaches('a.inside.example.')).not.toThrow();
  expect(() => scope.reaches('inside.example')).toThrow(BEYOND);
  expect(() => scope.reaches('db.farm.example.evil.example')).toThrow(BEYOND);
  expect(() => scopeFor({ openWorld: false }, ['::1']).reaches('[::1]:80')).not.toThrow();
});

it('only calls with the power for it get at what is kept', () => {
  const kept = keep({ reads: 'reader', writes: 'writer', destroys: 'remover' });
  const reading = scopeFor({ readOnly: true });
  expect(reading.take(kept, 'reads')).toBe('reader');
  expect(() => reading.take(kept, 'writes')).toThrow(BEYOND);
  const adding = scopeFor({ readOnly: false, destructive: false });
  expect(adding.take(kept, 'writes')).toBe('writer');
  expect(() => adding.take(kept, 'destroys')).toThrow(BEYOND);
  expect(JSON.stringify(kept)).toBe('{}');
});

it('is broken by the first word that goes too far, whoever catches it', () => {
  const { scope, end } = openScope(tool({ readOnly: true }).forCall({}), []);
  expect(() => scope.writes()).toThrow(BEYOND);
  expect(end().broken?.message).toContain('change something');
});

it('is over after its call', () => {
  const kept = keep({ reads: 'reader' });
  const { scope, end } = openScope(tool({ readOnly: false }).forCall({}), []);
  end();
  for (const act of [
    () => scope.writes(),
    () => scope.reads('public'),
    () => scope.take(kept, 'reads'),
    () => scope.reaches('a'),
  ])
    expect(act).toThrow(BEYOND);
});

it('knows three powers, and nothing that only looks like one', () => {
  const kept = keep({ reads: 'reader', writes: 'writer' });
  const scope = scopeFor({ readOnly: true });
  for (const power of [['writes'], 'toString', '__proto__', undefined])
    expect(() => scope.take(kept, power as never)).toThrow(BEYOND);
  expect(() => scope.take(kept, 'destroys' as never)).toThrow(BEYOND);
});

it('refuses words that it does not know', () => {
  const { scope, end } = openScope(tool({ readOnly: false }).forCall({}), []);
  expect(() => scope.reads('Private' as never)).toThrow(BEYOND);
  expect(() => scope.reaches(new URL('https://example.com') as never)).toThrow(BEYOND);
  expect(end().broken).toBeDefined();
});
