import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { makeTracedTool } from '../../../core/test/make-traced-tool.ts';
import type { RuleSuggestion } from './suggest-rule.ts';
import { suggestRule } from './suggest-rule.ts';

const text = { type: 'string' };
const WRITE = makeTracedTool('write_file', {
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  properties: { path: text, content: text, to: { type: 'array', items: text } },
  roles: { content: 'payload', to: 'destination' },
});

const suggest = (...calls: readonly JsonObject[]): RuleSuggestion =>
  suggestRule({
    server: 'files',
    tool: 'write_file',
    traced: WRITE,
    calls,
    rules: [],
    layers: [{ name: 'policy.yaml', text: 'extends: balanced\n' }],
    now: Date.UTC(2026, 10, 18),
    reason: 'approved five times',
  });

const suggestFor = (...paths: readonly string[]): string | null =>
  suggest(...paths.map((path) => ({ path }))).policy;

describe('a suggested rule', () => {
  it('names the folder that all calls have in common', () => {
    expect(suggestFor('/home/ann/plans/a.md', '/home/ann/plans/2027/b.md')).toContain(
      'args.path.startsWith("/home/ann/plans/")',
    );
  });

  it.each([
    ['an absolute and a relative path', ['/home/ann/plans/a.md', 'notes.md']],
    ['an empty path', ['/home/ann/plans/a.md', '']],
    ['nothing but the root in common', ['/home/ann/plans/a.md', '/etc/ann/plans/a.md']],
    ['nothing but a home in common', ['/home/ann/a/x.md', '/home/ann/b/y.md']],
    ['a hidden file', ['/home/ann/plans/a.md', '/home/ann/plans/.env']],
    ['a climb', ['/home/ann/plans/a.md', '/home/ann/plans/../b.md']],
  ])('is not given for %s', (_, paths) => {
    expect(suggestFor(...paths)).toBeNull();
  });

  it('takes a list for one value, which may not vary', () => {
    expect(suggest({ to: ['a@x.org'] }, { to: ['b@x.org', 'c@x.org'] }).policy).toBeNull();
  });
});
