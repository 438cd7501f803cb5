import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { askToApprove } from './ask-to-approve.ts';

/** Somebody who types one thing after another, each once they are asked. */
const typing = async (
  typed: readonly string[],
  word?: string,
): Promise<{ readonly agreed: boolean; readonly shown: string }> => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const left = [...typed];
  let shown = '';
  output.on('data', (text: Buffer) => {
    shown += text.toString();
    const next = left.shift();
    if (next === undefined) input.end();
    else input.write(next);
  });
  const agreed = await askToApprove({ input, output, word, ignoreMs: 0 });
  return { agreed, shown };
};

it('a yes is y or yes, and nothing else is', async () => {
  for (const yes of ['y\n', 'Y\n', ' yes \n']) expect(await typing([yes])).toMatchObject({ agreed: true });
  for (const no of ['n\n', 'no\n', '\n', ' \n']) expect(await typing([no])).toMatchObject({ agreed: false });
});

it('what is neither is asked again', async () => {
  expect(await typing(['yep\n', 'maybe\n', 'y\n'])).toEqual({
    agreed: true,
    shown: 'Approve? y/n > '.repeat(3),
  });
});

it('a word has to be typed exactly', async () => {
  expect(await typing(['y\n', 'Open_vault\n', 'open_vault\n'], 'open_vault')).toMatchObject({ agreed: true });
  expect(await typing(['y\n', 'n\n'], 'open_vault')).toMatchObject({ agreed: false });
});

it('a terminal that closes is a no', async () => {
  expect(await typing([])).toMatchObject({ agreed: false });
  expect(await typing(['maybe\n'])).toMatchObject({ agreed: false });
});

it('what is typed before anything is asked is forgotten', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.write('y\n');
  output.on('data', () => input.write('n\n'));
  expect(await askToApprove({ input, output, word: undefined, ignoreMs: 20 })).toBe(false);
});
