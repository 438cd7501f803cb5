import type { Json, JsonObject, Policy, TracedTool } from '@callgate/core';
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
import type { LabelStrength } from '@callgate/core/label';
import { LABEL_STRENGTHS } from '@callgate/core/label';
import { optionMessages } from '@callgate/messages/cli/options';
import { policyMessages } from '@callgate/messages/cli/policy';
import { commandErrors } from '@callgate/messages/errors/command';
import { optionErrors } from '@callgate/messages/errors/option';
import { toolReviewErrors } from '@callgate/messages/errors/tool-review';
import { traceErrors } from '@callgate/messages/errors/trace';
import { toolDetail } from '@callgate/operations/tools';
import { findCatalogueTool, openCatalogue } from '../catalogue/find-catalogue-tool.ts';
import { readDataFile } from '../catalogue/read-catalogue.ts';
import { shownNear } from '../show/shown-near.ts';
import { parseTrust } from '../catalogue/parse-trust.ts';
import { refuseUnknownKeys } from '../input/refuse-unknown-keys.ts';
import { now } from '../input/now.ts';
import { flagOption, textOption } from '../options/option.ts';
import { homePaths } from '../home/home-paths.ts';
import { openPolicyHome } from '../policy/policy-home.ts';
import { openPolicy } from '../input/open-policy.ts';
import type { InputLine } from '../input/read-lines.ts';
import { readLines } from '../input/read-lines.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { calledJson, decisionJson } from '../show/decision-json.ts';
import { explanationText } from '../show/explanation-text.ts';
import { bold, write, writeAndWait } from '../show/style.ts';
import type { FoundTool, HomeTools } from '../tools/home-tools.ts';
import { findTool, openHomeTools } from '../tools/home-tools.ts';
import { toolDetailText } from '../tools/tool-detail-text.ts';
import type { SessionFactsLookup } from '../input/session-facts.ts';
import { buildDecisionInput, readSessionFacts, readPrincipal } from '../input/session-facts.ts';
import type { Commands } from './command.ts';
import { command, requiredOption } from './command.ts';

/** Arguments in the one form in which they are judged, shown, recorded and sent. */
const toCallArguments = (value: Json | undefined): CallArguments => {
  if (value === undefined || value === null) return receiveArguments({});
  if (isJsonObject(value)) return receiveArguments(value);
  throw new CallgateError(traceErrors.input.arguments());
};

const argumentsOfLine = (line: JsonObject): CallArguments => {
  if (Object.hasOwn(line, 'args') && Object.hasOwn(line, 'arguments'))
    throw new CallgateError(traceErrors.input.argumentsTwice());
  return toCallArguments(getOwn(line, 'args') ?? getOwn(line, 'arguments'));
};

/** A session file that says nothing is a mistake: taken for a session that touched nothing, it would relax. */
const readSession = (path: string): SessionFactsLookup => {
  const content = readDataFile(path);
  if (content === null) throw new CallgateError(traceErrors.session.empty({ path: display(path) }));
  return readSessionFacts(content);
};

const unexpected = (error: unknown): CallgateError =>
  new CallgateError(
    error instanceof Error ? { code: 'UNEXPECTED', message: error.message } : traceErrors.input.unexpected(),
  );

const LINE_KEYS = ['server', 'trust', 'tool', 'args', 'arguments', 'session', 'principal'];

