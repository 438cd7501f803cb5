import { expect, it } from 'vitest';
import { TOO_LONG, readLines } from './read-lines.ts';

async function* chunks(parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

const read = async (parts: readonly string[], longest = 10): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of readLines(chunks(parts), longest))
    lines.push(line === TOO_LONG ? 'TOO LONG' : Buffer.from(line).toString());
  return lines;
};

it('a line is the same wherever it was cut on its way', async () => {
  const text = 'one\ntwo\n\nthree é\n';
  for (let at = 0; at <= text.length; at += 1)
    expect(await read([text.slice(0, at), text.slice(at)])).toEqual(['one', 'two', '', 'three é']);
  expect(await read([...text].filter((character) => character !== 'é'))).toEqual([
    'one',
    'two',
    '',
    'three ',
  ]);
});

it('what has no line feed at its end is no line', async () => {
  expect(await read(['one\ntw'])).toEqual(['one']);
  expect(await read([])).toEqual([]);
});

it('only a line feed ends a line', async () => {
  expect(await read(['a\rb\u2028c\n'])).toEqual(['a\rb\u2028c']);
});

it('a line may be as long as is allowed, and nothing is read after one that is longer', async () => {
  expect(await read(['0123456789\n', 'x\n'])).toEqual(['0123456789', 'x']);
  expect(await read(['0123456789a\nx\n'])).toEqual(['TOO LONG']);
  expect(await read(['01234', '56789', 'a'])).toEqual(['TOO LONG']);
  expect(await read(['01234', '56789a\nx\n'])).toEqual(['TOO LONG']);
});
