import type { Engine } from '@callgate/core';
import { CallgateError, describeTool, display } from '@callgate/core';
import { getLabelStrengths } from '@callgate/core/label';
import { optionErrors } from '@callgate/messages/errors/option';
import { traceErrors } from '@callgate/messages/errors/trace';
import { replayMessages } from '@callgate/messages/cli/replay';
import { findNearestName } from '@callgate/policy';
import { readCatalogue } from '../catalogue/read-catalogue.ts';
import { parseTrust } from '../catalogue/parse-trust.ts';
import { now } from '../input/now.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { argumentName } from '../show/decision-json.ts';
import { problemLine } from '../show/problem-line.ts';
import { write } from '../show/style.ts';
import { CatalogueTools } from './catalogue-tools.ts';
import { intentLines } from './intent-lines.ts';
import { readTraces } from './read-traces.ts';
import type { ReplayStep, ReplayedTrace } from './replay-trace.ts';
import { replayTrace } from './replay-trace.ts';
import { replayedCallJson } from './replayed-call-json.ts';
import { storyText } from './story-text.ts';
import type { Trace } from './trace.ts';
import { traceValueOrigins } from './value-origins.ts';

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

const noSession = (wanted: string | undefined, known: readonly string[]): CallgateError => {
  if (wanted === undefined && known.length === 0) return new CallgateError(traceErrors.session.none());
  const some = known.slice(0, SHOWN).map((name) => display(name));
  const list = replayMessages.names({ names: some, more: known.length - some.length });
  if (wanted === undefined)
    return new CallgateError(optionErrors.sessionNeeded({ count: known.length, names: list }));
  const near = findNearestName(wanted, known);
  return new CallgateError(
    traceErrors.session.unknown({
      session: display(wanted),
      near: near === undefined ? undefined : display(near),
      names: list,
    }),
  );
};

const problem = (where: string, found: CallgateError): void => {
  process.exitCode = 1;
  process.stderr.write(problemLine(where, found));
};

/** The named session. A single session needs no name. */
const findTrace = async (paths: readonly string[], wanted: string | undefined): Promise<Trace> => {
  const known: string[] = [];
  let only: Trace | undefined;
  for await (const trace of readTraces(paths, { problem })) {
    if (trace.session === wanted) return trace;
    known.push(trace.session);
    only = trace;
  }
  if (wanted === undefined && known.length === 1 && only !== undefined) return only;
  throw noSession(wanted, known);
};

const toolsFor = (trace: Trace, path: string | undefined, trust: string | undefined): CatalogueTools => {
  if (path === undefined) {
    process.stderr.write(`note: ${replayMessages.noCatalogue}\n`);
    return undescribedTools(trace);
  }
  const catalogue = readCatalogue(path, { trust: parseTrust(trust) });
  for (const diagnosis of catalogue.diagnoses) process.stderr.write(`note: ${diagnosis}\n`);
  return new CatalogueTools(catalogue);
};

export interface StoryRequest {
  readonly paths: readonly string[];
  readonly session: string | undefined;
  readonly catalogue: string | undefined;
  readonly trust: string | undefined;
  readonly noUser: boolean;
  readonly json: boolean;
}

/** One recorded session as a story. */
export const tellStory = async (engine: Engine, policy: string, request: StoryRequest): Promise<void> => {
  const trace = await findTrace(request.paths, request.session);
  const replayed = replayTrace(toolsFor(trace, request.catalogue, request.trust), engine, trace, {
    time: now(),
    noUser: request.noUser,
  });
  write(request.json ? asciiJson(storyJson(policy, replayed), 2) : storyText(policy, replayed));
};
