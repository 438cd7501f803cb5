import { describe, expect, it } from 'vitest';
import { errorText, requestText, resultText } from '../wire/message-text.ts';
import { OpenRequests } from './open-requests.ts';

const bytes = (...lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(''));

const request = (id: unknown, method = 'tools/call'): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params: {} });

describe('open requests', () => {
  it('are those without a result or an error, whatever their id', () => {
    const requests = new OpenRequests();
    requests.addSent(bytes(...[1, '1', 'ü"\\', 2].map((id) => request(id))));
    requests.addAnswered(bytes(resultText(1, '{"id":2}'), resultText('ü"\\', '{}')));
    requests.addAnswered(
      bytes(errorText(2, { code: -1, message: 'no' }), errorText(null, { code: -1, message: '' })),
    );
    expect(requests.ids).toEqual(['1']);
  });

  it('stay open when the gateway asks under the same id, and when the client answers', () => {
    const requests = new OpenRequests();
    requests.addSent(bytes(request(1), '{"jsonrpc":"2.0","id":9,"result":{}}'));
    requests.addAnswered(bytes(requestText(1, 'elicitation/create', '{}')));
    expect(requests.ids).toEqual([1]);
  });

  it('are read from chunks that are cut anywhere', () => {
    const [sent, answered] = [bytes(request('a'), request('b')), bytes(resultText('a', '{}'))];
    for (let at = 0; at <= sent.length; at += 1) {
      const requests = new OpenRequests();
      requests.addSent(sent.subarray(0, at));
      requests.addSent(sent.subarray(at));
      const cut = Math.min(at, answered.length);
      requests.addAnswered(answered.subarray(0, cut));
      expect(requests.isInsideAnswer).toBe(cut > 0 && cut < answered.length);
      requests.addAnswered(answered.subarray(cut));
      expect(requests.ids).toEqual(['b']);
      expect(requests.isInsideAnswer).toBe(false);
    }
  });

  it('are not those that were cancelled, nor what is no message', () => {
    const requests = new OpenRequests();
    requests.addSent(bytes(request(1), 'nonsense', '[]', 'null', request({}), request(1.5)));
    requests.addSent(bytes('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'));
    expect(requests.ids).toEqual([]);
  });
});
