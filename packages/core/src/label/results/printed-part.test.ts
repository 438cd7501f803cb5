import type { JsonObject, Session, TracedTool } from '@callgate/core';
import { applyEvent, judgeCall, startSession } from '@callgate/core';
import type { SessionEvent } from '@callgate/core/label';
import { describe, expect, it } from 'vitest';
import { READS, SENDS, makeTracedTool, textResult } from '../../../test/make-traced-tool.ts';
import { listProvenValues } from '../judge-call.ts';

const text = { type: 'string' };
const link = { type: 'string', format: 'uri' };
const tool = (name: string, properties: JsonObject = {}, annotations = SENDS): TracedTool =>
  makeTracedTool(name, { annotations, properties });
const open = tool('open_page', { url: link });
const fill = tool('fill_field', { ref: text, note: text });
const click = tool('click', { ref: text });
const looks = tool('take_snapshot', {}, { ...READS, openWorldHint: true });
const pageText = tool('get_page_text', { page: text }, { ...READS, openWorldHint: true });

const URL = 'https://forms.example/ferry';
const done = (id: string, by: TracedTool, args: JsonObject, printed: string): readonly SessionEvent[] => [
  { type: 'call', id, tool: by },
  { type: 'result', id, tool: by, args, result: textResult(printed) },
];
const play = (...events: readonly (readonly SessionEvent[])[]): Session =>
  [
    { type: 'user', text: `Open ${URL} and fill in the form` } satisfies SessionEvent,
    ...events.flat(),
  ].reduce(applyEvent, startSession('ctx'));
const isProven = (session: Session, ref: string): boolean =>
  judgeCall(session, click, { ref }).origins.proven === 'yes';
const opened = done('c1', open, { url: URL }, 'button [ref=e7], link [ref=e70]');

describe('what an open page printed', () => {
  it('is a part of it', () => {
    expect(isProven(play(opened), 'e7')).toBe(true);
    expect(listProvenValues(play(opened), click, { ref: 'e7' })).toMatchObject([{ proof: 'pagePart' }]);
    expect(isProven(play(opened), 'e8')).toBe(false);
    expect(isProven(play(opened), ' ')).toBe(false);
  });

  it('is what was printed when it was last looked at', () => {
    const seen = play(opened, done('c2', looks, {}, 'button [ref=e8]'));
    expect([isProven(seen, 'e8'), isProven(seen, 'e7')]).toEqual([true, false]);
  });

  it('stays where a field was filled in, and what that prints is a part too', () => {
    const filled = play(opened, done('c2', fill, { ref: 'e7', note: 'x' }, 'now [ref=e9]'));
    expect([isProven(filled, 'e7'), isProven(filled, 'e9')]).toEqual([true, true]);
  });

  it('is none of another page', () => {
    expect(isProven(play(opened, done('c2', pageText, { page: 'P-2' }, '[ref=e8]')), 'e8')).toBe(false);
    expect(isProven(play(done('c1', open, { url: 'https://b.example/' }, '[ref=e7]')), 'e7')).toBe(false);
    expect(isProven(play(done('c1', open, { url: 'forms' }, '[ref=e7]')), 'e7')).toBe(false);
    const failed = { isError: true, content: [{ type: 'text', text: '[ref=e7]' }] };
    const error: readonly SessionEvent[] = [
      { type: 'call', id: 'c1', tool: open },
      { type: 'result', id: 'c1', tool: open, args: { url: URL }, result: failed },
    ];
    expect(isProven(play(error), 'e7')).toBe(false);
    expect(isProven(applyEvent(play(opened), { type: 'end' }), 'e7')).toBe(false);
  });

  it('is none where the call that opened it is forgotten', () => {
    const session = play(opened);
    expect(isProven({ ...session, seen: [] }, 'e7')).toBe(false);
  });
});
