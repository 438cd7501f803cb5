import { utimesSync } from 'node:fs';
import { resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import type { AcceptedFileKind } from '@callgate/gateway/config';
import { loadConfig, loadLockModule } from '@callgate/gateway/config';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { acceptErrors } from '@callgate/messages/errors/accept';
import type { PolicyProblem } from '@callgate/policy';
import { formatProblem, loadPolicy } from '@callgate/policy';
import { YamlFile, readText } from '@callgate/policy/yaml';
import type { HomePaths } from '../home/home-paths.ts';
import { now } from '../input/now.ts';
import type { Offer } from './offer.ts';

const readOfferedFile = (path: string): string => {
  try {
    return readText(path);
  } catch (error) {
    throw new CallgateError(acceptErrors.unreadable({ path: display(path) }), { cause: error });
  }
};

/** By what stands at its top. */
const kindOf = (text: string): AcceptedFileKind | undefined => {
  let content: unknown;
  try {
    const file = new YamlFile('', text);
    if (file.errors.length > 0) return undefined;
    content = file.content();
  } catch {
    return undefined;
  }
  if (typeof content !== 'object' || content === null) return undefined;
  if ('version' in content && 'servers' in content) return 'lock';
  if ('serverVersion' in content && 'tools' in content) return 'pack';
  if ('servers' in content || 'mcpServers' in content) return 'config';
  return ['rules', 'extends', 'exceptions', 'hints', 'mode'].some((key) => key in content)
    ? 'policy'
    : undefined;
};

/** What is accepted must at least be usable. */
const PROBLEMS: Readonly<
  Record<AcceptedFileKind, (path: string, text: string, home: string) => Promise<readonly PolicyProblem[]>>
> = {
  lock: async (path, text) => problemsOf((await loadLockModule()).readLock(path, text)),
  pack: async (path, text) => problemsOf((await import('@callgate/catalogue/packs')).readPack(text, path)),
  policy: async (path, text) => problemsOf(loadPolicy([{ name: path, text }])),
  config: async (path, _, home) => {
    // variables that are not set here may be set elsewhere
    const wrong = problemsOf(await loadConfig(path, { home, env: process.env })).filter(
      ({ code }) => code !== 'CONFIG_VARIABLE',
    );
    return wrong.some(({ severity }) => severity === 'error') ? wrong : [];
  },
};

const problemsOf = (
  outcome: { readonly ok: true } | { readonly ok: false; readonly problems: readonly PolicyProblem[] },
): readonly PolicyProblem[] => (outcome.ok ? [] : outcome.problems);

/** A gateway that waits for it looks at files that changed. */
const touch = (path: string): void => {
  try {
    const at = new Date(now().at);
    utimesSync(path, at, at);
  } catch {
    // it looks again when it is started
  }
};

/** A file as it is now, whole: what is accepted is what was looked at. */
export const offerFile = async (written: string, { folder }: HomePaths): Promise<Offer> => {
  const { AcceptedFiles, acceptedDigest } = await loadLockModule();
  const path = resolve(written);
  const text = readOfferedFile(path);
  const kind = kindOf(text);
  if (kind === undefined) throw new CallgateError(acceptErrors.kindUnknown({ path: display(path) }));
  const problems = await PROBLEMS[kind](path, text, folder);
  if (problems.length > 0)
    throw new CallgateError(`${kind.toUpperCase()}_INVALID`, problems.map(formatProblem).join('\n'));
  const digest = acceptedDigest(kind, text);
  return {
    text: `${setUpMessages.accept.fileOffer({ path: display(path), kind })}\n\n${display(text, { lines: true }).replaceAll(/^/gm, '  │ ')}`,
    json: { kind, path },
    digest,
    accept: () => {
      new AcceptedFiles(folder).accept(kind, text, { path, at: now().at });
      touch(path);
    },
    done: setUpMessages.accept.file({ path: display(path) }),
  };
};
