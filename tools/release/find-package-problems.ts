import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../list-pages.ts';
import type { PackedTarball } from './pack-packages.ts';
import type { WorkspacePackage } from './workspace-packages.ts';

/** Left behind by compilers and tests. */
const RESIDUE = /\.tsbuildinfo$|\.map$|\.test\.|(?:^|\/)test\/|(?:^|\/)src\/(?!.*templates)/;

const isExact = (range: string): boolean => /^\d/.test(range);

const targetsOf = ({ exports, bin = {} }: WorkspacePackage): readonly string[] => [
  ...Object.values(bin),
  ...Object.values(exports).flatMap((target) =>
    typeof target === 'string'
      ? [target]
      : Object.entries(target)
          .filter(([condition]) => condition !== '@callgate/source')
          .map(([, path]) => path),
  ),
];

const escape = (text: string): string => text.replaceAll(/[.\\+?^${}()|[\]]/g, String.raw`\$&`);

const holds = (files: readonly string[], target: string): boolean => {
  const pattern = new RegExp(`^${target.replace(/^\.\//, '').split('*').map(escape).join('.+')}$`);
  return files.some((file) => pattern.test(file));
};

const tarballProblems = (item: WorkspacePackage, tarball: PackedTarball | undefined): readonly string[] => {
  if (tarball === undefined) return ['is not packed'];
  const files = tarball.files.map(({ path }) => path);
  return [
    ...['LICENSE', 'README.md', 'package.json']
      .filter((name) => !files.includes(name))
      .map((name) => `packs no ${name}`),
    ...files
      .filter((file) => RESIDUE.test(file) && !file.startsWith('templates/'))
      .map((file) => `packs ${file}`),
    ...targetsOf(item)
      .filter((target) => !holds(files, target))
      .map((target) => `names ${target}, which is not packed`),
  ];
};

const versionProblems = (item: WorkspacePackage, all: readonly WorkspacePackage[]): readonly string[] => {
  const [first = item] = all;
  const own = new Map(all.map(({ name, version }) => [name, version]));
  return [
    ...(item.version === first.version
      ? []
      : [`has version ${item.version}, ${first.name} ${first.version}`]),
    ...Object.entries(item.dependencies)
      .filter(([name, range]) => own.has(name) && own.get(name) !== range)
      .map(([name, range]) => `needs ${name} ${range}, which has version ${own.get(name) ?? ''}`),
    ...Object.entries(item.peerDependencies)
      .filter(([, range]) => isExact(range))
      .map(([name, range]) => `has the peer ${name} in one version only, ${range}`),
  ];
};

const fileProblems = ({ folder, repository }: WorkspacePackage): readonly string[] => {
  const license = join(ROOT, folder, 'LICENSE');
  const isLicensed =
    existsSync(license) && readFileSync(license, 'utf8') === readFileSync(join(ROOT, 'LICENSE'), 'utf8');
  return [
    ...(isLicensed ? [] : ['has no LICENSE, or another than the root']),
    ...(repository.directory === folder ? [] : [`says it is in ${repository.directory}`]),
  ];
};

/** What keeps the packages from being published, as lines. */
export const findPackageProblems = (
  packages: readonly WorkspacePackage[],
  tarballs: readonly PackedTarball[],
): readonly string[] =>
  packages.flatMap((item) =>
    [
      ...versionProblems(item, packages),
      ...fileProblems(item),
      ...tarballProblems(
        item,
        tarballs.find(({ name }) => name === item.name),
      ),
    ].map((problem) => `${item.name} ${problem}`),
  );
