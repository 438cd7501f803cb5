import { CallgateError, display } from '@callgate/core';
import type { ConversionLoss, Manifest, ManifestProblem } from '@callgate/manifest';
import { CONVERTERS, formatManifestProblem, readManifest } from '@callgate/manifest';
import { openLineOutput } from '../show/line-output.ts';
import type { ToolFileFormat } from '../manifest/read-tools.ts';
import { TOOL_FILE_FORMATS, parseToolFileFormat, readTools, readTextFile } from '../manifest/read-tools.ts';
import { flagOption, textOption } from '../options/option.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { formatCount } from '../show/format-columns.ts';
import { write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

/** As its readers take it: a manifest and a tools/list answer are objects, a vendor's tools are a list. */
const convertManifest = (
  manifest: Manifest,
  form: ToolFileFormat,
): { content: unknown; lost: readonly ConversionLoss[] } => {
  if (form === 'manifest') return { content: manifest, lost: [] };
  const { tools, lost } = CONVERTERS[form].to(manifest);
  return { content: form === 'mcp' ? { tools } : tools, lost };
};

const SHOWN = 3;

/** What was lost, the same of several tools in one line. */
const lostLines = (lost: readonly ConversionLoss[]): string[] => {
  const tools = new Map<string, { count: number; readonly names: string[] }>();
  for (const { tool, what, why } of lost) {
    const key = `${display(what)}: ${display(why)}`;
    const known = tools.get(key) ?? { count: 0, names: [] };
    known.count += 1;
    if (known.names.length < SHOWN) known.names.push(tool === '' ? 'a tool without a name' : display(tool));
    tools.set(key, known);
  }
  return [...tools].map(([key, { count, names }]) => {
    const more = count > names.length ? ` and ${count - names.length} more` : '';
    return `lost: ${names.join(', ')}${more}: ${key}`;
  });
};

export const commands: Commands = {
  'manifest check': command(
    {
      file: {
        type: 'positional',
        required: true,
        description: 'Manifests: YAML or JSON; - for standard input',
      },
      json: flagOption('Problems as JSON'),
    },
    (given) => {
      const problems: ManifestProblem[] = [];
      let tools = 0;
      for (const path of given._) {
        const outcome = readManifest(readTextFile(path), path);
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
            ? formatCount(errors, 'error')
            : `${formatCount(tools, 'tool')}, ${formatCount(problems.length, 'warning')}`,
        );
      }
    },
  ),
  'manifest convert': command(
    {
      file: {
        type: 'positional',
        required: true,
        description: 'A manifest, a tools/list answer, or the tools of a vendor; - for standard input',
      },
      from: textOption(`What it is: ${TOOL_FILE_FORMATS.join(', ')}; manifest if absent`),
      to: textOption(`What to make of it: ${TOOL_FILE_FORMATS.join(', ')}; manifest if absent`),
      output: textOption('Write it here', { alias: 'o' }),
      strict: flagOption('Exit with 2 where something is lost'),
    },
    async (given) => {
      if (given._.length > 1)
        throw new CallgateError('ARGUMENT_UNKNOWN', 'manifest convert takes one FILE', {
          help: 'put a name with spaces in quotes',
        });
      const [from, to] = [parseToolFileFormat(given.from), parseToolFileFormat(given.to)];
      const read = readTools(given.file, from);
      const { content, lost } = convertManifest(read.manifest, to);
      const output = await openLineOutput(given.output);
      await output.line(asciiJson(content, 2));
      await output.close();
      const all = [...read.lost, ...lost];
      for (const line of lostLines(all)) process.stderr.write(`${line}\n`);
      if (all.length > 0)
        process.stderr.write(`${formatCount(read.manifest.tools.length, 'tool')}, ${all.length} lost\n`);
      if (all.length > 0 && given.strict === true) process.exitCode = 2;
    },
  ),
};
