import { CallgateError, display } from '@callgate/core';
import type { Lost, Manifest } from '@callgate/manifest';
import { CONVERTERS } from '@callgate/manifest';
import type { ArgsDef } from 'citty';
import { openOutput } from '../audit/output.ts';
import type { Form } from '../manifest/read-source.ts';
import { FORMS, formFrom, readTools } from '../manifest/read-source.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { counted } from '../show/columns.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  file: {
    type: 'positional',
    required: true,
    description: 'A manifest, a tools/list answer, or the tools of a vendor; - for standard input',
  },
  from: { type: 'string', description: `What it is: ${FORMS.join(', ')}; manifest if absent` },
  to: { type: 'string', description: `What to make of it: ${FORMS.join(', ')}; manifest if absent` },
  output: { type: 'string', alias: 'o', description: 'Write it here' },
  strict: { type: 'boolean', description: 'Exit with 2 where something is lost' },
} as const satisfies ArgsDef;

/** As its readers take it: a manifest and a tools/list answer are objects, a vendor's tools are a list. */
const written = (manifest: Manifest, form: Form): { content: unknown; lost: readonly Lost[] } => {
  if (form === 'manifest') return { content: manifest, lost: [] };
  const { tools, lost } = CONVERTERS[form].to(manifest);
  return { content: form === 'mcp' ? { tools } : tools, lost };
};

const SHOWN = 3;

/** What was lost, the same of several tools in one line. */
const lostLines = (lost: readonly Lost[]): string[] => {
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

/** `callgate manifest convert FILE` */
export const manifestConvertCommand: CommandEntry = commandEntry(
  'manifest convert',
  'Make a manifest of tools, or tools of a manifest, and say what is lost',
  args,
  async ({ args: given }) => {
    if (given._.length > 1)
      throw new CallgateError('ARGUMENT_UNKNOWN', 'manifest convert takes one FILE', {
        help: 'put a name with spaces in quotes',
      });
    const [from, to] = [formFrom(given.from), formFrom(given.to)];
    const read = readTools(given.file, from);
    const { content, lost } = written(read.manifest, to);
    const output = await openOutput(given.output);
    await output.line(asciiJson(content, 2));
    await output.close();
    const all = [...read.lost, ...lost];
    for (const line of lostLines(all)) process.stderr.write(`${line}\n`);
    if (all.length > 0)
      process.stderr.write(`${counted(read.manifest.tools.length, 'tool')}, ${all.length} lost\n`);
    if (all.length > 0 && given.strict === true) process.exitCode = 2;
  },
);
