import { CallgateError, display } from '@callgate/core';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { optionErrors } from '@callgate/messages/errors/option';
import { findNearestName } from '@callgate/policy';
import { optionMessages } from '@callgate/messages/cli/options';
import type { DemoVerdict } from '../demo/demo-stage.ts';
import type { DemoStory } from '../demo/stories.ts';
import { flagOption, textOption } from '../options/option.ts';
import type { Command, Commands } from './command.ts';
import { command } from './command.ts';

const { demo: texts } = setUpMessages;

const verdictOf = (answer: string | undefined): DemoVerdict | null => {
  if (answer === undefined) return null;
  if (answer === 'approve') return answer;
  // `refuse` is the earlier name
  if (answer === 'deny' || answer === 'refuse') return 'refuse';
  throw new CallgateError(
    optionErrors.valueUnknown({
      name: 'answer',
      value: display(answer),
      values: optionMessages.values.answers,
    }),
  );
};

const paceOf = (written: string | undefined, verdict: DemoVerdict | null): number => {
  if (written === undefined) return verdict === null ? 1200 : 40;
  if (/^\d{1,5}$/.test(written)) return Number(written);
  throw new CallgateError(optionErrors.pace());
};

const storiesOf = (all: readonly DemoStory[], name: string): readonly DemoStory[] => {
  const found = name === 'all' ? all : all.filter((story) => story.name === name);
  if (found.length > 0) return found;
  const names = [...all.map((story) => story.name), 'all'];
  throw new CallgateError(
    optionErrors.valueUnknown({
      name: 'script',
      value: display(name),
      values: names.join(', '),
      near: findNearestName(name, names),
    }),
  );
};

/** One of the demo's own servers, started by its gateway: `demo --serve NAME FOLDER PACE`. */
const serve = async ([name = '', folder = '', pace = '']: readonly string[]): Promise<void> => {
  const [{ DEMO_SERVERS }, { serveDemoServer }] = await Promise.all([
    import('../demo/servers/demo-servers.ts'),
    import('../demo/servers/serve-demo-server.ts'),
  ]);
  const make = Object.hasOwn(DEMO_SERVERS, name) ? DEMO_SERVERS[name] : undefined;
  if (make === undefined || folder === '' || !/^\d{1,5}$/.test(pace))
    throw new CallgateError(optionErrors.demoServer());
  await serveDemoServer(make(Number(pace)), folder);
};

const entry: Command = command(
  {
    script: textOption(texts.script),
    answer: textOption(texts.answer, { valueHint: 'approve|deny' }),
    pace: textOption(texts.pace),
    json: flagOption(texts.json),
    open: flagOption(texts.open),
  },
  async ({ script = 'all', answer, pace, json = false, open = false }) => {
    const verdict = verdictOf(answer);
    const { STORIES } = await import('../demo/stories.ts');
    const stories = storiesOf(STORIES, script);
    const { runDemo } = await import('../demo/run-demo.ts');
    await runDemo({ stories, answer: verdict, pace: paceOf(pace, verdict), json, open });
  },
);

export const commands: Commands = {
  demo: {
    ...entry,
    run: (name, words) => (words[0] === '--serve' ? serve(words.slice(1)) : entry.run(name, words)),
  },
};
