import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Prompter } from './prompter.ts';

const prompted = (ignoreMs: number): { input: PassThrough; prompter: Prompter; shown: () => string } => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let text = '';
  output.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { input, prompter: new Prompter({ input, output, ignoreMs }), shown: () => text };
};

it('what is typed before the question is shown answers nothing', async () => {
  const { input, prompter, shown } = prompted(50);
  input.write('a\n');
  await delay(10);
  const answer = prompter.ask('Well? ');
  input.write('a\n');
  await expect.poll(shown).toBe('Well? ');
  input.write(' s \n');
  expect(await answer).toBe('s');
  prompter.close();
});

it('a terminal that goes away answers nothing, now and later', async () => {
  const { input, prompter } = prompted(0);
  const answer = prompter.ask('Well? ');
  input.end();
  expect(await answer).toBeNull();
  expect(await prompter.ask('Well? ')).toBeNull();
});
