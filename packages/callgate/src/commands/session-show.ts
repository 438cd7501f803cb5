import { CallgateError, Engine, display } from '@callgate/core';
import { nearest } from '@callgate/policy';
import type { ArgsDef } from 'citty';
import { readCatalogue } from '../catalogue/read.ts';
import { trustOf } from '../catalogue/trust.ts';
import { now } from '../now.ts';
import { openPolicy } from '../policy-source.ts';
import { CatalogueTools } from '../replay/catalogue-tools.ts';
import { readTraces } from '../replay/read-traces.ts';
import { replayTrace } from '../replay/replay-trace.ts';
import type { Trace } from '../replay/trace.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { problemLine } from '../show/problem-line.ts';
import { storyJson } from '../show/story-json.ts';
import { story } from '../show/story.ts';
import { write } from '../show/style.ts';
import { undescribedTools } from '../replay/undescribed-tools.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  trace: { type: 'positional', required: true, description: 'A trace file; - for standard input' },
  session: { type: 'string', description: 'Which session; not needed where there is only one' },
  catalogue: {
    type: 'string',
    description: 'The catalogue of the tools; without it they count as undescribed',
  },
  policy: {
    type: 'string',
    default: 'balanced',
    description: 'A preset or policy files, separated by commas',
  },
  trust: { type: 'string', description: 'Trust of a raw tools/list answer: untrusted, trusted or owned' },
  json: { type: 'boolean', description: 'The story as JSON' },
  'no-user': { type: 'boolean', description: "Hide the person's words, as from a gateway" },
} as const satisfies ArgsDef;

const SHOWN = 5;

const noSession = (wanted: string | undefined, known: readonly string[]): CallgateError => {
  if (wanted === undefined && known.length === 0)
    return new CallgateError('SESSION_UNKNOWN', 'there is no session in it');
  const some = known.slice(0, SHOWN).map((name) => display(name));
  const list = `${some.join(', ')}${known.length > SHOWN ? ` and ${known.length - SHOWN} more` : ''}`;
  if (wanted === undefined)
    return new CallgateError('OPTION_MISSING', `--session is needed: there are ${known.length} sessions`, {
      help: list,
    });
  const near = nearest(wanted, known);
  return new CallgateError('SESSION_UNKNOWN', `there is no session \`${display(wanted)}\``, {
    help: near === undefined ? `there are ${list || 'none'}` : `did you mean \`${display(near)}\`?`,
  });
};

const problem = (where: string, found: CallgateError): void => {
  process.exitCode = 1;
  process.stderr.write(problemLine(where, found));
};

/** The session somebody asked for; the only one there is needs no name. */
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
    process.stderr.write('note: without --catalogue every tool counts as undescribed\n');
    return undescribedTools(trace);
  }
  const catalogue = readCatalogue(path, { trust: trustOf(trust) });
  for (const diagnosis of catalogue.diagnoses) process.stderr.write(`note: ${diagnosis}\n`);
  return new CatalogueTools(catalogue);
};

/** `callgate session show TRACE` */
export const sessionShowCommand: CommandEntry = commandEntry(
  'session show',
  'One recorded session as a story: labels, origins, decisions',
  args,
  async ({ args: given }) => {
    const policy = openPolicy(given.policy.split(','));
    const trace = await findTrace(given._, given.session);
    const replayed = replayTrace(toolsFor(trace, given.catalogue, given.trust), new Engine(policy), trace, {
      time: now(),
      noUser: given['user'] === false,
    });
    write(
      given.json === true ? asciiJson(storyJson(policy.name, replayed), 2) : story(policy.name, replayed),
    );
  },
);
