import { expect, it } from 'vitest';
import { describeTool } from '../disclose/describe-tool.ts';
import { LOCAL_PRINCIPAL } from '../receive/principal.ts';
import type { DecisionInput } from './decision-input.ts';
import { readFieldMap, readToolFieldMap } from './frame.ts';

const TOOL = describeTool({
  server: 'mail',
  trust: 'trusted',
  definition: { name: 'send', annotations: { readOnlyHint: false, openWorldHint: true } },
  overrides: [
    { set: { sensitiveData: 'yes' } },
    { set: { readOnly: 'yes' }, when: { op: 'value', value: true } },
  ],
});

it('a whole input is read plainly: the tool, its session, its caller and its time', () => {
  const input: DecisionInput = {
    v: 1,
    tool: TOOL,
    labels: { private: 'known', untrusted: 'possible' },
    words: true,
    origins: {
      proven: 'no',
      destination: 'yes',
      created: 'unknown',
      unproven: [{ path: ['to', 0] }],
      forbidden: 'send',
      outbound: true,
    },
    principal: { ...LOCAL_PRINCIPAL, groups: ['finance'] },
    args: {},
    time: { at: Date.UTC(2026, 10, 15, 23, 30), offsetMinutes: 60 },
    policy: 'sha256:',
  };
  const fields = readFieldMap(input, []);
  expect(Object.fromEntries(fields)).toMatchObject({
    ...Object.fromEntries(readToolFieldMap(TOOL, [])),
    'tool.sensitive': 'yes',
    'tool.mutates': 'yes',
    'session.private': 'known',
    'session.untrusted': 'possible',
    'session.words': 'yes',
    'origin.proven': 'no',
    'origin.destination': 'yes',
    'origin.forbidden': 'yes',
    'origin.outbound': 'yes',
    'origin.unproven': ['to.0'],
    'origin.firstSeen': ['nowhere'],
    'principal.groups': ['finance'],
    'time.hour': 0,
    'time.weekday': 1,
    'time.date': '2026-11-16',
  });
});
