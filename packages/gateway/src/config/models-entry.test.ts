import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatProblem } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import type { ModelsConfig } from './models-entry.ts';
import { readConfig } from './read-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'callgate-models-'));
const PATH = join(folder, 'callgate.yaml');

const read = (models: string): ReturnType<typeof readConfig> =>
  readConfig(PATH, `servers: {files: {command: files-server}}\n${models}`, { home: '/data', env: {} });

const good = (text: string): ModelsConfig | undefined => {
  const outcome = read(text);
  if (!outcome.ok) throw new Error(outcome.problems.map(formatProblem).join('\n'));
  return outcome.config.models;
};

const told = (text: string): string[] => {
  const outcome = read(text);
  const all = outcome.ok ? outcome.warnings : outcome.problems;
  return all.map((problem) => formatProblem(problem).replace(`${folder}/`, ''));
};

const SMALL = '{name: small, intelligence: 0.3, speed: 1, cost: {input: 1, output: 5}, context: 1000}';
const BIG =
  '{name: big, aliases: [opus], intelligence: 0.9, speed: 0.2, cost: {input: 5, output: 25}, context: 1000, data: none}';

describe('models of a configuration', () => {
  it('are none where nothing is said', () => {
    expect(good('')).toBeUndefined();
  });

  it('stand on usual settings where only the catalogue and the default are said', () => {
    expect(good(`models: {default: opus, catalogue: [${SMALL}, ${BIG}]}`)).toMatchObject({
      default: 'opus',
      explicit: null,
      stepBudget: null,
      step: { input: 4000, output: 500 },
      untrustedCap: null,
      forbid: [],
      tools: [],
      catalogue: [
        { name: 'small', data: 'trains' },
        { name: 'big', data: 'none' },
      ],
    });
  });

  it('are told everything that may be said of them', () => {
    const models = good(`
models:
  catalogue: [${SMALL}, ${BIG}]
  default: big
  explicit: small
  budget: {step: 0.05}
  step: {input: 9000, output: 900}
  untrustedCap: 0.7
  forbid:
    - {when: private, strength: known, data: [retained, trains], reason: it must not be kept}
    - {when: [untrusted, sensitive], below: 0.5}
    - {names: ["*-preview"], providers: [acme], outside: [eu]}
  tools:
    files/read_*: {intelligencePriority: 0.8, hints: [big]}
`);
    expect(models).toMatchObject({
      explicit: 'small',
      stepBudget: 0.05,
      step: { input: 9000, output: 900 },
      untrustedCap: 0.7,
      forbid: [
        { when: ['private'], strength: 'known', data: ['retained', 'trains'], reason: 'it must not be kept' },
        { when: ['untrusted', 'sensitive'], below: 0.5 },
        { when: ['always'], names: ['*-preview'], providers: ['acme'], outside: ['eu'] },
      ],
      tools: [{ tools: 'files/read_*', preferences: { intelligencePriority: 0.8, hints: ['big'] } }],
    });
  });

  it.each([
    [
      'a default that is no model of the catalogue',
      `models: {default: medium, catalogue: [${SMALL}]}`,
      'callgate.yaml:2:19: error[CONFIG_MODELS]: `medium` is not in the catalogue',
    ],
    [
      'two of one name',
      `models: {default: small, catalogue: [${SMALL}, ${SMALL}]}`,
      'another model has this name',
    ],
    [
      'a rule that forbids every model',
      `models: {default: small, catalogue: [${SMALL}], forbid: [{when: private}]}`,
      'This forbids every model',
    ],
    ['no catalogue', 'models: {default: small}', 'catalogue'],
    ['an unknown key', `models: {default: small, catalogue: [${SMALL}], budgets: 1}`, 'budgets'],
  ])('are refused with %s, and where', (_, text, problem) => {
    expect(told(text).join('\n')).toContain(problem);
  });

  it('are warned of rules that mean no model, and of a choice that is none', () => {
    const models = (more: string): string =>
      `models: {default: small, catalogue: [${SMALL}, ${BIG}], ${more}}`;
    expect(told(models('forbid: [{names: [bg]}, {names: [BIG]}, {data: [none]}]'))).toEqual([
      expect.stringMatching(
        /^callgate.yaml:2:\d+: warning\[CONFIG_MODELS\]: This forbids no model of the catalogue/,
      ),
    ]);
    expect(told(models('forbid: [{providers: [acme]}]'))).toEqual([]);
    expect(told(models('explicit: bgi')).join('\n')).toMatch(
      /warning\[CONFIG_MODELS\]: `bgi` is not in the catalogue[^]*Did you mean `big`\?/,
    );
    expect(told(models('explicit: OPUS'))).toEqual([]);
  });
});
