import { CallgateError, canonical, display } from '@callgate/core';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import { commandErrors } from '@callgate/messages/errors/command';
import type { CommittedChanges, UndoCall } from '@callgate/operations/api';
import type { OperationsAccess } from '../inbox/open-operations-access.ts';
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

/** A person sees what is done before it is. */
const agrees = async (effect: string): Promise<boolean> => {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) throw new CallgateError(commandErrors.undoUnasked());
  write(effect);
  if (await askToApprove({ input: stdin, output: stdout, word: undefined, question: texts.ask })) return true;
  write(texts.kept);
  process.exitCode = 1;
  return false;
};

interface UndoOptions {
  readonly json: boolean;
  readonly yes: boolean;
}

/** Where no gateway runs, no call can be made. */
const findUndoCall = ({ operations }: OperationsAccess, call: string): Promise<UndoCall | null> =>
  operations.ask('undo.call', { call }).catch((error: unknown) => {
    if (error instanceof CallgateError && error.code === 'CONTROL_METHOD') return null;
    throw error;
  });

/** A call that changed no files that are known: the tool that its own tool names for it. */
const callUndoTool = async (
  { operations }: OperationsAccess,
  found: UndoCall,
  { json, yes }: UndoOptions,
): Promise<void> => {
  const { call } = found;
  if (found.isOffered && found.missing.length === 0 && !yes) {
    const tool = `${display(found.server, { max: 80 })}/${display(found.tool, { max: 128 })}`;
    const args = display(canonical(found.arguments), { max: 2000 });
    if (!(await agrees(`${texts.calls({ tool, isBelieved: found.isBelieved })}\n  ${args}\n`))) return;
  }
  // what cannot be called is refused with its reason
  const made = await operations.ask('undo.make', { call });
  const id = display(made.call, { max: 128 });
  write(json ? asciiJson({ call, made }) : texts.made({ id, state: made.state }));
};

const undo = async (call: string, options: UndoOptions): Promise<void> => {
  const access = await openOperationsAccess({ write: true, call });
  try {
    const { operations } = access;
    const [changes] = await operations.ask('files.changes', { call });
    if (changes === undefined) {
      const found = await findUndoCall(access, call);
      if (found !== null) return await callUndoTool(access, found, options);
    }
    // what cannot be undone is refused with its reason
    const isAsked = changes?.state === 'committed' && !options.yes;
    if (isAsked && !(await agrees(`${texts.restores}\n${pathLines(changes, changes.paths.length)}`))) return;
    const { count } = await operations.ask('files.undo', { call });
    write(
      options.json
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
