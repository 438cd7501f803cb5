import type { ManifestProblem } from '@callgate/manifest';
import { formatManifestProblem, readManifest } from '@callgate/manifest';
import type { ArgsDef } from 'citty';
import { textOf } from '../manifest/read-source.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { counted } from '../show/columns.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  file: { type: 'positional', required: true, description: 'Manifests: YAML or JSON; - for standard input' },
  json: { type: 'boolean', description: 'Problems as JSON' },
} as const satisfies ArgsDef;

/** `callgate manifest check FILE…` */
export const manifestCheckCommand: CommandEntry = commandEntry(
  'manifest check',
  'Validate disclosure manifests; exit code 1 where one cannot be used',
  args,
  ({ args: given }) => {
    const problems: ManifestProblem[] = [];
    let tools = 0;
    for (const path of given._) {
      const outcome = readManifest(textOf(path), path);
      problems.push(...(outcome.ok ? outcome.warnings : outcome.problems));
      if (outcome.ok) tools += outcome.manifest.tools.length;
      else process.exitCode = 1;
    }
    if (given.json === true) write(asciiJson({ problems }));
    else {
      for (const problem of problems) write(formatManifestProblem(problem));
      const errors = problems.filter(({ severity }) => severity === 'error').length;
      write(
        errors > 0
          ? counted(errors, 'error')
          : `${counted(tools, 'tool')}, ${counted(problems.length, 'warning')}`,
      );
    }
  },
);
