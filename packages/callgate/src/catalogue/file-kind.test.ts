import { describe, expect, it } from 'vitest';
import { kindByContent } from './file-kind.ts';

describe('a file with a list of servers', () => {
  it('is a catalogue', () => {
    expect(kindByContent({ servers: [{ name: 'notes', tools: [] }] })).toBe('tools');
  });

  it('is a configuration with a mistake where it has keys of one', () => {
    expect(kindByContent({ servers: [{ name: 'notes', command: 'node' }], policy: 'balanced' })).toBe(
      'config',
    );
  });
});
