import type { HostileCase, HostileKind, CaseRole } from './hostile-case.ts';
import { HOSTILE_KINDS } from './hostile-case.ts';

const isKind = (name: string): name is HostileKind => Object.hasOwn(HOSTILE_KINDS, name);

const count = (cases: readonly HostileCase[], kind: HostileKind, role: CaseRole): number =>
  cases.filter((each) => each.kind === kind && each.role === role).length;

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

const total = (cases: readonly HostileCase[], role: CaseRole): number =>
  cases.filter((each) => each.role === role).length;

const kindTable = (cases: readonly HostileCase[]): string =>
  [
    row(['kind', 'attacks', 'twins', 'limits']),
    '|---|--:|--:|--:|',
    ...Object.entries(HOSTILE_KINDS)
      .filter(([kind]) => isKind(kind))
      .map(([kind, words]) =>
        isKind(kind)
          ? row([
              words,
              count(cases, kind, 'attack'),
              count(cases, kind, 'twin'),
              count(cases, kind, 'limit'),
            ])
          : '',
      ),
    row(['**all**', total(cases, 'attack'), total(cases, 'twin'), total(cases, 'limit')]),
  ].join('\n');

const limitList = (cases: readonly HostileCase[]): string =>
  cases
    .filter(({ role }) => role === 'limit')
    .map(({ kind, title }) => `- ${title} (${HOSTILE_KINDS[kind]})`)
    .join('\n');

/** The parts of the page that follow from the cases, by the name of their place on it. */
export const pageParts = (cases: readonly HostileCase[]): Readonly<Record<string, string>> => ({
  kinds: kindTable(cases),
  limits: limitList(cases),
});

const placeOf = (name: string): RegExp => new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- end -->)`);

/** The page with what follows from the cases put in its places. */
export const withParts = (page: string, parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts).reduce(
    (known, [name, part]) =>
      known.replace(placeOf(name), (_, open: string, close: string) => `${open}\n${part}\n${close}`),
    page,
  );
