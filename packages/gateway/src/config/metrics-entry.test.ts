import { expect, it } from 'vitest';
import { readConfig } from './read-config.ts';

const problems = (metrics: unknown, env: Record<string, string> = {}): readonly string[] => {
  const text = JSON.stringify({ servers: { a: { command: 'x' } }, metrics });
  const read = readConfig('/tmp/c.yaml', text, { home: '/tmp', env });
  return read.ok ? [] : read.problems.map(({ code }) => code);
};

it('metrics that other machines could read need a token', () => {
  expect(problems({})).toEqual([]);
  expect(problems({ host: '0.0.0.0' })).toEqual(['CONFIG_OPEN']);
  expect(problems({ host: '0.0.0.0', token: { from: 'T' } }, { T: 'short' })).toEqual(['CONFIG_TOKEN']);
  expect(problems({ host: '0.0.0.0', token: { from: 'T' } }, { T: 'sixteen characters' })).toEqual([
    'CONFIG_TOKEN',
  ]);
  expect(problems({ host: '0.0.0.0', token: { from: 'T' } }, { T: '0123456789abcdef' })).toEqual([]);
});

it('a token does not stand in the file, and no other key either', () => {
  expect(problems({ token: '0123456789abcdef' })).not.toEqual([]);
  expect(problems({ path: '/m' })).not.toEqual([]);
});
