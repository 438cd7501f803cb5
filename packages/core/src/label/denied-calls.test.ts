import type { Session } from '@callgate/core';
import { applyEvent, judgeCall, startSession } from '@callgate/core';
import type { SessionEvent } from '@callgate/core/label';
import { digest } from '@callgate/core/receive';
import { describe, expect, it } from 'vitest';
import { READS, makeTracedTool } from '../../test/make-traced-tool.ts';
import { MAX_DENIED } from './denied-calls.ts';
import { dropEvidence } from './session.ts';

const read = makeTracedTool('read_note', { annotations: READS, properties: { id: { type: 'string' } } });
const { name, server } = read.tool;
const deny = (id: string, tool = name): SessionEvent => ({
  type: 'denied',
  call: { server: server.name, tool, arguments: digest('call-arguments', { id }) },
});
const play = (...events: readonly SessionEvent[]): Session =>
  [{ type: 'user', text: 'Read note n-7' } satisfies SessionEvent, ...events].reduce(
    applyEvent,
    startSession('ctx'),
  );
const forbids = (session: Session, id: string): string | undefined =>
  judgeCall(session, read, { id }).origins.forbidden;

describe('a denied call', () => {
  it('is forbidden for the task, and no other', () => {
    const session = play(deny('n-7'), deny('n-7'));
    expect(session.denied).toHaveLength(1);
    expect(judgeCall(session, read, { id: 'n-7' }).origins).toMatchObject({
      forbidden: 'read',
      denied: true,
    });
    expect(forbids(session, 'n-8')).toBeUndefined();
    expect(forbids(play(deny('n-7', 'other')), 'n-7')).toBeUndefined();
    expect(forbids(dropEvidence(session), 'n-7')).toBe('read');
    expect(forbids(applyEvent(session, { type: 'user', text: 'And now?' }), 'n-7')).toBe('read');
    expect(forbids(applyEvent(session, { type: 'end' }), 'n-7')).toBeUndefined();
  });

  it('is denied no more once it was approved', () => {
    const approved = (id: string): SessionEvent => ({ type: 'call', id: 'c1', tool: read, approved: { id } });
    expect(forbids(play(deny('n-7'), approved('n-7')), 'n-7')).toBeUndefined();
    expect(forbids(play(deny('n-7'), approved('n-8')), 'n-7')).toBe('read');
    expect(play(approved('n-7')).denied).toBeUndefined();
  });

  it('forbids everything where there are too many to remember', () => {
    const many = play(...Array.from({ length: MAX_DENIED + 1 }, (_, at) => deny(`n-${at}`)));
    expect(many.denied).toHaveLength(MAX_DENIED);
    expect(forbids(many, 'another')).toBe('read');
  });
});
