import { describe, expect, it } from 'vitest';
import type { Json } from '../receive/json.ts';
import { readResultLabels } from './result-labels.ts';

const labels = (meta: Json): [string, string] => {
  const read = readResultLabels({ content: [], _meta: meta });
  return [read.private, read.untrusted];
};

describe('the labels a result carries', () => {
  it('are unknown where it says nothing', () => {
    for (const result of [null, 'x', {}] as Json[]) {
      const read = readResultLabels(result);
      expect([read.private, read.untrusted, read.answers, read.malformed]).toEqual([
        'unknown',
        'unknown',
        [],
        [],
      ]);
    }
    expect(labels({})).toEqual(['unknown', 'unknown']);
  });

  it('come from _meta.annotations', () => {
    expect(labels({ annotations: { sensitiveHint: 'high' } })).toEqual(['yes', 'unknown']);
    expect(labels({ annotations: { sensitiveHint: 'low' } })).toEqual(['no', 'unknown']);
    expect(labels({ annotations: { privateHint: true, unsafeOutputHint: false } })).toEqual(['yes', 'no']);
    expect(labels({ annotations: { maliciousActivityHint: true } })).toEqual(['unknown', 'yes']);
    expect(labels({ annotations: { returnMetadata: { source: 'untrustedPublic' } } })).toEqual([
      'unknown',
      'yes',
    ]);
    expect(labels({ annotations: { returnMetadata: { source: 'internal' } } })).toEqual(['yes', 'no']);
    expect(labels({ annotations: { secretHint: true } })).toEqual(['yes', 'unknown']);
    expect(labels({ annotations: { openWorldHint: true } })).toEqual(['unknown', 'yes']);
    expect(labels({ annotations: { openWorldHint: false } })).toEqual(['unknown', 'unknown']);
  });

  it('come from trust-annotations', () => {
    const key = 'io.modelcontextprotocol/trust-annotations';
    expect(labels({ [key]: { sensitive: true, untrusted: false } })).toEqual(['yes', 'no']);
    expect(labels({ [key]: { sensitive: false, untrusted: true } })).toEqual(['no', 'yes']);
    expect(labels({ [key]: { sensitive: 'true' } })).toEqual(['unknown', 'unknown']);
    expect(readResultLabels({ _meta: { [key]: 3 } }).malformed).toHaveLength(1);
  });

  it('come from ifc', () => {
    expect(labels({ ifc: { integrity: 'untrusted', confidentiality: 'public' } })).toEqual(['no', 'yes']);
    expect(labels({ ifc: { integrity: 'low', confidentiality: ['public'] } })).toEqual(['no', 'yes']);
    expect(labels({ ifc: { integrity: 'trusted', confidentiality: ['alice', 'public'] } })).toEqual([
      'yes',
      'no',
    ]);
    expect(labels({ ifc: { integrity: 'high', confidentiality: [] } })).toEqual(['yes', 'no']);
    expect(labels({ ifc: { integrity: 'toString' } })).toEqual(['unknown', 'unknown']);
    expect(labels({ ifc: { integrity: 7, confidentiality: null } })).toEqual(['yes', 'unknown']);
  });

  it('take the tightest word of all homes', () => {
    const key = 'io.modelcontextprotocol/trust-annotations';
    expect(
      labels({
        [key]: { sensitive: false, untrusted: false },
        ifc: { integrity: 'untrusted', confidentiality: 'private' },
      }),
    ).toEqual(['yes', 'yes']);
    expect(labels({ annotations: { sensitiveDataHint: false }, [key]: { sensitive: true } })).toEqual([
      'yes',
      'unknown',
    ]);
  });
});

describe('a result label that cannot be read', () => {
  it('is recorded with what it leaves unknown', () => {
    const key = 'io.modelcontextprotocol/trust-annotations';
    for (const home of ['annotations', key, 'ifc'])
      expect(readResultLabels({ _meta: { [home]: 7 } }).malformed).toEqual([
        {
          home: 'result',
          key: home,
          hints: ['sensitiveData', 'unsafeOutput'],
          problem: 'a number, not an object',
        },
      ]);
    expect(
      readResultLabels({ _meta: { [key]: { sensitive: 'yes' }, ifc: { integrity: 'dubious' } } }).malformed,
    ).toEqual([
      {
        home: 'result',
        key: `${key}.sensitive`,
        hints: ['sensitiveData'],
        problem: 'a string, not true or false',
      },
      {
        home: 'result',
        key: 'ifc.integrity',
        hints: ['unsafeOutput'],
        problem: 'not one of untrusted, low, trusted, high',
      },
    ]);
    expect(readResultLabels({ _meta: [] }).malformed).toEqual([
      {
        home: 'result',
        key: '_meta',
        hints: ['sensitiveData', 'unsafeOutput'],
        problem: 'an array, not an object',
      },
    ]);
  });
});
