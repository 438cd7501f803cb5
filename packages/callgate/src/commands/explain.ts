import type { Json, JsonObject, Policy, TracedTool, TrustLevel } from '@callgate/core';
import type { CallArguments } from '@callgate/core/receive';
import {
  CallgateError,
  Engine,
  describeTool,
  display,
  isJsonObject,
  getOwn,
  traceTool,
} from '@callgate/core';
import { findAutoConditions } from '@callgate/core/decide';
import { decisionMessages } from '@callgate/messages/decision';
import { parseStrict, receiveArguments } from '@callgate/core/receive';
import type { PolicyProblem, PolicySource } from '@callgate/policy';
import { formatProblem, isPreset, lintPolicy, loadPolicy, findNearestName } from '@callgate/policy';
import type { CatalogueFile, CatalogueServer } from '../catalogue/read-catalogue.ts';
import { readCatalogue, readDataFile } from '../catalogue/read-catalogue.ts';
import { parseTrust } from '../catalogue/parse-trust.ts';
import { refuseUnknownKeys } from '../input/refuse-unknown-keys.ts';
import { now } from '../input/now.ts';
import { flagOption, textOption } from '../options/option.ts';
import { openPolicy, readPolicySource } from '../input/open-policy.ts';
import type { InputLine } from '../input/read-lines.ts';
import { readLines } from '../input/read-lines.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { decisionJson } from '../show/decision-json.ts';
import { explanationText } from '../show/explanation-text.ts';
import { write, writeAndWait } from '../show/style.ts';
import type { SessionFactsLookup } from '../input/session-facts.ts';
import { buildDecisionInput, readSessionFacts, readPrincipal } from '../input/session-facts.ts';
import type { Commands } from './command.ts';
import { command, requiredOption } from './command.ts';

/** Arguments in the one form in which they are judged, shown, recorded and sent. */
export const toCallArguments = (value: Json | undefined): CallArguments => {
  if (value === undefined || value === null) return receiveArguments({});
  if (isJsonObject(value)) return receiveArguments(value);
  throw new CallgateError('INPUT_SHAPE', 'args: not an object');
};

const argumentsOfLine = (line: JsonObject): CallArguments => {
  if (Object.hasOwn(line, 'args') && Object.hasOwn(line, 'arguments'))
    throw new CallgateError('INPUT_TWICE', 'line: args and arguments are the same thing; give one');
  return toCallArguments(getOwn(line, 'args') ?? getOwn(line, 'arguments'));
};

const suggestion = (written: string, names: readonly string[]): { help: string } => {
  const near = findNearestName(written, names);
  return { help: near === undefined ? `there are ${names.length}` : `did you mean \`${display(near)}\`?` };
};

/** A session file that says nothing is a mistake: taken for a session that touched nothing, it would relax. */
export const readSession = (path: string): SessionFactsLookup => {
  const content = readDataFile(path);
  if (content === null) throw new CallgateError('SESSION_EMPTY', `${display(path)} is empty`);
  return readSessionFacts(content);
};

/** The server somebody named; the only one there is needs no name. */
const findServer = ({ servers }: CatalogueFile, name: string | undefined): CatalogueServer => {
  const [only] = servers;
  if (name === undefined && servers.length === 1 && only !== undefined) return only;
  if (name === undefined)
    throw new CallgateError('OPTION_MISSING', '--server is needed: the catalogue has several', {
      help: servers.map((server) => display(server.name)).join(', '),
    });
  const found = servers.find((server) => server.name === name);
  if (found !== undefined) return found;
  const names = servers.map((server) => server.name);
  const message = `there is no server \`${display(name)}\` in the catalogue`;
  throw new CallgateError('SERVER_UNKNOWN', message, suggestion(name, names));
};

/** The tool of a catalogue file that somebody named. */
export const findTool = (
  path: string,
  server: string | undefined,
  name: string,
  trust: TrustLevel | undefined,
): TracedTool => {
  const catalogue = readCatalogue(path, server === undefined ? { trust } : { trust, server });
  for (const diagnosis of catalogue.diagnoses) process.stderr.write(`note: ${diagnosis}\n`);
  const found = findServer(catalogue, server);
  const at = found.tools.findIndex((entry) => entry.name === name);
  const [tool, definition] = [found.tools[at], found.definitions[at]];
  if (tool !== undefined) return traceTool(tool, definition ?? {}, found.settings);
  const names = found.tools.map((entry) => entry.name);
  const message = `\`${display(found.name)}\` has no tool \`${display(name)}\``;
  throw new CallgateError('TOOL_UNKNOWN', message, suggestion(name, names));
};

const unexpected = (error: unknown): CallgateError =>
  new CallgateError('UNEXPECTED', error instanceof Error ? error.message : 'something went wrong');

const LINE_KEYS = ['server', 'trust', 'tool', 'args', 'arguments', 'session', 'principal'];

