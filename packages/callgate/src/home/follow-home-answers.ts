import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CallgateError } from '@callgate/core';
import { homeErrors } from '@callgate/messages/errors/home';
import type { HomeSettings } from '@callgate/gateway/config';
import { homePaths } from './home-paths.ts';
import { CONFIG_NAME } from './find-config.ts';

/** Gives the settings as the file is now, the same object while the file is the same. */
export type HomeAnswerSource = () => Promise<HomeSettings>;

const stampOf = (path: string): string => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
};

const readAnswers = async (
  path: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<HomeSettings> => {
  const { defaultGatewayConfig, defaultNotify, loadHomeSettings } = await import('@callgate/gateway/config');
  const { refuseWritableByOthers } = await import('@callgate/gate/host');
  // a user who can write the folder can also remove the file
  refuseWritableByOthers(folder);
  if (stampOf(path) === '') {
    const usual = defaultGatewayConfig(folder, []);
    return { ...usual, approvals: { ...usual.approvals, notify: defaultNotify(env) } };
  }
  const read = await loadHomeSettings(path, { home: folder, env });
  if (read.ok) return read.answers;
  const { formatProblem } = await import('@callgate/policy');
  throw new CallgateError(
    homeErrors.policy.answersUnknown({ problems: read.problems.map(formatProblem).join('\n') }),
  );
};

/** What the configuration in Callgate's folder says about people and answers over agents' own connections, now and later. */
export const followHomeAnswers = (env: Readonly<Record<string, string | undefined>>): HomeAnswerSource => {
  const { folder } = homePaths(env);
  const path = join(folder, CONFIG_NAME);
  let last: { readonly stamp: string; readonly answers: Promise<HomeSettings> } | undefined;
  return async () => {
    const stamp = stampOf(path);
    if (last?.stamp !== stamp) last = { stamp, answers: readAnswers(path, folder, env) };
    return await last.answers;
  };
};
