import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './list-pages.ts';

export interface Declaration {
  readonly name: string;
  readonly kind: 'type' | 'value';
  readonly isExported: boolean;
  /** From the root of the repository. */
  readonly file: string;
}

const DECLARED =
  /^(?<exported>export )?(?:declare |default |abstract |async )*(?<keyword>interface|type|class|enum|function\*?|const|let) (?<name>\w+)/gmu;

export const declarationsIn = (text: string, file: string): Declaration[] =>
  [...text.matchAll(DECLARED)].map(({ groups }) => ({
    name: groups?.['name'] ?? '',
    kind: /^(?:interface|type|class|enum)$/u.test(groups?.['keyword'] ?? '') ? 'type' : 'value',
    isExported: groups?.['exported'] !== undefined,
    file,
  }));

const sourceFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/u.test(path) && !/\.(?:test|laws|d)\.ts$/u.test(path))
    .map((path) => join(folder, path));

/** Every top-level declaration of the packages' own code. */
export const workspaceDeclarations = (): Declaration[] => {
  const packages = join(ROOT, 'packages');
  const folders = readdirSync(packages).map((name) => join(packages, name, 'src'));
  return [...folders, join(packages, 'console/web/src')]
    .flatMap(sourceFiles)
    .flatMap((path) => declarationsIn(readFileSync(path, 'utf8'), relative(ROOT, path)));
};

/** Names of exported types that more than one file declares, with the files. */
export const repeatedTypes = (declarations: readonly Declaration[]): ReadonlyMap<string, string[]> => {
  const files = new Map<string, string[]>();
  for (const { name, kind, isExported, file } of declarations)
    if (kind === 'type' && isExported) files.set(name, [...(files.get(name) ?? []), file]);
  return new Map([...files].filter(([, places]) => new Set(places).size > 1));
};

const IRREGULAR =
  /^(?:about|able|apart|before|came|does|done|drawn|found|given|gone|got|had|heard|held|it|its|kept|known|left|lost|made|meant|nothing|of|once|out|ran|read|said|sat|says|seen|sent|set|shown|spoken|taken|that|them|they|told|unsaid|way|went|what|which|who|whom|whose|why|written|wrote|yes)$/u;
const NOUNS = new Set([
  'binding',
  'building',
  'finding',
  'greeting',
  'heading',
  'listing',
  'meaning',
  'reading',
  'recording',
  'routing',
  'contract',
  'setting',
  'spelling',
  'string',
  'timing',
  'warning',
  'embed',
  'feed',
  'need',
  'seed',
  'speed',
  'sibling',
  'loading',
  'untrusted',
]);

/** A participle or a pronoun by itself says of what nothing is told. */
export const isBareParticiple = (name: string): boolean => {
  const word = name.toLowerCase();
  if (!/^[A-Za-z][a-z]+$/u.test(name) || NOUNS.has(word)) return false;
  return IRREGULAR.test(word) || /(?:[^e]ed|[a-z]{2}ing)$/u.test(word);
};