/** One line of a batch. A line that cannot be read is answered with block and costs nothing else. */
const explainLine = (engine: Engine, policy: Policy, line: InputLine): Record<string, unknown> => {
  try {
    if (line === undefined) throw new CallgateError(traceErrors.input.lineTooLong({ most: '8 MiB' }));
    const parsed = parseStrict(line);
    if (!isJsonObject(parsed)) throw new CallgateError(traceErrors.input.notAnObject());
    refuseUnknownKeys('line', parsed, LINE_KEYS);
    const definition = getOwn(parsed, 'tool');
    const server = getOwn(parsed, 'server');
    if (definition === undefined || !isJsonObject(definition))
      throw new CallgateError(traceErrors.input.tool());
    if (typeof server !== 'string') throw new CallgateError(traceErrors.input.server());
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

interface ToolName {
  readonly server: string | undefined;
  readonly tool: string;
}

interface ToolOptions {
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
}

/** The tool named as `SERVER/TOOL`, or by options. */
const namedTool = (written: string | undefined, { server, tool }: ToolOptions): ToolName => {
  if (written === undefined) return { server, tool: requiredOption(tool, 'tool', 'explain') };
  if (server !== undefined || tool !== undefined) throw new CallgateError(optionErrors.toolTwice());
  const [named = '', name = ''] = written.split(/\/(.*)/s);
  if (name !== '') return { server: named, tool: name };
  throw new CallgateError(commandErrors.notATool({ name: display(written, { max: 200 }) }));
};

/** A tool that was seen on this machine. */
const seenTool = (opened: HomeTools, { server, tool }: ToolName, identity: string | undefined): FoundTool => {
  if (server !== undefined) return findTool(opened, `${server}/${tool}`, identity);
  const having = opened.servers.filter(({ tools }) => tools.some(({ name }) => name === tool));
  const served = having.filter(({ state }) => state === 'served');
  const names = [...new Set((served.length > 0 ? served : having).map((known) => known.server))];
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0) return findTool(opened, `${only}/${tool}`, identity);
  if (others.length > 0)
    throw new CallgateError(
      optionErrors.serverOfToolNeeded({ names: names.map((name) => display(name)).join(', ') }),
    );
  throw new CallgateError(
    toolReviewErrors.notSeenYet({
      tool: display(tool, { max: 120 }),
      near: shownNear(
        tool,
        opened.servers.flatMap(({ tools }) => tools.map(({ name }) => name)),
      ),
    }),
  );
};

const strengthOf = (name: string, written: string | undefined): LabelStrength => {
  const found = LABEL_STRENGTHS.find((strength) => strength === (written ?? 'none'));
  if (found !== undefined) return found;
  throw new CallgateError(
    optionErrors.valueUnknown({
      name: name,
      value: display(written ?? '', { max: 40 }),
      values: LABEL_STRENGTHS.join(', '),
    }),
  );
};

interface SessionOptions {
  readonly session?: string | undefined;
  readonly private?: string | undefined;
  readonly untrusted?: string | undefined;
  readonly words: boolean;
  readonly proven?: boolean | undefined;
}

const circumstancesOf = (given: SessionOptions): SessionFactsLookup => {
  const labels: Json = {
    private: strengthOf('private', given.private),
    untrusted: strengthOf('untrusted', given.untrusted),
  };
  if (given.session !== undefined) return readSession(given.session);
  return readSessionFacts({
    ...labels,
    words: given.words,
    ...(given.proven === true ? { origins: { proven: 'yes' } } : {}),
  });
};

interface ExplainOptions extends ToolOptions, SessionOptions {
  readonly catalogue?: string | undefined;
  readonly policy?: string | undefined;
  readonly config?: string | undefined;
  readonly 'in-force'?: boolean | undefined;
  readonly identity?: string | undefined;
  readonly trust?: string | undefined;
  readonly full?: boolean | undefined;
}

interface ExplainedTool {
  readonly traced: TracedTool;
  readonly policy: Policy;
  /** Where it was seen on this machine. */
  readonly seen?: { readonly opened: HomeTools; readonly found: FoundTool };
}

/** With a catalogue file alone nothing of this machine counts. */
const cataloguePolicy = async (given: ExplainOptions): Promise<Policy> => {
  if (given.policy !== undefined) return openPolicy(given.policy.split(','));
  return given['in-force'] === true || given.config !== undefined
    ? (await openPolicyHome(given.config)).effective.policy
    : openPolicy(['balanced']);
};

const explainedTool = async (written: string | undefined, given: ExplainOptions): Promise<ExplainedTool> => {
  const { catalogue, config, policy } = given;
  if (catalogue !== undefined) {
    if (given.full === true) throw new CallgateError(optionErrors.fullWithCatalogue());
    const named = namedTool(written, given);
    return {
      policy: await cataloguePolicy(given),
      traced: findCatalogueTool(
        openCatalogue(catalogue, named.server, parseTrust(given.trust)),
        named.server,
        named.tool,
      ),
    };
  }
  const named = namedTool(written, given);
  const opened = await openHomeTools({ config, policy, home: homePaths(process.env), inProcess: true });
  const found = seenTool(opened, named, given.identity);
  return { policy: opened.judge.policy, traced: found.tool.traced(), seen: { opened, found } };
};

const { explain: texts } = policyMessages;

export const commands: Commands = {
  explain: command(
    {
      'server/tool': { type: 'positional', required: false, description: texts.tool },
      catalogue: textOption(texts.catalogue),
      server: textOption(texts.server),
      tool: textOption(texts.toolOption),
      args: { type: 'string', default: '{}', description: optionMessages.args },
      session: textOption(texts.session),
      private: textOption(texts.private, { valueHint: 'none|possible|known' }),
      untrusted: textOption(texts.untrusted, { valueHint: 'none|possible|known' }),
      words: { type: 'boolean', default: true, description: texts.words },
      proven: flagOption(texts.proven),
      principal: textOption(texts.principal),
      policy: textOption(texts.policy),
      'in-force': flagOption(texts.inForce),
      config: textOption(optionMessages.configOrDefault, { alias: 'c' }),
      identity: textOption(optionMessages.identity),
      trust: textOption(optionMessages.trustOfAnswer),
      full: flagOption(texts.full),
      json: flagOption(texts.json),
      batch: flagOption(texts.batch),
    },
    async (given) => {
      if (given.batch === true) {
        await explainBatch(openPolicy((given.policy ?? 'balanced').split(',')));
        return;
      }
      const { traced, policy, seen } = await explainedTool(given._[0], given);
      const circumstances = circumstancesOf(given);
      const call = toCallArguments(parseStrict(given.args));
      const input = buildDecisionInput(
        policy,
        traced.tool,
        circumstances(traced, call.arguments),
        readPrincipal(given.principal),
        call.arguments,
        now(),
      );
      const decision = new Engine(policy).decide(input);
      const suggestions = findAutoConditions(policy, input);
      const decided = explanationText(input, policy.name, decision, suggestions);
      if (given.full === true && seen !== undefined) {
        const detail = toolDetail(seen.found.known, seen.found.tool, seen.opened.judge);
        write(
          given.json === true
            ? asciiJson({ ...detail, called: calledJson(input, decision, suggestions) }, 2)
            : `${toolDetailText(detail)}\n\n${bold(policyMessages.tool.why)}\n${decided}`,
        );
        return;
      }
      write(given.json === true ? asciiJson(decisionJson(input, call, decision, suggestions), 2) : decided);
    },
  ),
};
