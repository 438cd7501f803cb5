import { basename } from 'node:path';
import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, Engine, describeTool, display, isJsonObject } from '@callgate/core';
import { getLabelStrengths } from '@callgate/core/label';
import { findNearestName } from '@callgate/policy';
import { readCatalogue } from '../catalogue/read-catalogue.ts';
import { parseTrust } from '../catalogue/parse-trust.ts';
import { convertSpans } from '../convert/convert-spans.ts';
import type { OtelSpan } from '../convert/otel-span.ts';
import { isOtlp, readOtlpSpans } from '../convert/otel-span.ts';
import { isMessage, isTranscript, convertTranscript } from '../convert/convert-transcript.ts';
import { now } from '../input/now.ts';
import { openPolicy } from '../input/open-policy.ts';
import { readEntries } from '../input/read-entries.ts';
import { flagOption, textOption } from '../options/option.ts';
import { CatalogueTools } from '../replay/catalogue-tools.ts';
import { intentLines } from '../replay/intent-lines.ts';
import { readTrace } from '../replay/read-trace.ts';
import { readTraces } from '../replay/read-traces.ts';
import type { ReplayStep, ReplayedTrace } from '../replay/replay-trace.ts';
import { replayTrace } from '../replay/replay-trace.ts';
import { replayedCallJson } from '../replay/replayed-call-json.ts';
import { storyText } from '../replay/story-text.ts';
import type { Trace } from '../replay/trace.ts';
import { traceValueOrigins } from '../replay/value-origins.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { formatCount } from '../show/format-columns.ts';
import { argumentName } from '../show/decision-json.ts';
import { problemLine } from '../show/problem-line.ts';
import { write, writeAndWait } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const stepJson = (
  session: string,
  { event, before, after, replayed }: ReplayStep,
): Record<string, unknown> => {
  const labels = { before: getLabelStrengths(before), after: getLabelStrengths(after) };
  if (event.type === 'user' || event.type === 'task')
    return {
      ...event,
      heard: before !== after,
      content: intentLines(event.text)
        .filter(({ counts }) => !counts)
        .map(({ text }) => text),
      labels,
    };
  if (replayed === undefined) return { ...event, labels };
  const { judged } = replayed;
  return {
    ...event,
    labels,
    decision: replayedCallJson(session, replayed),
    values:
      judged === undefined
        ? []
        : traceValueOrigins(before, judged.tool, judged.args, judged.situation.origins).map(
            ({ path, text, role, origin, proven, firstSeen }) => ({
              argument: argumentName(path),
              value: text,
              role,
              origin,
              proven,
              firstSeen: firstSeen ?? null,
            }),
          ),
  };
};

/** One session for machines: every event with the labels before and after it, every call with its decision. */
const storyJson = (policy: string, { session, steps }: ReplayedTrace): Record<string, unknown> => ({
  session,
  policy,
  events: steps.map((step) => stepJson(session, step)),
});

/** The tools a trace calls, as tools of strangers that say nothing about themselves. */
const undescribedTools = ({ events }: Trace): CatalogueTools => {
  const names = new Map<string, Set<string>>();
  for (const event of events)
    if (event.type === 'call') {
      const known = names.get(event.server) ?? new Set();
      names.set(event.server, known.add(event.tool));
    }
  return new CatalogueTools({
    servers: [...names].map(([server, tools]) => {
      const definitions = [...tools].map((name) => ({ name }));
      return {
        name: server,
        trust: 'untrusted',
        tools: definitions.map((definition) => describeTool({ server, definition })),
        definitions,
        settings: {},
      };
    }),
  });
};

const SHOWN = 5;

const sessionNotFound = (wanted: string | undefined, known: readonly string[]): CallgateError => {
  if (wanted === undefined && known.length === 0)
    return new CallgateError('SESSION_UNKNOWN', 'there is no session in it');
  const some = known.slice(0, SHOWN).map((name) => display(name));
  const list = `${some.join(', ')}${known.length > SHOWN ? ` and ${known.length - SHOWN} more` : ''}`;
  if (wanted === undefined)
    return new CallgateError('OPTION_MISSING', `--session is needed: there are ${known.length} sessions`, {
      help: list,
    });
  const near = findNearestName(wanted, known);
  return new CallgateError('SESSION_UNKNOWN', `there is no session \`${display(wanted)}\``, {
    help: near === undefined ? `there are ${list || 'none'}` : `did you mean \`${display(near)}\`?`,
  });
};

const printProblem = (where: string, found: CallgateError): void => {
  process.exitCode = 1;
  process.stderr.write(problemLine(where, found));
};

/** The session somebody asked for; the only one there is needs no name. */
const findTrace = async (paths: readonly string[], wanted: string | undefined): Promise<Trace> => {
  const known: string[] = [];
  let only: Trace | undefined;
  for await (const trace of readTraces(paths, { problem: printProblem })) {
    if (trace.session === wanted) return trace;
    known.push(trace.session);
    only = trace;
  }
  if (wanted === undefined && known.length === 1 && only !== undefined) return only;
  throw sessionNotFound(wanted, known);
};

const toolsFor = (trace: Trace, path: string | undefined, trust: string | undefined): CatalogueTools => {
  if (path === undefined) {
    process.stderr.write('note: without --catalogue every tool counts as undescribed\n');
    return undescribedTools(trace);
  }
  const catalogue = readCatalogue(path, { trust: parseTrust(trust) });
  for (const diagnosis of catalogue.diagnoses) process.stderr.write(`note: ${diagnosis}\n`);
  return new CatalogueTools(catalogue);
};

