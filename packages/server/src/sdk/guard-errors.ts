import { CallgateError, display } from '@callgate/core';
import type { DeclaredTool } from '../declared-tool.ts';

const named = (name: string): string => `\`${display(name, { max: 100 })}\``;

/** The manifest's entry for a tool that is registered. */
export const declaredOrThrow = (tools: ReadonlyMap<string, DeclaredTool>, name: string): DeclaredTool => {
  const declared = tools.get(name);
  if (declared !== undefined) return declared;
  throw new CallgateError('GUARD_NOT_DECLARED', `there is no ${named(name)} in the manifest`, {
    help: 'declare every tool that is registered',
  });
};

/** At start: a tool of the manifest that nobody registered. */
export const refuseMissing = (
  tools: ReadonlyMap<string, DeclaredTool>,
  registered: { has(name: string): boolean },
): void => {
  const missing = [...tools.keys()].filter((name) => !registered.has(name));
  if (missing.length === 0) return;
  throw new CallgateError(
    'GUARD_NOT_REGISTERED',
    `the manifest declares what no tool is registered for: ${missing.map(named).join(', ')}`,
    { help: 'register them before the server connects, or take them out of the manifest' },
  );
};

export const tooLate = (): CallgateError =>
  new CallgateError('GUARD_TOO_LATE', 'the server has tools already that nobody guards', {
    help: 'guard the server first, then register its tools',
  });
