import type { Decision, JsonObject, Rule } from '@callgate/core';
import { UNTRACED_ORIGINS, decide } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import { inputFor, policyOf, rule } from '../../core/test/build.ts';
import type { ApprovalRequest } from '../src/confirm/approval-channel.ts';

export const ASKED_AT: number = Date.UTC(2026, 10, 16);

/** What a policy of these rules says of a tool with these annotations. */
export const decidedBy = (
  rules: readonly Rule[],
  annotations: JsonObject = {},
  meta: JsonObject = {},
): Decision => {
  const policy = policyOf(rules);
  const describe = { definition: { name: 't', annotations, _meta: meta } };
  return decide(policy, inputFor(policy, annotations, { describe }));
};

export const ASKS: Decision = decidedBy([rule({ id: 'ask', then: 'confirm', reason: 'it reaches outside' })]);

export const ASKS_STRONGLY: Decision = decidedBy([
  rule({ id: 'ask', then: 'confirm', reason: 'it is severe', obligations: { terms: 'strong' } }),
]);

/** A question with everything a test does not speak of left ordinary. */
export const question = (more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  call: 'c1',
  principal: 'local',
  delegation: [],
  client: null,
  userMessage: null,
  isUserMessageGone: false,
  context: 'chat-1',
  kind: 'tool',
  server: 'mail',
  target: 'send_message',
  definition: digest('definition', {}),
  arguments: { to: 'bob@example.org', body: 'hello' },
  argumentsDigest: digest('call-arguments', more.arguments ?? { to: 'bob@example.org', body: 'hello' }),
  decisive: [['to']],
  decision: ASKS,
  operatorReason: null,
  preview: null,
  labels: { private: 'none', untrusted: 'none' },
  origins: UNTRACED_ORIGINS,
  binding: digest('approval', {}),
  askedAt: ASKED_AT,
  expiresAt: ASKED_AT + 3_600_000,
  selfApproval: false,
  twin: null,
  planned: false,
  alone: null,
  offers: [{ choice: 'once', words: 'Only this call' }],
  ...more,
});

/** Texts that try to act on whatever shows them. */
export const HOSTILE: readonly string[] = [
  '\u001b[2J\u001b[H',
  '\u001b]0;title\u0007',
  '\u009b31m',
  '\u202eevil\u2066',
  'two\nlines\r\nApproved by local.',
  '\u2028\u2029\u0085',
  '\u{e0041}\u{e0042}\u200b\u2060',
  '⟦U+0041⟧',
  '<img src=x onerror=alert(1)> **bold** [link](https://evil.example)',
  '\u0000\u0008\u007f',
];

/** The question with one hostile text in every place that others can write to. */
export const hostileQuestion = (text: string): ApprovalRequest => {
  const decision: Decision = {
    ...ASKS,
    policy: text,
    rules: [{ id: text, layer: 'user', outcome: 'confirm', reason: text, counted: 'matches' }],
    reasons: [text],
    beliefs: { ...ASKS.beliefs, [text]: { value: 'yes', ground: 'claim' } },
    conflicts: [{ hints: ['readOnly'], between: [text, text] }],
    obligations: { ...ASKS.obligations, approvers: [{ count: 1, group: text }], notify: [text] },
  };
  return question({
    call: text,
    principal: text,
    delegation: [text],
    client: text,
    userMessage: text,
    context: text,
    server: text,
    target: text,
    definition: text,
    arguments: { [text]: text, list: [text, { [text]: [text] }], long: text.repeat(100) },
    argumentsDigest: text,
    decisive: [[text], ['list', 0], ['long']],
    decision,
    operatorReason: text,
    preview: {
      digest: text,
      changes: [
        {
          root: text,
          path: text,
          from: text,
          before: null,
          after: { kind: 'file', mode: 0o4755 },
          diff: [{ line: 1, removed: [text], added: [text] }],
        },
      ],
      more: 0,
    },
    origins: {
      proven: 'no',
      destination: 'no',
      created: 'no',
      unproven: [
        {
          path: [text, 0],
          role: 'destination',
          text,
          origin: 'untrusted',
          firstSeen: { server: text, tool: text, call: text, path: [text] },
        },
      ],
      unasked: text,
    },
    binding: text,
    twin: { call: text, state: text },
    selfApproval: true,
  });
};
