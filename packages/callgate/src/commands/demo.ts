import { CallgateError, display } from '@callgate/core';
import { nearest } from '@callgate/policy';
import type { ArgsDef } from 'citty';
import type { Verdict } from '../demo/stage.ts';
import type { Story } from '../demo/stories.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  script: { type: 'string', description: 'Play this story alone, or all' },
  answer: {
    type: 'string',
    description: 'approve or refuse: nobody sits there, every question gets this answer, and the demo ends',
  },
  pace: {
    type: 'string',
    description: 'Milliseconds that one step takes, so that you can follow; 1200, with --answer 40',
  },
  json: { type: 'boolean', description: 'The last line as JSON' },
  open: { type: 'boolean', description: 'Open the console in a browser' },
} as const satisfies ArgsDef;

const verdictOf = (answer: string | undefined): Verdict | null => {
  if (answer === undefined) return null;
  if (answer === 'approve' || answer === 'refuse') return answer;
  throw new CallgateError('OPTION_VALUE', `--answer is approve or refuse, not \`${display(answer)}\``);
};

const paceOf = (written: string | undefined, verdict: Verdict | null): number => {
  if (written === undefined) return verdict === null ? 1200 : 40;
  if (/^\d{1,5}$/.test(written)) return Number(written);
  throw new CallgateError('OPTION_VALUE', '--pace is a number of milliseconds, up to 99999');
};

const storiesOf = (all: readonly Story[], name: string): readonly Story[] => {
  const found = name === 'all' ? all : all.filter((story) => story.name === name);
  if (found.length > 0) return found;
  const names = [...all.map((story) => story.name), 'all'];
  const near = nearest(name, names);
  throw new CallgateError('OPTION_VALUE', `there is no story \`${display(name)}\``, {
    help: near === undefined ? `there are ${names.join(', ')}` : `did you mean ${near}?`,
  });
};

const entry: CommandEntry = commandEntry(
  'demo',
  'Play an agent through stories in front of a real gateway, with a console to look and decide in',
  args,
  async ({ args: { script = 'all', answer, pace, json = false, open = false } }) => {
    const verdict = verdictOf(answer);
    const { STORIES } = await import('../demo/stories.ts');
    const stories = storiesOf(STORIES, script);
    const { runDemo } = await import('../demo/run-demo.ts');
    await runDemo({ stories, answer: verdict, pace: paceOf(pace, verdict), json, open });
  },
);

/** One of the demo's own servers, started by its gateway: `demo --serve NAME FOLDER PACE`. */
const serve = async ([name = '', folder = '', pace = '']: readonly string[]): Promise<void> => {
  const [{ DEMO_SERVERS }, { serveDemoServer }] = await Promise.all([
    import('../demo/servers/all.ts'),
    import('../demo/servers/serve.ts'),
  ]);
  const make = Object.hasOwn(DEMO_SERVERS, name) ? DEMO_SERVERS[name] : undefined;
  if (make === undefined || folder === '' || !/^\d{1,5}$/.test(pace))
    throw new CallgateError('OPTION_VALUE', 'the demo starts its servers itself');
  await serveDemoServer(make(Number(pace)), folder);
};

/** `callgate demo [--script NAME] [--answer approve|refuse]` */
export const demoCommand: CommandEntry = {
  ...entry,
  run: (words) => (words[0] === '--serve' ? serve(words.slice(1)) : entry.run(words)),
};
