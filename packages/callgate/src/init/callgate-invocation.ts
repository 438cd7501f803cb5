/** A header that the client keeps in the environment, as `--header-env` names it. */
export interface HeaderEnv {
  readonly header: string;
  readonly variable: string;
}

export type CallgateInvocation = {
  /** The words up to what is wrapped, without those that name it. */
  readonly by: readonly string[];
} & (
  | /** Wraps a command, which begins at this word. */ { readonly kind: 'command'; readonly at: number }
  | { readonly kind: 'url'; readonly url: string; readonly headers: readonly HeaderEnv[] }
  /** Callgate, but nothing that could be taken off. */
  | { readonly kind: 'other' }
);

/** The option of `run` by which clients share one gateway. */
export const BACKGROUND = '--background';

/** `own` is the command that starts Callgate here, `options` are further ones of `run`. */
export const wrapCommand = (
  own: readonly string[],
  name: string,
  command: string,
  options: readonly string[] = [],
): string[] => [...own, 'run', '--name', name, ...options, '--', command];

export const wrapUrl = (
  own: readonly string[],
  name: string,
  url: string,
  headers: readonly HeaderEnv[],
  options: readonly string[] = [],
): string[] => [
  ...own,
  'run',
  '--name',
  name,
  ...options,
  '--url',
  url,
  ...headers.flatMap(({ header, variable }) => ['--header-env', `${header}=${variable}`]),
];

export const variableFor = (header: string): string =>
  `CALLGATE_HEADER_${header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;

const baseName = (word: string): string =>
  (word.split(/[/\\]/).at(-1) ?? '').replace(/\.(?:js|ts|mjs|cmd|exe|ps1)$/i, '');

const isCallgate = (word: string): boolean => /^callgate(?:@[\w.^~-]+)?$/i.test(baseName(word));

const LAUNCHERS = new Set(['node', 'npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'bun', 'bunx', 'cmd', 'env']);

/** What may stand between a launcher and what it starts. */
const isLaunchWord = (word: string): boolean => /^(?:-|\/c$|exec$|dlx$|x$|npx$|node$)/i.test(word);

/** The place of the first word after what starts Callgate. */
const afterCallgate = (words: readonly string[], own: readonly string[]): number | undefined => {
  if (own.length > 0 && own.every((word, at) => words[at] === word)) return own.length;
  const [first = ''] = words;
  if (isCallgate(first)) return 1;
  if (!LAUNCHERS.has(baseName(first).toLowerCase())) return undefined;
  const at = words.findIndex((word, index) => index > 0 && !isLaunchWord(word));
  return at > 0 && isCallgate(words[at] ?? '') ? at + 1 : undefined;
};

const NAMING = ['--name', '--url', '--header-env'];

const valuesOf = (words: readonly string[], option: string): string[] =>
  words.flatMap((word, at) => {
    if (word === option) return [words[at + 1] ?? ''];
    return word.startsWith(`${option}=`) ? [word.slice(option.length + 1)] : [];
  });

/** The words without those options that only say which server it is. */
const withoutNaming = (words: readonly string[]): string[] =>
  words.filter(
    (word, at) =>
      !NAMING.includes(word) &&
      !NAMING.includes(words[at - 1] ?? '') &&
      !NAMING.some((option) => word.startsWith(`${option}=`)),
  );

const headerOf = (pair: string): HeaderEnv => {
  const at = pair.indexOf('=');
  return { header: pair.slice(0, at), variable: pair.slice(at + 1) };
};

export const readInvocation = (
  words: readonly string[],
  own: readonly string[],
): CallgateInvocation | undefined => {
  const after = afterCallgate(words, own);
  if (after === undefined) return undefined;
  const dashes = words.indexOf('--', after);
  const end = dashes < 0 ? words.length : dashes;
  const by = withoutNaming(words.slice(0, end));
  if (words[after] !== 'run') return { kind: 'other', by };
  if (dashes >= 0)
    return dashes + 1 < words.length ? { kind: 'command', at: dashes + 1, by } : { kind: 'other', by };
  const options = words.slice(after + 1);
  const [url] = valuesOf(options, '--url');
  if (url === undefined) return { kind: 'other', by };
  return { kind: 'url', url, headers: valuesOf(options, '--header-env').map(headerOf), by };
};
