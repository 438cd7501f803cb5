/** A command by its earlier name: what it is called now, and the words that do the same. */
export interface RenamedCommand {
  readonly to: string;
  readonly words: readonly string[];
}

interface NewName {
  readonly to: string;
  /** The words before what was given; those of `to` if absent. */
  readonly prefix?: readonly string[];
  /** Options that are called otherwise now. */
  readonly options?: Readonly<Record<string, string>>;
  readonly rewrite?: (rest: readonly string[]) => readonly string[];
}

/** `--labels private=known,untrusted=possible` is `--private known --untrusted possible`. */
const splitLabels = (rest: readonly string[]): readonly string[] =>
  rest
    .flatMap((word, at) =>
      rest[at - 1] === '--labels' ? [`--labels=${word}`] : word === '--labels' ? [] : [word],
    )
    .flatMap((word) =>
      word.startsWith('--labels=')
        ? word
            .slice('--labels='.length)
            .split(',')
            .filter((pair) => pair.trim() !== '')
            .map((pair) => `--${pair.trim()}`)
        : [word],
    );

/** `--out FILE` is `--export FILE`; without it the export goes to standard output. */
const exportToFile = (rest: readonly string[]): readonly string[] =>
  rest.some((word) => word === '--out' || word.startsWith('--out=')) ? rest : ['--export', '-', ...rest];

const RENAMED: Readonly<Record<string, NewName>> = {
  approvals: { to: 'inbox' },
  'approvals list': { to: 'inbox' },
  'approvals show': { to: 'inbox CALL', prefix: ['inbox'] },
  'approvals watch': { to: 'inbox --watch' },
  'approvals approve': { to: 'approve' },
  'approvals refuse': { to: 'deny' },
  refuse: { to: 'deny' },
  settle: { to: 'inbox CALL --settle', prefix: ['inbox'], options: { '--as': '--settle' } },
  'grant revoke': { to: 'grants ID --revoke', prefix: ['grants', '--revoke'] },
  declassify: { to: 'sessions --declassify', prefix: ['sessions'], options: { '--label': '--declassify' } },
  'sessions list': { to: 'sessions' },
  'sessions show': { to: 'sessions CALL', prefix: ['sessions'] },
  'tools list': { to: 'tools' },
  'tools show': { to: 'explain SERVER/TOOL --full', prefix: ['explain', '--full'], rewrite: splitLabels },
  'tools enable': { to: 'review SERVER/TOOL --enable', prefix: ['review', '--enable'] },
  'tools disable': { to: 'review SERVER/TOOL --disable', prefix: ['review', '--disable'] },
  'tools override': { to: 'review SERVER/TOOL --override', prefix: ['review', '--override'] },
  'tools review': { to: 'review SERVER/TOOL', prefix: ['review'] },
  'tools accept': {
    to: 'review SERVER/TOOL --accept --change-only',
    prefix: ['review', '--accept', '--change-only'],
  },
  'tools keep-out': {
    to: 'review SERVER/TOOL --keep-out --change-only',
    prefix: ['review', '--keep-out', '--change-only'],
  },
  'policy show': { to: 'policy' },
  'policy try': { to: 'explain', prefix: ['explain', '--in-force'] },
  'policy restore': { to: 'policy activate --restore' },
  lint: { to: 'check', prefix: ['check', '--as', 'tools'] },
  'manifest check': { to: 'check', prefix: ['check', '--as', 'manifest'] },
  'manifest convert': { to: 'convert' },
  'trace convert': { to: 'convert --to trace' },
  'session show': { to: 'replay --story' },
  'store accept': { to: 'accept --lost-entries' },
  'audit tail': { to: 'audit --entries' },
  'audit show': { to: 'audit CALL', prefix: ['audit'] },
  'audit search': { to: 'audit' },
  'audit export': {
    to: 'audit --export FILE',
    prefix: ['audit'],
    options: { '--out': '--export' },
    rewrite: exportToFile,
  },
  'audit report': {
    to: 'audit --export FILE.md',
    prefix: ['audit', '--format', 'markdown'],
    options: { '--out': '--export' },
    rewrite: exportToFile,
  },
  'audit proof': { to: 'audit verify --proof' },
  'audit check-proof': { to: 'audit verify FILE', prefix: ['audit', 'verify'] },
};

export const RENAMED_NAMES: readonly string[] = Object.keys(RENAMED);

const renameOption = (word: string, options: Readonly<Record<string, string>>): string => {
  const [, name = '', value = ''] = /^(--[a-z-]+)(=.*)?$/s.exec(word) ?? [];
  return Object.hasOwn(options, name) ? `${options[name]}${value}` : word;
};

/** Earlier names work for one version. */
export const renamedCommand = (name: string, rest: readonly string[]): RenamedCommand | undefined => {
  const found = Object.hasOwn(RENAMED, name) ? RENAMED[name] : undefined;
  if (found === undefined) return undefined;
  const { to, prefix = to.split(' '), options = {}, rewrite = (words) => words } = found;
  return { to, words: [...prefix, ...rewrite(rest).map((word) => renameOption(word, options))] };
};
