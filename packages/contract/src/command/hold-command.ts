import { once } from 'node:events';
import { isAbsolute, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { JsonObject } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { SandboxContract } from '@callgate/core/disclose';
import { contractErrors } from '@callgate/messages/errors/contract';
import { contractMessages } from '@callgate/messages/contract';
import { chooseSandbox } from '../sandbox/choose-sandbox.ts';
import { enforcedBy } from '../sandbox/enforced-by.ts';
import { isClaimed } from '../sandbox/is-claimed.ts';
import type { SandboxBackend, SandboxViolation } from '../sandbox/sandbox.ts';

const MAX_OUTPUT = 1_048_576;

/** A tool that is a program: each call runs it once. */
export interface CommandTool {
  /** As MCP defines it: its annotations say what the program may do. */
  readonly definition: JsonObject;
  readonly command: string;
  /** One argument each; no shell reads them. */
  readonly args: (input: JsonObject) => readonly string[];
  /** Written to its standard input. */
  readonly stdin?: (input: JsonObject) => string;
  /** Absolute, without links. The folders it works on. */
  readonly roots?: readonly string[];
  /** The first root, or where this process is, if absent. */
  readonly cwd?: string;
  /** Exactly what it gets; PATH and HOME of this process if absent. */
  readonly env?: Readonly<Record<string, string>>;
  /** Absolute. Not there for it, beside the usual places of secrets and Callgate's own folder. */
  readonly hidden?: readonly string[];
  /** `host:port` that it may reach although it claims a closed world. */
  readonly allow?: readonly string[];
  /** `prefer` runs it as any program where no sandbox works, and says so in `contract`. `require` if absent. */
  readonly sandbox?: 'require' | 'prefer';
}

export interface CommandOutput {
  /** Null where a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What its claims exclude and the sandbox kept from lasting. */
  readonly violations: readonly SandboxViolation[];
}

/** A program that can do no more than its tool claims. */
export interface HeldCommand {
  /** What is enforced: for the gate that decides about the tool. */
  readonly contract: SandboxContract;
  run(
    input: JsonObject,
    options?: { readonly abortSignal?: AbortSignal | undefined },
  ): Promise<CommandOutput>;
}

const nameOf = ({ command }: CommandTool): string => display(command, { max: 200 });

/** Callgate's own folder, where it is not in its usual place: that one is a place of secrets. */
const ownFolders = (): readonly string[] => {
  const { CALLGATE_HOME, XDG_DATA_HOME } = process.env;
  return [CALLGATE_HOME, XDG_DATA_HOME === undefined ? undefined : join(XDG_DATA_HOME, 'callgate')]
    .filter((folder) => folder !== undefined)
    .filter((folder) => isAbsolute(folder));
};

/** Reads a stream to its end. More than fits ends the program. */
const readAll = async (stream: Readable, end: () => void): Promise<string> => {
  const pieces: Buffer[] = [];
  let size = 0;
  stream.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > MAX_OUTPUT) end();
    else pieces.push(piece);
  });
  await once(stream, 'close');
  return Buffer.concat(pieces).toString();
};

const runHeld = async (
  backend: SandboxBackend,
  tool: CommandTool,
  contract: SandboxContract,
  input: JsonObject,
  signal: AbortSignal | undefined,
): Promise<CommandOutput> => {
  const { writes = true, network = true } = contract.place ?? {};
  const { PATH = '', HOME = '' } = process.env;
  const server = await backend.start({
    command: tool.command,
    args: tool.args(input),
    cwd: tool.cwd ?? tool.roots?.[0] ?? process.cwd(),
    env: tool.env ?? { PATH, HOME },
    class: { writes, network },
    roots: tool.roots ?? [],
    hidden: [...(tool.hidden ?? []), ...ownFolders()],
    allow: tool.allow ?? [],
  });
  const { child } = server;
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  const fail = (why: string) => (): void =>
    failed.reject(new CallgateError(contractErrors.command({ command: nameOf(tool), why })));
  const abort = fail(contractMessages.command.cancelled);
  try {
    if (server.level !== contract.place?.level)
      throw new CallgateError(
        contractErrors.command({ command: nameOf(tool), why: contractMessages.notSent.weaker }),
      );
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    child.once('error', fail(contractMessages.command.notFound));
    child.stdin.end(tool.stdin?.(input) ?? '');
    const tooMuch = fail(contractMessages.command.tooMuch({ most: MAX_OUTPUT }));
    const output = Promise.all([readAll(child.stdout, tooMuch), readAll(child.stderr, tooMuch)]);
    output.catch(() => {});
    const [stdout, stderr] = await Promise.race([output, failed.promise]);
    if (child.exitCode === null && child.signalCode === null)
      await Promise.race([once(child, 'exit'), failed.promise]);
    return { exitCode: child.exitCode, stdout, stderr, violations: await server.violations() };
  } finally {
    signal?.removeEventListener('abort', abort);
    await server.close();
  }
};

/** Holds a tool that is a program to what it claims. What a function of this process does, nothing holds: it is declared only. */
export const holdCommand = async (tool: CommandTool): Promise<HeldCommand> => {
  const { backend, refused } = await chooseSandbox();
  if (backend.level !== 'enforced' && tool.sandbox !== 'prefer') {
    const why = refused.map(({ name, why: reason }) =>
      contractMessages.wasRefused({ backend: name, why: reason }),
    );
    throw new CallgateError(
      contractErrors.command({
        command: nameOf(tool),
        why: why.join('; ') || contractMessages.noSandbox,
      }),
    );
  }
  const wanted = {
    writes: !isClaimed(tool.definition, 'readOnly', 'yes'),
    network: !isClaimed(tool.definition, 'openWorld', 'no'),
  };
  const { level, name } = backend;
  const contract: SandboxContract = {
    ...enforcedBy(wanted, level, tool.allow ?? []),
    place: { level, backend: name, ...wanted },
  };
  return {
    contract,
    run: (input, { abortSignal } = {}) => runHeld(backend, tool, contract, input, abortSignal),
  };
};
