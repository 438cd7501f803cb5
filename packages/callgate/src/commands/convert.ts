import { CallgateError, display } from '@callgate/core';
import type { ConversionLoss, Manifest } from '@callgate/manifest';
import { CONVERTERS } from '@callgate/manifest';
import { authorMessages } from '@callgate/messages/cli/authors';
import { commandErrors } from '@callgate/messages/errors/command';
import { optionErrors } from '@callgate/messages/errors/option';
import { traceErrors } from '@callgate/messages/errors/trace';
import { TRACE_SOURCES, convertTraces } from '../convert/convert-traces.ts';
import { openLineOutput } from '../show/line-output.ts';
import type { ToolFileFormat } from '../manifest/read-tools.ts';
import { TOOL_FILE_FORMATS, parseToolFileFormat, readTools } from '../manifest/read-tools.ts';
import { flagOption, textOption } from '../options/option.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { formatCount } from '../show/format-columns.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const TRACE = 'trace';

/** As its readers take it: a manifest and a tools/list answer are objects, a vendor's tools are a list. */
const written = (
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
    if (known.names.length < SHOWN)
      known.names.push(tool === '' ? authorMessages.convert.unnamed : display(tool));
    tools.set(key, known);
  }
  return [...tools].map(([key, { count, names }]) => {
    return authorMessages.convert.lost({ tools: names.join(', '), more: count - names.length, key });
  });
};

interface TraceOptions {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly server?: string | undefined;
  readonly output?: string | undefined;
  readonly strict?: boolean | undefined;
}

const toTraces = async (paths: readonly string[], given: TraceOptions): Promise<void> => {
  if (given.to !== undefined && given.to !== TRACE)
    throw new CallgateError(traceErrors.convert.tracesOnly({ from: display(given.from ?? '') }));
  const unused = given.output === undefined ? (given.strict === true ? 'strict' : undefined) : 'output';
  if (unused !== undefined) throw new CallgateError(optionErrors.notForTraces({ name: unused }));
  await convertTraces({ paths, from: given.from, server: given.server });
};

const { convert: texts } = authorMessages;

export const commands: Commands = {
  convert: command(
    {
      file: { type: 'positional', required: true, description: texts.file },
      from: textOption(texts.from({ forms: [...TOOL_FILE_FORMATS, ...TRACE_SOURCES] })),
      to: textOption(texts.to({ forms: [...TOOL_FILE_FORMATS, TRACE] })),
      server: textOption(texts.server),
      output: textOption(texts.output, { alias: 'o' }),
      strict: flagOption(texts.strict),
    },
    async (given) => {
      if (given.to === TRACE || TRACE_SOURCES.includes(given.from ?? ''))
        return await toTraces(given._, given);
      if (given.server !== undefined)
        throw new CallgateError(optionErrors.needsOption({ name: 'server', needed: 'to trace' }));
      if (given._.length > 1) throw new CallgateError(commandErrors.oneFileConverted());
      const [from, to] = [parseToolFileFormat(given.from), parseToolFileFormat(given.to)];
      const read = readTools(given.file, from);
      const { content, lost } = written(read.manifest, to);
      const output = await openLineOutput(given.output);
      await output.line(asciiJson(content, 2));
      await output.close();
      const all = [...read.lost, ...lost];
      for (const line of lostLines(all)) process.stderr.write(`${line}\n`);
      if (all.length > 0)
        process.stderr.write(
          `${texts.counts({ tools: formatCount(read.manifest.tools.length, 'tool'), lost: all.length })}\n`,
        );
      if (all.length > 0 && given.strict === true) process.exitCode = 2;
    },
  ),
};
