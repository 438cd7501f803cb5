import { createHash } from 'node:crypto';
import { display } from '@callgate/core';
import type { CallRow, CallState } from '@callgate/gate/record';
import { traceparentOf } from '../dispatch/trace.ts';

/** What a span is about, by the names of OpenTelemetry and ours; never arguments. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface CallSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parent?: string;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  readonly from: number;
  readonly until: number;
  readonly attributes: SpanAttributes;
  /** The span of the client that the call belongs to. */
  readonly link?: { readonly traceId: string; readonly spanId: string };
  readonly error?: string;
}

/** The code of a W3C `traceparent`, where it is one. */
export const readTraceparent = (text: string): CallSpan['link'] => {
  const [, traceId = '', spanId = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text) ?? [];
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : undefined;
};

const VERDICT = { auto: 'allow', confirm: 'escalate', block: 'deny' } as const;

const FAILED: ReadonlySet<CallState> = new Set(['failed', 'indeterminate']);

const spanIdOf = (call: string, part: string): string =>
  createHash('sha256').update(`callgate span ${part} ${call}`).digest('hex').slice(0, 16);

/**
 * The spans of a call that ended: the call, its decision, its wait and its dispatch. The trace is that of the
 * `traceparent` that the server got, so that the server's own spans join it; the client's trace is linked.
 */
export const listCallSpans = (
  row: CallRow,
  endedAt: number,
  client: CallSpan['link'],
): readonly CallSpan[] => {
  const [, traceId = '', dispatchId = ''] = traceparentOf(row.id).split('-');
  const root = spanIdOf(row.id, 'call');
  const tool = display(row.target, { max: 80 });
  const server = display(row.server, { max: 80 });
  const until = row.endedAt ?? endedAt;
  const decidedAt = row.heldAt ?? row.dispatchedAt ?? until;
  const rule = row.decision.rules.find(({ outcome }) => outcome === row.outcome)?.id;
  const part = (name: string, id: string, from: number, to: number): CallSpan => ({
    traceId,
    spanId: id,
    parent: root,
    name,
    kind: 'internal',
    from,
    until: Math.max(from, to),
    attributes: {},
  });
  const call: CallSpan = {
    traceId,
    spanId: root,
    name: `tools/call ${tool}`,
    kind: 'server',
    from: row.receivedAt,
    until,
    attributes: {
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.id': row.id,
      'callgate.server': server,
      'callgate.state': row.state,
      ...(row.fault === null ? {} : { 'error.type': row.fault.code }),
    },
    ...(client === undefined ? {} : { link: client }),
    ...(FAILED.has(row.state) ? { error: row.fault?.code ?? row.state } : {}),
  };
  const decision: CallSpan = {
    ...part('run_guardrail callgate', spanIdOf(row.id, 'decision'), row.receivedAt, decidedAt),
    attributes: {
      'gen_ai.guardrail.target.type': 'input',
      'gen_ai.guardrail.target.subtype': 'tool_call',
      'gen_ai.guardrail.target.id': row.id,
      'gen_ai.guardrail.verdict.type': VERDICT[row.outcome],
      'callgate.outcome': row.outcome,
      'callgate.enforced': row.enforced,
      'callgate.label.private': row.situation.labels.private,
      'callgate.label.untrusted': row.situation.labels.untrusted,
      'callgate.policy': row.policy,
      ...(rule === undefined ? {} : { 'callgate.rule.id': display(rule, { max: 80 }) }),
    },
  };
  const wait: readonly CallSpan[] =
    row.heldAt === null
      ? []
      : [
          {
            ...part('wait', spanIdOf(row.id, 'wait'), row.heldAt, row.dispatchedAt ?? until),
            attributes: { 'callgate.waiting': row.waiting ?? 'people' },
          },
        ];
  const dispatch: readonly CallSpan[] =
    row.dispatchedAt === null
      ? []
      : [
          {
            ...part(`execute_tool ${tool}`, dispatchId, row.dispatchedAt, until),
            kind: 'client',
            attributes: {
              'mcp.method.name': 'tools/call',
              'gen_ai.operation.name': 'execute_tool',
              'gen_ai.tool.name': tool,
              'gen_ai.tool.call.id': row.id,
              'callgate.server': server,
              'callgate.attempt': row.attempt,
            },
            ...(FAILED.has(row.state) ? { error: row.fault?.code ?? row.state } : {}),
          },
        ];
  return [call, decision, ...wait, ...dispatch];
};
