import { describe, expect, it } from 'vitest';
import { readClaudeCode } from './claude-code.ts';
import { readCodex } from './codex.ts';
import { readEventPayload } from './read-event-payload.ts';
import { isUnreadable } from './unreadable-mark.ts';

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const event = (name: string, response: string, member = 'tool_response'): string =>
  `{"session_id":"s","hook_event_name":"${name}","tool_name":"Bash","${member}":${response},"tool_input":{"command":"a , } ] b"},"tool_use_id":"k"}`;

const UNREADABLE: readonly (readonly [what: string, response: string, code: string])[] = [
  ['half of a surrogate pair', String.raw`"a \ud83d"`, 'JSON_SURROGATE'],
  ['deep nesting', `${'['.repeat(500)}${']'.repeat(500)}`, 'JSON_DEPTH'],
  ['a number that is not exact', '{"n":123456789012345678901234567890}', 'JSON_NUMBER'],
  ['a number that is none', '{"n":1e400}', 'JSON_NUMBER'],
  ['a key twice', '{"a":1,"a":2}', 'JSON_DUPLICATE_KEY'],
  ['a member twice', '1,"tool_response":2', 'JSON_DUPLICATE_KEY'],
  ['something that is no JSON', 'NaN', 'JSON_SYNTAX'],
  ['too much', JSON.stringify('x'.repeat(17_000_000)), 'JSON_TOO_LARGE'],
];

describe('an event of what has happened', () => {
  it.each(UNREADABLE)('is read although its result has %s', async (_, response, code) => {
    for (const size of [7, 65_536]) {
      if (size === 7 && response.length > 10_000) continue;
      const payload = await readEventPayload(pieces(event('PostToolUse', response), size));
      for (const read of [readClaudeCode, readCodex])
        expect(read(payload)).toEqual({
          type: 'after',
          host: expect.any(String),
          session: 's',
          tool: 'Bash',
          arguments: { command: 'a , } ] b' },
          callKey: 'k',
          result: { type: 'unreadable', code },
          isError: false,
        });
    }
  });

  it('is read where a failure cannot be read, where its arguments cannot, and where the text was cut off', async () => {
    const failed = await readEventPayload(pieces(event('PostToolUseFailure', '"\\udc00"', 'error'), 99));
    expect(readClaudeCode(failed)).toMatchObject({ isError: true, result: { type: 'unreadable' } });
    const whole = event('PostToolUse', '"fine"');
    const input = await readEventPayload(pieces(whole.replace('a , }', '\\ud83d }'), 99));
    expect(readClaudeCode(input)).toMatchObject({ arguments: { type: 'unreadable' }, result: 'fine' });
    const cut = await readEventPayload(
      pieces(`{"hook_event_name":"PostToolUse","session_id":"s","tool_response":"abc`, 5),
    );
    expect(isUnreadable(cut['tool_response'] ?? null)).toBe(true);
  });

  it('is read where the host does not say what came of it', () => {
    const payload = {
      session_id: 's',
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: {},
      tool_use_id: 'k',
    };
    for (const read of [readClaudeCode, readCodex])
      expect(read(payload)).toMatchObject({ type: 'after', result: { type: 'unreadable' } });
  });

  it('is read as it is where nothing is wrong with it', async () => {
    const payload = await readEventPayload(pieces(event('PostToolUse', '{"a":[1,"}"]}'), 3));
    expect(readClaudeCode(payload)).toMatchObject({ result: { a: [1, '}'] } });
  });
});

describe('an event of what is about to happen', () => {
  it.each(['PreToolUse', 'UserPromptSubmit'])('is refused where it cannot be read: %s', async (name) => {
    for (const [, response] of UNREADABLE)
      await expect(readEventPayload(pieces(event(name, response), 65_536))).rejects.toThrow(/./);
  });

  it.each(['[]', '5', '', '{', '{"a":1}x', '{"hook_event_name":"PreToolUse","hook_event_name":"Stop"}'])(
    'is refused where it is no event: %s',
    async (text) => {
      await expect(readEventPayload(pieces(text, 9))).rejects.toThrow(/./);
    },
  );
});
