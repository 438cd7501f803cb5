import * as fc from 'fast-check';
import { DEFAULT_PARSE_LIMITS } from '@callgate/core/receive';
import { describe, expect, it } from 'vitest';
import type { RpcMessage, UnreadableMessage } from './json-rpc.ts';
import { MAX_ID_LENGTH, readMessage } from './message-text.ts';

const read = (value: unknown): RpcMessage | UnreadableMessage => readMessage(JSON.stringify(value));
const reason = (message: RpcMessage | UnreadableMessage): string =>
  message.type === 'refused' ? message.reason : `accepted as ${message.type}`;

describe('a message that has one reading', () => {
  it('is a request, a notification, a response or an error', () => {
    expect(read({ jsonrpc: '2.0', id: 1, method: 'ping' })).toEqual({
      type: 'request',
      id: 1,
      method: 'ping',
      params: {},
    });
    expect(read({ jsonrpc: '2.0', method: 'notifications/initialized', params: { a: 1 } })).toEqual({
      type: 'notification',
      method: 'notifications/initialized',
      params: { a: 1 },
    });
    expect(read({ jsonrpc: '2.0', id: 'x', result: { ok: true } })).toEqual({
      type: 'result',
      id: 'x',
      result: { ok: true },
    });
    expect(read({ jsonrpc: '2.0', id: 3, error: { code: -1, message: 'no', data: [1] } })).toEqual({
      type: 'error',
      id: 3,
      code: -1,
      message: 'no',
      data: [1],
    });
  });

  it('may be an error that could not name its request', () => {
    const error = { code: -32700, message: 'what' };
    expect(read({ jsonrpc: '2.0', id: null, error })).toEqual({ type: 'error', id: null, ...error });
    expect(read({ jsonrpc: '2.0', error })).toEqual({ type: 'error', id: null, ...error });
  });

  it('keeps apart ids that look alike', () => {
    expect(read({ jsonrpc: '2.0', id: 1, method: 'ping' })).toHaveProperty('id', 1);
    expect(read({ jsonrpc: '2.0', id: '1', method: 'ping' })).toHaveProperty('id', '1');
  });
});

