import { describe, expect, it } from 'vitest';
import { LineSplitter, findId, messagesIn, withId } from './message.ts';

const LONG = 'x'.repeat(5000);

describe('the id of a message', () => {
  it.each([
    ['first', `{"jsonrpc":"2.0","id":71,"result":{"text":"${LONG}"}}`],
    ['last', `{"result":{"text":"${LONG}"},"jsonrpc":"2.0","id":71}`],
    ['in a short one', '{"result":{},"id": 71,"jsonrpc":"2.0"}'],
  ])('is found where it stands %s, and can be put in its place', (_, message) => {
    const found = findId(message);
    expect(found?.id).toBe(71);
    if (found === undefined) return;
    expect(JSON.parse(withId(message, found, '"a"'))).toEqual({ ...JSON.parse(message), id: 'a' });
  });

  it('is not found in a notification, nor far inside a result', () => {
    expect(findId('{"jsonrpc":"2.0","method":"notifications/message"}')).toBeUndefined();
    expect(findId(`{"result":{"a":"${LONG}","id":3,"b":"${LONG}"}}`)).toBeUndefined();
  });
});

describe('lines', () => {
  it('come out whole, however the text was cut', () => {
    const text = 'one\n\ntwo and more\nthree';
    for (let cut = 0; cut <= text.length; cut += 1) {
      const lines = new LineSplitter();
      expect([...lines.take(text.slice(0, cut)), ...lines.take(text.slice(cut))]).toEqual([
        'one',
        '',
        'two and more',
      ]);
      expect(lines.take('\n')).toEqual(['three']);
    }
  });
});

describe('the messages of an answer', () => {
  it('are the body where it is JSON', () => {
    expect(messagesIn('application/json; charset=utf-8', '{"id":1}')).toEqual(['{"id":1}']);
  });

  it('are the data of the events that have any', () => {
    const body = 'id: a\ndata: \n\nevent: message\nid: b\ndata: {"id":1}\r\n\n: nothing\n\ndata:{"id":2}\n\n';
    expect(messagesIn('text/event-stream; charset=utf-8', body)).toEqual(['{"id":1}', '{"id":2}']);
  });
});
