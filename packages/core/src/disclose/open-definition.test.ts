import { describe, expect, it } from 'vitest';
import { openDefinition } from './open-definition.ts';

const OPEN = {
  name: 'edit',
  inputSchema: {
    type: 'object',
    properties: { edits: { type: 'array', items: [{ type: 'object', properties: { old: true } }] } },
  },
  outputSchema: { type: 'object', additionalProperties: false },
};
const CLOSED = {
  ...OPEN,
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      edits: {
        type: 'array',
        items: [{ type: 'object', additionalProperties: false, properties: { old: true } }],
      },
    },
  },
};

describe('openDefinition', () => {
  it('opens every object of the input schema, and nothing else', () => {
    expect(openDefinition(CLOSED)).toEqual(OPEN);
    expect(openDefinition(OPEN)).toEqual(OPEN);
  });

  it('keeps schemas of further properties, which are no narrower', () => {
    const further = { name: 'set', inputSchema: { additionalProperties: { type: 'string' } } };
    expect(openDefinition(further)).toEqual(further);
  });

  it('leaves a definition without an input schema as it is', () => {
    expect(openDefinition({ name: 'a' })).toEqual({ name: 'a' });
  });
});