describe('a message is refused', () => {
  const base = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} };

  it('as no JSON where parsers would not agree on it, before anything of it is read', () => {
    const texts: readonly [string, string][] = [
      ['{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}', 'JSON_DUPLICATE_KEY'],
      ['{"jsonrpc":"2.0","id":1,"method":"a","m\\u0065thod":"b"}', 'JSON_DUPLICATE_KEY'],
      ['{"jsonrpc":"2.0","id":9007199254740993,"method":"a"}', 'JSON_NUMBER'],
      ['{"jsonrpc":"2.0","id":1e400,"method":"a"}', 'JSON_NUMBER'],
      ['\u{feff}{"jsonrpc":"2.0","id":1,"method":"a"}', 'JSON_BOM'],
      ['{"jsonrpc":"2.0","id":"\\ud800","method":"a"}', 'JSON_SURROGATE'],
      ['{"jsonrpc":"2.0","id":1,"method":"a"}{}', 'JSON_SYNTAX'],
      ['', 'JSON_SYNTAX'],
    ];
    for (const [text, code] of texts) {
      expect(readMessage(text)).toMatchObject({
        type: 'refused',
        reason: code,
        error: { code: -32700 },
        id: null,
      });
    }
    expect(readMessage(Uint8Array.of(0x22, 0xff, 0x22))).toMatchObject({ reason: 'JSON_UTF8' });
  });

  it('for every member that is not exactly one of the six', () => {
    const names = [
      'Method',
      'METHOD',
      'method ',
      'method\u0000',
      'par\u0061mſ',
      'Id',
      'ID',
      'jsonRpc',
      '__proto__',
      'constructor',
      'meta',
      '',
    ];
    for (const name of names) {
      const text = `{"jsonrpc":"2.0","id":7,"method":"a",${JSON.stringify(name)}:1}`;
      expect(readMessage(text)).toMatchObject({ reason: 'RPC_MEMBER', id: 7, error: { code: -32600 } });
    }
  });

  it('for an id that is no whole number and no short string', () => {
    for (const id of [null, 1.5, true, {}, [], 'x'.repeat(MAX_ID_LENGTH + 1)]) {
      expect(reason(read({ ...base, id }))).toBe('RPC_ID');
    }
    expect(reason(read({ ...base, id: 'x'.repeat(MAX_ID_LENGTH) }))).toBe('accepted as request');
  });

  it('for params, a result or an error of the wrong shape', () => {
    for (const params of [null, [], 'a', 1, true])
      expect(reason(read({ ...base, params }))).toBe('RPC_PARAMS');
    for (const result of [null, [], 'a', 1])
      expect(reason(read({ jsonrpc: '2.0', id: 1, result }))).toBe('RPC_RESULT');
    for (const error of [null, [], {}, { code: 1.5, message: '' }, { code: 1 }, { code: '1', message: '' }]) {
      expect(reason(read({ jsonrpc: '2.0', id: 1, error }))).toBe('RPC_ERROR');
    }
    expect(reason(read({ ...base, method: 1 }))).toBe('RPC_METHOD');
  });

  it('as a batch, whatever is in it', () => {
    for (const batch of [[], [base], [[base]], [base, base]]) expect(reason(read(batch))).toBe('RPC_BATCH');
    for (const value of [1, 'x', null, true]) expect(reason(read(value))).toBe('RPC_NOT_OBJECT');
  });

  it('when it is more than one thing at once: of all combinations of members only the defined ones pass', () => {
    const members = { id: 1, method: 'a', params: {}, result: {}, error: { code: 1, message: 'm' } };
    const names = Object.keys(members) as (keyof typeof members)[];
    const passed: string[] = [];
    for (let bits = 0; bits < 1 << names.length; bits++) {
      const chosen = names.filter((_, index) => (bits & (1 << index)) !== 0);
      const message = read({
        jsonrpc: '2.0',
        ...Object.fromEntries(chosen.map((name) => [name, members[name]])),
      });
      if (message.type !== 'refused') passed.push(`${chosen.join('+')} is a ${message.type}`);
    }
    expect(passed.toSorted()).toEqual([
      'error is a error',
      'id+error is a error',
      'id+method is a request',
      'id+method+params is a request',
      'id+result is a result',
      'method is a notification',
      'method+params is a notification',
    ]);
  });

  it('without the right version', () => {
    for (const jsonrpc of ['1.0', 2, null, '2.00'])
      expect(reason(read({ ...base, jsonrpc }))).toBe('RPC_VERSION');
    expect(reason(read({ id: 1, method: 'a' }))).toBe('RPC_VERSION');
  });

  it('beyond the limits it is given', () => {
    const text = JSON.stringify({ ...base, params: { text: 'x'.repeat(200) } });
    expect(reason(readMessage(text, { ...DEFAULT_PARSE_LIMITS, bytes: 100 }))).toBe('JSON_TOO_LARGE');
  });

  it('without naming a request where it is an answer itself: our id may be one of theirs too', () => {
    const answers = [
      { result: null },
      { error: 1 },
      { result: {}, extra: 1 },
      { result: {}, method: 'a' },
      {},
    ];
    for (const answer of answers) {
      expect(read({ jsonrpc: '2.0', id: 5, ...answer })).toMatchObject({ type: 'refused', id: null });
    }
  });

  it('and never by throwing, whatever the bytes are', () => {
    const inputs = fc.oneof(fc.uint8Array({ maxLength: 64 }), fc.json());
    fc.assert(
      fc.property(inputs, (input) => {
        expect(() => readMessage(input)).not.toThrow();
      }),
      { numRuns: 4000 },
    );
  });
});
