import { basename } from 'node:path';
import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject } from '@callgate/core';
import { traceErrors } from '@callgate/messages/errors/trace';
import { authorMessages } from '@callgate/messages/cli/authors';
import { readEntries } from '../input/read-entries.ts';
import { readTrace } from '../replay/read-trace.ts';
import type { Trace } from '../replay/trace.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { formatCount } from '../show/format-columns.ts';
import { problemLine } from '../show/problem-line.ts';
import { writeAndWait } from '../show/style.ts';
import { convertSpans } from './convert-spans.ts';
import type { OtelSpan } from './otel-span.ts';
import { isOtlp, readOtlpSpans } from './otel-span.ts';
import { isMessage, isTranscript, convertTranscript } from './convert-transcript.ts';

export const TRACE_SOURCES: readonly string[] = ['otel', 'transcript'];

type Format = 'otel' | 'transcript' | 'message';

const formatOf = (content: Json, wanted: string | undefined): Format => {
  const found: Format | undefined = isOtlp(content)
    ? 'otel'
    : isTranscript(content)
      ? 'transcript'
      : isMessage(content)
        ? 'message'
        : undefined;
  if (found === undefined && isJsonObject(content) && Object.hasOwn(content, 'events'))
    throw new CallgateError(traceErrors.convert.isTrace());
  if (found === undefined || (wanted !== undefined && (wanted === 'otel') !== (found === 'otel')))
    throw new CallgateError(
      wanted === undefined
        ? traceErrors.convert.notConvertible()
        : traceErrors.convert.otherFormat({ from: wanted }),
    );
  return found;
};

const checkFrom = (from: string | undefined): void => {
  if (from !== undefined && !TRACE_SOURCES.includes(from))
    throw new CallgateError(traceErrors.convert.fromUnknown({ from: display(from) }));
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
        throw new CallgateError(traceErrors.sessionTwice({ session: display(trace.session) }));
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
          `note: ${authorMessages.convert.notRecorded({ what, calls: formatCount(count, 'call') })}\n`,
        );
  }
}

export interface TraceConversion {
  readonly paths: readonly string[];
  readonly from: string | undefined;
  readonly server: string | undefined;
}

/** Writes a trace for each session in spans and transcripts, one a line. */
export const convertTraces = async ({ paths, from, server }: TraceConversion): Promise<void> => {
  checkFrom(from);
  const conversion = new Conversion(from, server);
  for (const path of paths) await conversion.file(path);
  await conversion.finish();
};
