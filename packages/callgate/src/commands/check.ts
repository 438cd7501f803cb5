import type { PolicyProblem, PolicySource } from '@callgate/policy';
import { formatProblem, isPreset, lintPolicy, loadPolicy } from '@callgate/policy';
import type { ArgsDef } from 'citty';
import { readCatalogue } from '../catalogue/read.ts';
import { trustOf } from '../catalogue/trust.ts';
import { readPolicySource } from '../policy-source.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  policy: {
    type: 'positional',
    required: true,
    description: 'Policy files in the order of their layers, or preset names',
  },
  catalogue: { type: 'string', description: 'A catalogue: warn about rules that look at none of its tools' },
  trust: { type: 'string', description: 'Trust of a raw tools/list answer' },
  json: { type: 'boolean', description: 'Problems as JSON' },
} as const satisfies ArgsDef;

const report = (problems: readonly PolicyProblem[], json: boolean): void => {
  if (json) write(asciiJson({ problems }));
  else for (const problem of problems) write(formatProblem(problem));
};

/** `callgate check POLICY…` */
export const checkCommand: CommandEntry = commandEntry(
  'check',
  'Validate and lint policy files',
  args,
  ({ args: given }) => {
    const sources = given._.map((name): PolicySource =>
      isPreset(name) ? { name, text: `extends: ${name}` } : readPolicySource(name),
    );
    const loaded = loadPolicy(sources);
    if (!loaded.ok) {
      report(loaded.problems, given.json ?? false);
      process.exitCode = 1;
      return;
    }
    const catalogue =
      given.catalogue === undefined
        ? undefined
        : readCatalogue(given.catalogue, { trust: trustOf(given.trust) });
    const warnings = lintPolicy(
      loaded.policy,
      catalogue?.servers.flatMap((server) => server.tools),
    );
    report(warnings, given.json ?? false);
    if (given.json !== true)
      write(
        `${loaded.policy.rules.length} rules, ${warnings.length} warnings, revision ${loaded.policy.revision}${loaded.policy.mode === 'observe' ? ', OBSERVING ONLY' : ''}`,
      );
  },
);
