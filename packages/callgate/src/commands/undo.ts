import { CallgateError, display } from '@callgate/core';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import { commandErrors } from '@callgate/messages/errors/command';
import { openOperationsAccess } from '../inbox/open-operations-access.ts';
import { flagOption } from '../options/option.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { bold, write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const { undo: texts } = everydayMessages;

const MAX_PATHS = 3;

const undo = async (call: string, json: boolean): Promise<void> => {
  const access = await openOperationsAccess({ write: true });
  try {
    const { count } = await access.operations.ask('files.undo', { call });
    write(
      json
        ? asciiJson({ call, undone: true, count })
        : texts.undone({ id: display(call, { max: 128 }), count }),
    );
  } finally {
    await access.close();
  }
};

const list = async (json: boolean): Promise<void> => {
  const access = await openOperationsAccess({ write: false });
  try {
    const all = await access.operations.ask('files.changes', {});
    const listed = all.filter(({ state }) => state !== 'undone');
    for (const changes of listed) {
      const { call, state, server, target, at, paths, count } = changes;
      const shown = paths.slice(0, MAX_PATHS).map((path) => `  ${display(path, { max: 200 })}\n`);
      const more = count > MAX_PATHS ? `  ${texts.more({ count: count - MAX_PATHS })}\n` : '';
      const tool = `${display(server, { max: 80 })}/${display(target, { max: 80 })}`;
      const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
      write(
        json
          ? asciiJson(changes)
          : `${bold(display(call, { max: 128 }))}  ${tool}  ${when} UTC\n${shown.join('')}${more}${state === 'left' ? `  ${texts.left}\n` : ''}`,
      );
    }
    if (listed.length === 0 && !json) write(texts.none);
  } finally {
    await access.close();
  }
};

export const commands: Commands = {
  undo: command(
    {
      call: { type: 'positional', required: false, description: texts.call },
      json: flagOption(texts.json),
    },
    async (given) => {
      const [call, ...others] = given._;
      const json = given.json === true;
      if (others[0] !== undefined)
        throw new CallgateError(
          commandErrors.tooManyArguments({ command: 'undo', extra: display(others[0]) }),
        );
      await (call === undefined ? list(json) : undo(call, json));
    },
  ),
};
