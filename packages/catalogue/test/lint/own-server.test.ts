import { wellDescribed } from '@callgate/catalogue/lint';
import type { WellDescribedMatchers } from '@callgate/catalogue/lint';
import { expect, it } from 'vitest';

declare module 'vitest' {
  interface Matchers<R, T> extends WellDescribedMatchers<R> {}
}
expect.extend(wellDescribed);

const tools = [
  {
    name: 'get_note',
    title: 'Get a note',
    description: 'Get a note by its id',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'delete_note',
    title: 'Delete a note',
    description: 'Delete a note permanently',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    _meta: { reversibleHint: false },
  },
];

it('says what its tools do', () => {
  expect({ tools }).toBeWellDescribed({ failOn: 'note' });
});

it('would not get away with a deletion that only reads', () => {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  const changed = tools.map((tool) => ({ ...tool, annotations }));
  expect(changed).not.toBeWellDescribed();
  expect(changed).toBeWellDescribed({ allow: ['hints/contradicted delete_note'] });
});
