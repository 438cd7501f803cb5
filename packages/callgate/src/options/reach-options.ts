import type { TrustLevel } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { TRUST_LEVELS } from '@callgate/core/disclose';
import { catalogueFileErrors } from '@callgate/messages/errors/catalogue-file';
import { commandErrors } from '@callgate/messages/errors/command';
import { optionErrors } from '@callgate/messages/errors/option';
import type { ServerEndpoint } from '@callgate/gateway/config';

/** Every value of an option that may stand more than once. */
export const optionValues = (words: readonly string[], option: string): string[] =>
  words.flatMap((word, at) => {
    if (word === option) return [words[at + 1] ?? ''];
    return word.startsWith(`${option}=`) ? [word.slice(option.length + 1)] : [];
  });

export const parseTrustOption = (written: string | undefined): TrustLevel => {
  const trust = TRUST_LEVELS.find((each) => each === (written ?? 'untrusted'));
  if (trust !== undefined) return trust;
  throw new CallgateError(catalogueFileErrors.trustUnknown({ trust: display(written ?? '', { max: 80 }) }));
};

const CONTRACTS = ['require', 'prefer', 'off'] as const;

/** `--contract`: whether a server runs in a sandbox. */
export const parseContractOption = (written: string | undefined): (typeof CONTRACTS)[number] => {
  const contract = CONTRACTS.find((each) => each === (written ?? 'off'));
  if (contract !== undefined) return contract;
  throw new CallgateError(
    optionErrors.valueUnknown({
      name: 'contract',
      value: display(written ?? '', { max: 40 }),
      values: CONTRACTS.join(', '),
    }),
  );
};

export const parseHeaders = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair): [string, string] => {
      const [, header, variable] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+)=([A-Za-z_]\w*)$/.exec(pair) ?? [];
      if (header === undefined || variable === undefined)
        throw new CallgateError(optionErrors.headerVariable());
      const value = process.env[variable];
      if (value === undefined) throw new CallgateError(optionErrors.variableUnset({ variable, header }));
      return [header, value];
    }),
  );

/** All that the client gave us is for the server it wanted to start; what is for Callgate stays here. */
export const inheritedEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || name.startsWith('CALLGATE_') ? [] : [[name, value]],
    ),
  );

export const checkUrl = (url: string): string => {
  const parsed = URL.parse(url);
  if (
    parsed !== null &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.username === '' &&
    parsed.password === ''
  )
    return parsed.href;
  throw new CallgateError(optionErrors.url());
};

/** The one server a command line names: what stands after `--`, or `--url`. Undefined where it names none. */
export const parseReach = (
  name: string,
  url: string | undefined,
  own: readonly string[],
  command: readonly string[],
): ServerEndpoint | undefined => {
  if (url !== undefined && command.length > 0)
    throw new CallgateError(commandErrors.commandAndUrl({ command: name }));
  if (url !== undefined)
    return { kind: 'http', url: checkUrl(url), headers: parseHeaders(optionValues(own, '--header-env')) };
  const [program, ...rest] = command;
  return program === undefined
    ? undefined
    : { kind: 'stdio', command: program, args: rest, env: inheritedEnvironment(process.env) };
};

const LONGEST = 3600;

/** `--timeout`: how long a server may take to answer. */
export const parseTimeout = (written: string | undefined): number => {
  const seconds = Number(written ?? '30');
  if (seconds > 0 && seconds <= LONGEST) return seconds;
  throw new CallgateError(optionErrors.timeout({ longest: LONGEST }));
};
