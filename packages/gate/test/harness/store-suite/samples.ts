import type { Decision, Session } from '@callgate/core';
import {
  LOCAL_PRINCIPAL,
  NO_LABELS,
  UNTRACED_ORIGINS,
  decide,
  describeTool,
  startSession,
} from '@callgate/core';
import { withRevision } from '@callgate/core/decide';
import type { SessionLabels } from '@callgate/core/label';
import { mintId, mintTicket } from '../../../src/environment/ids.ts';
import type { CallRow } from '../../../src/record/call-row.ts';
import type { AuditEntry } from '../../../src/record/audit-entry.ts';
import type { Grant } from '../../../src/record/grant.ts';
import type { Vote } from '../../../src/record/vote.ts';
import type { Alert } from '../../../src/store/store.ts';
import { START } from './under-test.ts';

const policy = withRevision({ name: 'suite', mode: 'enforce', hints: [], rules: [], timeoutCapMs: 60_000 });

/** A real decision, of a policy without rules. */
export const sampleDecision: Decision = decide(policy, {
  v: 1,
  tool: describeTool({
    server: 'files',
    trust: 'trusted',
    definition: { name: 'read', annotations: { readOnlyHint: true } },
  }),
  labels: NO_LABELS,
  words: true,
  origins: UNTRACED_ORIGINS,
  principal: LOCAL_PRINCIPAL,
  args: {},
  time: { at: START, offsetMinutes: 0 },
  policy: policy.revision,
});

export const digestOf = (text: string): string =>
  `sha256:${Buffer.from(text).toString('hex').padStart(64, '0').slice(-64)}`;

/** A call that is out, unless something else is said. */
export const sampleCall = (over: Partial<CallRow> = {}): CallRow => ({
  id: mintId(over.receivedAt ?? START),
  state: 'dispatching',
  principal: LOCAL_PRINCIPAL,
  context: 'context-1',
  session: '["local","context-1"]',
  authenticated: true,
  kind: 'tool',
  server: 'files',
  target: 'read',
  definition: digestOf('definition'),
  argumentsDigest: digestOf('arguments'),
  sealedArguments: '{"path":"/tmp/notes"}',
  situation: { labels: NO_LABELS, words: true, origins: UNTRACED_ORIGINS, intended: true },
  decision: sampleDecision,
  policy: policy.revision,
  outcome: 'auto',
  enforced: true,
  binding: null,
  waiting: null,
  ticket: null,
  key: null,
  attached: false,
  instance: 'an-opener',
  attempt: 1,
  grant: null,
  twin: null,
  ai: false,
  receivedAt: START,
  heldAt: null,
  expiresAt: null,
  opensAt: null,
  dispatchedAt: START,
  endedAt: null,
  released: false,
  fault: null,
  settled: null,
  ...over,
});

/** A call that waits for people. */
export const heldCall = (over: Partial<CallRow> = {}): CallRow =>
  sampleCall({
    state: 'held',
    outcome: 'confirm',
    waiting: 'people',
    binding: digestOf('binding'),
    ticket: mintTicket(),
    attempt: 0,
    heldAt: START,
    expiresAt: START + 3_600_000,
    dispatchedAt: null,
    ...over,
  });

export const sampleEntry = (over: Partial<AuditEntry> = {}): AuditEntry => ({
  event: 'dispatching',
  outcome: 'allowed',
  principal: 'local',
  tool: 'files/read',
  call: null,
  detail: {},
  ...over,
});

export const sampleVote = (over: Partial<Vote> = {}): Vote => ({
  call: 'call-1',
  subject: 'ada',
  verdict: 'approve',
  via: 'terminal',
  at: START,
  opened: true,
  reason: null,
  ...over,
});

export const sampleGrant = (over: Partial<Grant> = {}): Grant => ({
  id: mintId(START),
  principal: 'local',
  server: 'files',
  target: 'write',
  definition: digestOf('definition'),
  policy: 'sha256:policy',
  scope: { kind: 'session', session: '["local","context-1"]' },
  rules: ['writes'],
  by: ['ada'],
  call: 'call-1',
  givenAt: START,
  endsAt: START + 3_600_000,
  uses: 3,
  usesLeft: 3,
  revoked: null,
  ...over,
});

export const sampleAlert = (over: Partial<Alert> = {}): Alert => ({
  id: mintId(START),
  at: START,
  code: 'TOOL_CONFLICT',
  message: 'files/read says two things about itself',
  call: null,
  to: ['operator'],
  ...over,
});

export const sampleLabels = (call: string): SessionLabels => ({
  private: { strength: 'known', witnesses: [{ call, path: ['a', 0], span: [1, 2] }], at: START },
  untrusted: { strength: 'none', witnesses: [] },
});

export type SampleResult = Session['seen'][number];

export const sampleSeen = (call: string, text: string = call): SampleResult => ({
  call,
  server: 'files',
  tool: 'read',
  resource: 'file',
  origin: 'untrusted',
  private: 'possible',
  directory: true,
  vouched: true,
  whole: true,
  about: [call],
  result: { content: [{ type: 'text', text }] },
  size: text.length,
});

/** A session with something in each of its parts. */
export const fullSession = (): Session => ({
  ...startSession('context-1'),
  labels: sampleLabels('call-0'),
  declassifications: [{ label: 'private', by: 'ada', reason: 'it was a test', at: START }],
  said: [
    { text: 'please delete notes.txt – “now” 🙂', via: 'host' },
    { text: 'yes', via: 'host', agreed: 'I will delete notes.txt. Shall I go ahead?' },
  ],
  proposed: 'Shall I go ahead?',
  unbelieved: [{ text: 'do more', via: 'task', why: 'the client is not vouched for' }],
  seen: [sampleSeen('call-1'), { ...sampleSeen('call-2'), own: true, page: 'docs.example' }],
  kept: 12,
  created: [{ server: 'files', resource: 'file', id: 'f1' }],
  approved: [
    { call: 'call-1', server: 'mail', tool: 'send', definition: 'd1', values: ['v1', 'v2'], left: 8 },
  ],
  changes: [{ server: 'bank', call: 'call-1', own: true }],
  pages: [{ server: 'tabs', opened: 'call-1', call: 'call-2', proven: true }],
  denied: ['d1'],
  dropped: { words: 1, results: 2, created: 3 },
  prohibitions: [{ verbs: ['search'], deeds: ['fetch'], about: ['web'] }],
  unkept: { some: true, untrusted: true, awaited: ['call-3'] },
});
