/** Writes docs/mutation.md from the report of `npm run test:mutation`: every survivor, with the reason it survives. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { reasonFor } from './mutation-reasons.ts';
import { ROOT } from './pages.ts';

const position = z.object({ line: z.number(), column: z.number() });
const report = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          status: z.string(),
          mutatorName: z.string(),
          replacement: z.string().optional(),
          location: z.object({ start: position, end: position }),
        }),
      ),
    }),
  ),
});

interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly from: string;
  readonly to: string;
}

const code = (text: string): string =>
  `\`${text.replaceAll('`', '’').replaceAll('|', '∣').replaceAll(/\s+/g, ' ').slice(0, 80)}\``;

const { files } = report.parse(JSON.parse(readFileSync(join(ROOT, 'reports/mutation.json'), 'utf8')));
const counts = new Map<string, number>();
const survivors: Survivor[] = [];
for (const [path, { source, mutants }] of Object.entries(files)) {
  const lines = source.split('\n');
  for (const { status, location, replacement } of mutants) {
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (status !== 'Survived' && status !== 'NoCoverage') continue;
    const { start, end } = location;
    const text = lines[start.line - 1] ?? '';
    const from =
      start.line === end.line
        ? text.slice(start.column - 1, end.column - 1)
        : `${text.slice(start.column - 1)} …`;
    survivors.push({
      file: basename(path),
      line: start.line,
      text: text.trim(),
      from,
      to: replacement ?? '',
    });
  }
}
const of = (status: string): number => counts.get(status) ?? 0;
const caught = of('Killed') + of('Timeout');
const score = ((100 * caught) / (caught + survivors.length)).toFixed(1);
const byReason = Map.groupBy(survivors, reasonFor);
const sections = [...byReason].map(([reason, group]) => {
  const rows = group.map(({ file, line, from, to }) => `| ${file}:${line} | ${code(from)} | ${code(to)} |`);
  return `## ${reason}\n\n| where | written | mutant |\n|---|---|---|\n${rows.join('\n')}`;
});
writeFileSync(
  join(ROOT, 'docs/mutation.md'),
  `# Mutation testing

\`npm run test:mutation\` changes the path of a decision (claims, beliefs, facts, labels, policy, decision) in one place at a time and runs the tests beside the code; the laws are left out, so that plain tests have to notice. Of ${caught + survivors.length} mutants ${caught} were caught (${score} %). What runs once when a module is loaded is left out (${of('Ignored')}), because the runner cannot switch it test by test.

Files of the last run: ${Object.keys(files).map((path) => basename(path)).toSorted().join(', ')}.

The ${survivors.length} survivors, by the reason they survive:

${sections.join('\n\n')}
`,
);
const open = byReason.get('Not examined');
console.log(`${survivors.length} survivors, ${open?.length ?? 0} not examined, score ${score} %`);