/** One line of a batch. A line that cannot be read is answered with block and costs nothing else. */
const explainLine = (engine: Engine, policy: Policy, line: InputLine): Record<string, unknown> => {
  try {
    if (line === undefined) throw new CallgateError('INPUT_TOO_LONG', 'the line is longer than 8 MiB');
    const parsed = parseStrict(line);
    if (!isJsonObject(parsed)) throw new CallgateError('INPUT_SHAPE', 'not an object');
    refuseUnknownKeys('line', parsed, LINE_KEYS);
    const definition = getOwn(parsed, 'tool');
    const server = getOwn(parsed, 'server');
    if (definition === undefined || !isJsonObject(definition))
      throw new CallgateError('INPUT_SHAPE', 'tool: not a tool definition');
    if (typeof server !== 'string') throw new CallgateError('INPUT_SHAPE', 'server: not a name');
    const tool = describeTool({
      server,
      trust: parseTrust(getOwn(parsed, 'trust')) ?? 'untrusted',
      definition,
    });
    const circumstancesOf = readSessionFacts(getOwn(parsed, 'session'));
    const call = argumentsOfLine(parsed);
    const circumstances = circumstancesOf(traceTool(tool, definition), call.arguments);
    const input = buildDecisionInput(
      policy,
      tool,
      circumstances,
      readPrincipal(getOwn(parsed, 'principal')),
      call.arguments,
      now(),
    );
    return decisionJson(input, call, engine.decide(input), findAutoConditions(policy, input));
  } catch (error) {
    const { code, message, help } = error instanceof CallgateError ? error : unexpected(error);
    return {
      outcome: 'block',
      rules: [],
      reasons: [decisionMessages.reason.notJudged({ why: display(message) })],
      error: { code, message: display(message), help },
    };
  }
};

const isBlank = (line: Uint8Array): boolean => line.every((byte) => byte === 32 || byte === 9);

const explainBatch = async (policy: Policy): Promise<void> => {
  const engine = new Engine(policy);
  for await (const line of readLines(process.stdin)) {
    if (line !== undefined && isBlank(line)) continue;
    await writeAndWait(asciiJson(explainLine(engine, policy, line)));
  }
};

const printProblems = (problems: readonly PolicyProblem[], json: boolean): void => {
  if (json) write(asciiJson({ problems }));
  else for (const problem of problems) write(formatProblem(problem));
};

export const commands: Commands = {
  explain: command(
    {
      catalogue: textOption('A catalogue file, or a raw tools/list answer (JSON or YAML)'),
      server: textOption('The server; not needed where there is only one'),
      tool: textOption('The tool'),
      args: { type: 'string', default: '{}', description: 'The arguments of the call, as JSON' },
      session: textOption('A session file: a whole session, or its labels, words and origins'),
      policy: {
        type: 'string',
        default: 'balanced',
        description: 'A preset or policy files, separated by commas',
      },
      trust: textOption('Trust of a raw tools/list answer: untrusted, trusted or owned'),
      json: flagOption('The decision as JSON'),
      batch: flagOption(
        'Read one {server, trust, tool, args, session, principal} a line, write one decision a line',
      ),
    },
    async (given) => {
      const policy = openPolicy(given.policy.split(','));
      if (given.batch === true) {
        await explainBatch(policy);
        return;
      }
      const traced = findTool(
        requiredOption(given.catalogue, 'catalogue', 'explain'),
        given.server,
        requiredOption(given.tool, 'tool', 'explain'),
        parseTrust(given.trust),
      );
      const { tool } = traced;
      const circumstancesOf =
        given.session === undefined ? readSessionFacts(undefined) : readSession(given.session);
      const call = toCallArguments(parseStrict(given.args));
      const circumstances = circumstancesOf(traced, call.arguments);
      const input = buildDecisionInput(
        policy,
        tool,
        circumstances,
        readPrincipal(undefined),
        call.arguments,
        now(),
      );
      const decision = new Engine(policy).decide(input);
      const suggestions = findAutoConditions(policy, input);
      write(
        given.json === true
          ? asciiJson(decisionJson(input, call, decision, suggestions), 2)
          : explanationText(input, policy.name, decision, suggestions),
      );
    },
  ),
  check: command(
    {
      policy: {
        type: 'positional',
        required: true,
        description: 'Policy files in the order of their layers, or preset names',
      },
      catalogue: textOption('A catalogue: warn about rules that look at none of its tools'),
      trust: textOption('Trust of a raw tools/list answer'),
      json: flagOption('Problems as JSON'),
    },
    (given) => {
      const sources = given._.map((name): PolicySource =>
        isPreset(name) ? { name, text: `extends: ${name}` } : readPolicySource(name),
      );
      const loaded = loadPolicy(sources);
      if (!loaded.ok) {
        printProblems(loaded.problems, given.json ?? false);
        process.exitCode = 1;
        return;
      }
      const catalogue =
        given.catalogue === undefined
          ? undefined
          : readCatalogue(given.catalogue, { trust: parseTrust(given.trust) });
      const warnings = lintPolicy(
        loaded.policy,
        catalogue?.servers.flatMap((server) => server.tools),
      );
      printProblems(warnings, given.json ?? false);
      if (given.json !== true)
        write(
          `${loaded.policy.rules.length} rules, ${warnings.length} warnings, revision ${loaded.policy.revision}${loaded.policy.mode === 'observe' ? ', OBSERVING ONLY' : ''}`,
        );
    },
  ),
};
