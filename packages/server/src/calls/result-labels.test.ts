import type { Answer } from '@callgate/core/vocabulary';
import { readResultLabels } from '@callgate/core/vocabulary';
import type { ManifestHints } from '@callgate/manifest';
import { disclose } from '@callgate/manifest';
import { describe, expect, it } from 'vitest';
import type { DeclaredLimits } from './guarded-tool.ts';
import { readGuardedTools } from './guarded-tool.ts';
import { TRUST_ANNOTATIONS_KEY } from './keys.ts';
import { addResultLabels } from './result-labels.ts';
import type { ReadKind } from './call-scope.ts';

const callOf = (hints: ManifestHints): DeclaredLimits => {
  const manifest = disclose({ tools: [{ name: 'x', inputSchema: { type: 'object' }, hints }] });
  return readGuardedTools(manifest).get('x')?.forCall({}) as DeclaredLimits;
};

const MIXED: ManifestHints = {
  readOnly: true,
  source: ['internal', 'untrustedPublic'],
  returnSensitivity: ['none', 'credentials'],
};

describe.each<[string, ManifestHints, readonly ReadKind[], Answer, Answer]>([
  ['nothing', { readOnly: true }, [], 'unknown', 'unknown'],
  ['what is declared', { sensitiveData: true, unsafeOutput: false }, [], 'yes', 'no'],
  ['that the open world is untrusted', { openWorld: true }, [], 'unknown', 'yes'],
  ['the worst of what is possible', MIXED, [], 'yes', 'yes'],
  ['better, where the handler knows', MIXED, ['public', 'trusted'], 'no', 'no'],
  ['one of both, where the handler knows that', MIXED, ['trusted'], 'yes', 'no'],
  ['what was read, where nothing is declared', {}, ['private', 'untrusted'], 'yes', 'yes'],
  ['the worse of two words', {}, ['public', 'private', 'trusted', 'untrusted'], 'yes', 'yes'],
  ['that a secret is private', {}, ['secret'], 'yes', 'unknown'],
])('a result says %s', (_, hints, said, isPrivate, untrusted) => {
  const result = addResultLabels({ content: [] }, callOf(hints), new Set(said));

  it('in a way that its readers understand', () => {
    expect(readResultLabels(result)).toMatchObject({ private: isPrivate, untrusted, malformed: [] });
  });

  it('in both homes alike', () => {
    const meta = result['_meta'] as Record<string, { sensitive?: boolean; untrusted?: boolean }>;
    const { sensitive, untrusted: strange } = meta[TRUST_ANNOTATIONS_KEY] ?? {};
    const flag = (answer: Answer): boolean | undefined =>
      answer === 'unknown' ? undefined : answer === 'yes';
    expect([sensitive, strange]).toEqual([flag(isPrivate), flag(untrusted)]);
  });
});

it('what a handler wrote itself stays, and is not lowered', () => {
  const meta = {
    'com.example/x': 1,
    [TRUST_ANNOTATIONS_KEY]: { sensitive: true },
    annotations: { attribution: ['Ada'] },
  };
  const result = addResultLabels({ content: [], _meta: meta }, callOf({ sensitiveData: false }), new Set());
  expect(result['_meta']).toMatchObject({
    'com.example/x': 1,
    [TRUST_ANNOTATIONS_KEY]: { sensitive: true },
    annotations: { attribution: ['Ada'], sensitiveDataHint: true },
  });
  expect(readResultLabels(result).private).toBe('yes');
});

it('labels that a handler wrote and that its tool declares are joined, the tighter counts', () => {
  const annotations = {
    unsafeOutputHint: true,
    sensitiveDataHint: true,
    returnMetadata: { source: 'untrustedPublic', sensitivity: 'pii' },
  };
  const declared = callOf({
    unsafeOutput: false,
    sensitiveData: false,
    source: 'internal',
    returnSensitivity: 'none',
  });
  const { _meta: meta } = addResultLabels({ content: [], _meta: { annotations } }, declared, new Set());
  expect(meta).toMatchObject({
    annotations: {
      unsafeOutputHint: true,
      sensitiveDataHint: true,
      returnMetadata: { source: ['untrustedPublic', 'internal'], sensitivity: 'pii' },
    },
    [TRUST_ANNOTATIONS_KEY]: { sensitive: true, untrusted: true },
  });
});
