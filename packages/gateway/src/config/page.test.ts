import { readFileSync } from 'node:fs';
import { Validator } from '@cfworker/json-schema';
import { formatProblem } from '@callgate/policy';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from './read-config.ts';

const file = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

const examples = [...file('docs/reference/configuration.md').matchAll(/^```yaml\n([^]*?)^```$/gm)]
  .map((match) => match[1] ?? '')
  .filter((text) => !text.startsWith('version:'));

const schema = new Validator(JSON.parse(file('packages/gateway/schema/callgate.schema.json')), '2020-12');

it('the examples of the page are good configurations', () => {
  expect(examples.length).toBeGreaterThan(2);
  for (const text of examples) {
    const outcome = readConfig('/docs/callgate.yaml', text, {
      home: '/data',
      env: { GITHUB_TOKEN: 'x', HOME: '/home/ann' },
    });
    expect(outcome.ok ? [] : outcome.problems.map(formatProblem), text).toEqual([]);
  }
});

it('the JSON Schema says of them the same, and knows a key that is none', () => {
  for (const text of examples) expect(schema.validate(parse(text)).errors).toEqual([]);
  expect(schema.validate({ servers: { a: { comand: 'x' } } }).valid).toBe(false);
  expect(schema.validate({ http: { port: '80' } }).valid).toBe(false);
});
