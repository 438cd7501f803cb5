import type { Json, TracedTool } from '@callgate/core';
import { CallgateError, Engine, display } from '@callgate/core';
import { autoIf } from '@callgate/core/decide';
import type { Strength } from '@callgate/core/label';
import { STRENGTHS } from '@callgate/core/label';
import { parseStrict } from '@callgate/core/receive';
import { nearest } from '@callgate/policy';
import type { ArgsDef } from 'citty';
import { trustOf } from '../catalogue/trust.ts';
import { now } from '../now.ts';
import type { PolicyHome } from '../policy/policy-home.ts';
import { openPolicyHome, pinnedTools } from '../policy/policy-home.ts';
import { openPolicy } from '../policy-source.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { decisionJson } from '../show/decision-json.ts';
import { explanation } from '../show/explanation.ts';
import { write } from '../show/style.ts';
import { decisionInput, readCircumstances, readPrincipal } from '../situation.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry, requiredOption } from './command-entry.ts';
import { argumentsOf, findTool, readSession } from './explain.ts';

const args = {
  config: {
    type: 'string',
    alias: 'c',
    description: 'The configuration; callgate.yaml here or in the folder of Callgate if absent',
  },
  server: { type: 'string', description: 'The server; not needed where only one has the tool' },
  tool: { type: 'string', description: 'The tool' },
  args: { type: 'string', default: '{}', description: 'The arguments of the call, as JSON' },
  private: { type: 'string', description: 'What the session touched: none, possible or known private data' },
  untrusted: { type: 'string', description: 'What it saw: none, possible or known untrusted content' },
  words: { type: 'boolean', default: true, description: "The person's words are known" },
  session: { type: 'string', description: 'A session file, in place of the three above' },
  principal: { type: 'string', description: 'Who calls' },
  policy: {
    type: 'string',
    description: 'Another policy than the one in force: presets or files, with commas',
  },
  catalogue: {
    type: 'string',
    description: 'A catalogue file; the tools last seen of the configured servers if absent',
  },
  trust: { type: 'string', description: 'Trust of a raw tools/list answer: untrusted, trusted or owned' },
  json: { type: 'boolean', description: 'The decision as JSON' },
} as const satisfies ArgsDef;

const strengthOf = (name: string, text: string | undefined): Strength => {
  const found = STRENGTHS.find((strength) => strength === (text ?? 'none'));
  if (found !== undefined) return found;
  throw new CallgateError('OPTION_VALUE', `--${name} is none, possible or known`);
};

const seenTool = (home: PolicyHome, server: string | undefined, name: string): TracedTool => {
  const tools = pinnedTools(home).filter(({ tool }) => server === undefined || tool.server.name === server);
  const named = tools.filter(({ tool }) => tool.name === name);
  const [found] = named;
  if (found !== undefined && named.length === 1) return found;
  if (named.length > 1)
    throw new CallgateError('OPTION_MISSING', '--server is needed: several servers have this tool', {
      help: named.map(({ tool }) => display(tool.server.name)).join(', '),
    });
  const near = nearest(
    name,
    tools.map(({ tool }) => tool.name),
  );
  throw new CallgateError('TOOL_UNKNOWN', `no tool \`${display(name, { max: 120 })}\` was seen yet`, {
    help:
      near === undefined
        ? 'let its server be listed once through callgate up, or give a --catalogue'
        : `did you mean \`${display(near)}\`?`,
  });
};

/** `callgate policy try` */
export const policyTryCommand: CommandEntry = commandEntry(
  'policy try',
  'What the policy in force says to a call, and why; nothing is called',
  args,
  async ({ args: given }) => {
    const home = await openPolicyHome(given.config);
    const policy = given.policy === undefined ? home.effective.policy : openPolicy(given.policy.split(','));
    const name = requiredOption(given.tool, 'tool', 'policy try');
    const traced =
      given.catalogue === undefined
        ? seenTool(home, given.server, name)
        : findTool(given.catalogue, given.server, name, trustOf(given.trust));
    const call = argumentsOf(parseStrict(given.args));
    const said: Json = {
      private: strengthOf('private', given.private),
      untrusted: strengthOf('untrusted', given.untrusted),
      words: given.words,
    };
    const circumstances = given.session === undefined ? readCircumstances(said) : readSession(given.session);
    const input = decisionInput(
      policy,
      traced.tool,
      circumstances(traced, call.arguments),
      readPrincipal(given.principal),
      call.arguments,
      now(),
    );
    const decision = new Engine(policy).decide(input);
    const suggestions = autoIf(policy, input);
    write(
      given.json === true
        ? asciiJson(decisionJson(input, call, decision, suggestions), 2)
        : explanation(input, policy.name, decision, suggestions),
    );
  },
);