type TraceFormat = 'otel' | 'transcript' | 'message';

const formatOf = (content: Json, wanted: string | undefined): TraceFormat => {
  const found: TraceFormat | undefined = isOtlp(content)
    ? 'otel'
    : isTranscript(content)
      ? 'transcript'
      : isMessage(content)
        ? 'message'
        : undefined;
  if (found === undefined && isJsonObject(content) && Object.hasOwn(content, 'events'))
    throw new CallgateError('CONVERT_TRACE', 'it is a trace already', { help: 'give it to callgate replay' });
  if (found === undefined || (wanted !== undefined && (wanted === 'otel') !== (found === 'otel')))
    throw new CallgateError(
      'CONVERT_FORMAT',
      `it is ${wanted === undefined ? 'nothing that can be converted' : `not what --from ${wanted} says`}`,
      { help: 'there are OTLP JSON (resourceSpans) and transcripts (messages with a role)' },
    );
  return found;
};

const checkFrom = (from: string | undefined): void => {
  if (from !== undefined && from !== 'otel' && from !== 'transcript')
    throw new CallgateError('CONVERT_FORMAT', `there is no format \`${display(from)}\``, {
      help: 'there are otel and transcript',
    });
};

/** A name for a session that has none: that of its file, with its place where the file has several. */
const sessionName = (where: string): string =>
  basename(where).replace(/(?:\.(?:jsonl?|ndjson|gz))+(?=$|:)/, '');

class Conversion {
  readonly #server: string | undefined;
  readonly #from: string | undefined;
  readonly #spans: OtelSpan[] = [];
  readonly #written = new Set<string>();

  constructor(from: string | undefined, server: string | undefined) {
    this.#from = from;
    this.#server = server;
  }

  problem(where: string, error: unknown): void {
    if (!(error instanceof CallgateError)) throw error;
    process.exitCode = 1;
    process.stderr.write(problemLine(where, error));
  }

  async #write(where: string, make: () => Trace): Promise<void> {
    try {
      const trace = make();
      readTrace(JSON.parse(JSON.stringify(trace)));
      if (this.#written.has(trace.session))
        throw new CallgateError('TRACE_TWICE', `there is another session \`${display(trace.session)}\``);
      this.#written.add(trace.session);
      await writeAndWait(asciiJson(trace));
    } catch (error) {
      this.problem(where, error);
    }
  }

  /** One file; messages one a line are one transcript. */
  async file(path: string): Promise<void> {
    const messages: JsonObject[] = [];
    for await (const entry of readEntries(path)) {
      if ('problem' in entry) {
        this.problem(entry.where, entry.problem);
        continue;
      }
      const { where, content } = entry;
      try {
        const format = formatOf(content, this.#from);
        if (format === 'otel' && isOtlp(content)) this.#spans.push(...readOtlpSpans(content));
        else if (format === 'message' && isMessage(content)) messages.push(content);
        else await this.#write(where, () => convertTranscript(content, sessionName(where), this.#server));
      } catch (error) {
        this.problem(where, error);
      }
    }
    if (messages.length > 0)
      await this.#write(path, () => convertTranscript(messages, sessionName(path), this.#server));
  }

  /** Spans of one conversation may stand in several files: they are put together at the end. */
  async finish(): Promise<void> {
    if (this.#spans.length === 0) return;
    const { traces, missing } = convertSpans(this.#spans, this.#server);
    for (const trace of traces) await this.#write(trace.session, () => trace);
    for (const [what, count] of Object.entries(missing))
      if (count > 0)
        process.stderr.write(
          `note: recorded without ${what}: ${formatCount(count, 'call')}; an instrumentation keeps them only where it is told to\n`,
        );
  }
}

export const commands: Commands = {
  'session show': command(
    {
      trace: { type: 'positional', required: true, description: 'A trace file; - for standard input' },
      session: textOption('Which session; not needed where there is only one'),
      catalogue: textOption('The catalogue of the tools; without it they count as undescribed'),
      policy: {
        type: 'string',
        default: 'balanced',
        description: 'A preset or policy files, separated by commas',
      },
      trust: textOption('Trust of a raw tools/list answer: untrusted, trusted or owned'),
      json: flagOption('The story as JSON'),
      'no-user': flagOption("Hide the person's words, as from a gateway"),
    },
    async (given) => {
      const policy = openPolicy(given.policy.split(','));
      const trace = await findTrace(given._, given.session);
      const replayed = replayTrace(toolsFor(trace, given.catalogue, given.trust), new Engine(policy), trace, {
        time: now(),
        noUser: given['user'] === false,
      });
      write(
        given.json === true
          ? asciiJson(storyJson(policy.name, replayed), 2)
          : storyText(policy.name, replayed),
      );
    },
  ),
  'trace convert': command(
    {
      files: {
        type: 'positional',
        required: true,
        description:
          'OpenTelemetry spans (OTLP JSON) or chat transcripts: .json, .jsonl, .gz; - for standard input',
      },
      from: textOption('otel or transcript; found out where it is not said'),
      server: textOption('The server of tools that are not called server__tool (host if absent)'),
    },
    async (given) => {
      checkFrom(given.from);
      const conversion = new Conversion(given.from, given.server);
      for (const path of given._) await conversion.file(path);
      await conversion.finish();
    },
  ),
};
