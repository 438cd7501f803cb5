import { expect, it } from 'vitest';
import type { Definition } from './catalogue.ts';
import { catalogueFrom } from './catalogue.ts';

const READS: Definition = {
  name: 'job',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
};
const WRITES: Definition = { ...READS, annotations: { readOnlyHint: false } };

const quarantineOf = (definitions: readonly Definition[]): string | null | undefined =>
  catalogueFrom(definitions, { server: 'app', trust: 'owned' }).find('tool', 'app', 'job')?.tool.quarantine;

it.each([
  ['twice in different ways', [READS, WRITES]],
  ['again as at first', [READS, WRITES, READS]],
  ['again as at last', [READS, WRITES, WRITES]],
])('sets a tool apart that is defined %s', (_, definitions) => {
  expect(quarantineOf(definitions)).toContain('defined twice');
});

it('takes a definition that is only repeated', () => {
  expect(quarantineOf([READS, READS])).toBeNull();
});
