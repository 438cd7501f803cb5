import { homedir } from 'node:os';
import { doctorMessages as texts } from '@callgate/messages/cli/doctor';
import { homePaths } from '../home/home-paths.ts';
import { detectOwnCommand } from '../init/detect-own-command.ts';
import { flagOption } from '../options/option.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { bold, write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const LIST_SECONDS = 30;

export const commands: Commands = {
  doctor: command(
    {
      start: { type: 'boolean', default: true, description: texts.start },
      json: flagOption(texts.json),
    },
    async (given) => {
      const { examineSetup } = await import('../doctor/examine-setup.ts');
      const problems = await examineSetup({
        machine: { platform: process.platform, home: homedir(), cwd: process.cwd(), env: process.env },
        home: homePaths(process.env),
        own: detectOwnCommand(),
        now: Date.now,
        seconds: given.start ? LIST_SECONDS : null,
      });
      if (problems.length > 0) process.exitCode = 1;
      if (given.json === true) write(asciiJson({ problems }, 2));
      else if (problems.length === 0) write(texts.fine);
      else {
        const lines = problems.map(({ message, fix }) => `${bold(message)}\n  ${texts.fix({ fix })}`);
        write([...lines, texts.total({ problems: problems.length })].join('\n'));
      }
    },
  ),
};
