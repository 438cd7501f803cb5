import { CallgateError, display } from '@callgate/core';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import { commandErrors } from '@callgate/messages/errors/command';
import type { CommittedChanges } from '@callgate/operations/api';
import { openOperationsAccess } from '../inbox/open-operations-access.ts';
import { flagOption } from '../options/option.ts';
import { askToApprove } from '../show/ask-to-approve.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { bold, write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const { undo: texts } = everydayMessages;

const MAX_PATHS = 3;

const pathLines = ({ paths, count }: Pick<CommittedChanges, 'paths' | 'count'>, most: number): string => {
  const shown = paths.slice(0, most).map((path) => `  ${display(path, { max: 200 })}\n`);
  const more = count - shown.length;
  return `${shown.join('')}${more > 0 ? `  ${texts.more({ count: more })}\n` : ''}`;
};

/** A person sees which files before they change. */
const agrees = async (changes: CommittedChanges): Promise<boolean> => {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) throw new CallgateError(commandErrors.undoUnasked());
  write(`${texts.restores}\n${pathLines(changes, changes.paths.length)}`);
  return await askToApprove({ input: stdin, output: stdout, word: undefined, question: texts.ask });
};

const undo = async (
  call: string,
  { json, yes }: { readonly json: boolean; readonly yes: boolean },
): Promise<void> => {
  const access = await openOperationsAccess({ write: true });
  try {
    const [changes] = yes ? [] : await access.operations.ask('files.changes', { call });
    // what cannot be undone is refused with its reason
    if (changes?.state === 'committed' && !(await agrees(changes))) {
      write(texts.kept);
      process.exitCode = 1;
      return;
    }
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
      const { call, state, server, target, at } = changes;
      const tool = `${display(server, { max: 80 })}/${display(target, { max: 80 })}`;
      const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
      write(
        json
          ? asciiJson(changes)
          : `${bold(display(call, { max: 128 }))}  ${tool}  ${when} UTC\n${pathLines(changes, MAX_PATHS)}${state === 'left' ? `  ${texts.left}\n` : ''}`,
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
      yes: flagOption(texts.yes),
      json: flagOption(texts.json),
    },
    async (given) => {
      const [call, ...others] = given._;
      const json = given.json === true;
      if (others[0] !== undefined)
        throw new CallgateError(
          commandErrors.tooManyArguments({ command: 'undo', extra: display(others[0]) }),
        );
      await (call === undefined ? list(json) : undo(call, { json, yes: given.yes === true }));
    },
  ),
};
