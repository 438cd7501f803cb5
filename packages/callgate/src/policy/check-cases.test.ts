import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkCases, failedCaseText } from './check-cases.ts';

const folder = mkdtempSync(join(tmpdir(), 'cg-cases-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tool = (name: string, annotations: object): object => ({
  name,
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  annotations,
});
const TOOLS = [
  tool('read_note', { readOnlyHint: true, openWorldHint: false }),
  tool('delete_note', { readOnlyHint: false, destructiveHint: true, openWorldHint: false }),
];
writeFileSync(
  join(folder, 'catalogue.json'),
  JSON.stringify({ servers: [{ name: 'notes', trust: 'trusted', tools: TOOLS }] }),
);
writeFileSync(
  join(folder, 'mine.yaml'),
  'extends: balanced\nrules:\n  - {id: keep-7, tools: notes/delete_note, when: args.id == "7", then: block, reason: x}\n',
);

writeFileSync(join(folder, 'team.yaml'), 'rules:\n  - {id: team, tools: notes/*, then: auto, reason: x}\n');

const check = (cases: readonly object[], policy: unknown = 'mine.yaml'): ReturnType<typeof checkCases> => {
  const path = join(folder, 'cases.json');
  writeFileSync(path, JSON.stringify({ policy, catalogue: 'catalogue.json', cases }));
  return checkCases(path);
};

it('passes where the outcome and the rules are as expected', () => {
  const cases = check([
    { call: 'notes/read_note', expect: 'auto' },
    { call: 'notes/delete_note', args: { id: '8' }, expect: 'confirm', rules: ['destroys'] },
    { call: 'notes/delete_note', args: { id: '7' }, expect: 'block', rules: ['keep-7'] },
  ]);
  expect(cases.map(({ passes }) => passes)).toEqual([true, true, true]);
});

it('fails where the outcome is another one, or a rule did not fire', () => {
  const cases = check([
    { call: 'notes/delete_note', args: { id: '8' }, expect: 'block' },
    { call: 'notes/delete_note', args: { id: '8' }, expect: 'confirm', rules: ['keep-7'] },
  ]);
  expect(cases.map(failedCaseText)).toEqual([
    expect.stringMatching(/1: notes\/delete_note is confirm, expected block \(by destroys\)$/),
    expect.stringMatching(/2: .* is confirm, expected confirm \(by destroys; keep-7 did not fire\)$/),
  ]);
});

it('takes sessions and layers', () => {
  const session = { private: 'known', untrusted: 'known' };
  const [plain, labelled] = check(
    [
      { call: 'notes/delete_note', expect: 'auto' },
      { call: 'notes/delete_note', session, expect: 'confirm', rules: ['untrusted-session'] },
    ],
    ['intent', 'team.yaml'],
  );
  expect(labelled?.passes).toBe(true);
  expect(plain?.rules).not.toContain('untrusted-session');
});

it.each([
  [{ call: 'notes/read_note', expect: 'perhaps' }, 'CASES_SHAPE'],
  [{ call: 'read_note', expect: 'auto' }, 'CASES_SHAPE'],
  [{ call: 'notes/read_note', expct: 'auto' }, 'CASES_SHAPE'],
  [{ call: 'notes/reed_note', expect: 'auto' }, 'TOOL_UNKNOWN'],
])('refuses %j', (entry, code) => {
  expect(() => check([entry])).toThrow(expect.objectContaining({ code }));
});
