import { CallgateError, display } from '@callgate/core';
import type { Json } from '@callgate/core';
import { traceErrors } from '@callgate/messages/errors/trace';
import { readEntries } from '../input/read-entries.ts';
import { readTrace } from './read-trace.ts';
import type { Trace } from './trace.ts';

export interface ReadTracesOptions {
  /** Told of everything that cannot be read, and where it stands. */
  readonly problem: (where: string, problem: CallgateError) => void;
  /** Told how much of the files has been read, in bytes as they are stored. */
  readonly count?: (bytes: number) => void;
}

interface LocatedJson {
  readonly where: string;
  readonly content: Json;
}

const traceAt = (content: Json, known: Set<string>): Trace => {
  const trace = readTrace(content);
  // the second half of a session, taken for a session of its own, would have touched nothing
  if (known.has(trace.session))
    throw new CallgateError(traceErrors.sessionTwice({ session: display(trace.session) }));
  known.add(trace.session);
  return trace;
};

/** A `.json` file holds one trace or a list of them. */
const placesIn = (where: string, content: Json): readonly LocatedJson[] =>
  Array.isArray(content)
    ? content.map((item: Json, index) => ({ where: `${where}[${index}]`, content: item }))
    : [{ where, content }];

/** The traces of some files, one after the other. A line that cannot be read costs that line. */
export async function* readTraces(
  paths: readonly string[],
  { problem, count }: ReadTracesOptions,
): AsyncGenerator<Trace> {
  const known = new Set<string>();
  for (const path of paths)
    for await (const entry of readEntries(path, count)) {
      if ('problem' in entry) {
        problem(entry.where, entry.problem);
        continue;
      }
      for (const { where, content } of placesIn(entry.where, entry.content)) {
        let trace: Trace;
        try {
          trace = traceAt(content, known);
        } catch (error) {
          if (!(error instanceof CallgateError)) throw error;
          problem(where, error);
          continue;
        }
        yield trace;
      }
    }
}
