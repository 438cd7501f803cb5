import type { Json, TracedTool } from '@callgate/core';
import type { LabelStrength } from '@callgate/core/label';
import { CallgateError, Engine, display } from '@callgate/core';
import { findAutoConditions } from '@callgate/core/decide';
import { LABEL_STRENGTHS } from '@callgate/core/label';
import { parseStrict } from '@callgate/core/receive';
import { countLoosened, rulesView } from '@callgate/operations/policy';
import { findNearestName } from '@callgate/policy';
import { parseTrust } from '../catalogue/parse-trust.ts';
import { now } from '../input/now.ts';
import { flagOption, textOption } from '../options/option.ts';
import { openPolicy } from '../input/open-policy.ts';
import { comparisonText } from '../policy/comparison-text.ts';
import { parseCallCount, compareWith, comparisonDigest, comparisonJson } from '../policy/compare-with.ts';
import { OFFER_ARGS, offerPolicy } from '../policy/offer-policy.ts';
import type { PolicyHome } from '../policy/policy-home.ts';
import { openPolicyHome, pinnedTools } from '../policy/policy-home.ts';
import { policyText } from '../policy/policy-text.ts';
import { loadLayeredPolicy } from '../home/layered-policy.ts';
import { readPolicyFile } from '../home/policy-file.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { decisionJson } from '../show/decision-json.ts';
import { explanationText } from '../show/explanation-text.ts';
import { dim, write } from '../show/style.ts';
import { buildDecisionInput, readSessionFacts, readPrincipal } from '../input/session-facts.ts';
import type { Commands } from './command.ts';
import { command, requiredOption } from './command.ts';
import { toCallArguments, findTool, readSession } from './explain.ts';

const strengthOf = (name: string, text: string | undefined): LabelStrength => {
  const found = LABEL_STRENGTHS.find((strength) => strength === (text ?? 'none'));
  if (found !== undefined) return found;
  throw new CallgateError('OPTION_VALUE', `--${name} is none, possible or known`);
};

const findPinnedTool = (home: PolicyHome, server: string | undefined, name: string): TracedTool => {
  const tools = pinnedTools(home).filter(({ tool }) => server === undefined || tool.server.name === server);
  const named = tools.filter(({ tool }) => tool.name === name);
  const [found] = named;
  if (found !== undefined && named.length === 1) return found;
  if (named.length > 1)
    throw new CallgateError('OPTION_MISSING', '--server is needed: several servers have this tool', {
      help: named.map(({ tool }) => display(tool.server.name)).join(', '),
    });
  const near = findNearestName(
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

const isDamaged = (folder: string, config: string): boolean => {
  try {
    readPolicyFile(folder, config);
    return false;
  } catch (error) {
    if (error instanceof CallgateError) return true;
    throw error;
  }
};

export const commands: Commands = {
  'policy show': command(
    {
      config: textOption('The configuration; callgate.yaml here or in the folder of Callgate if absent', {
        alias: 'c',
      }),
      json: flagOption('The same as JSON, with the text of the layers'),
    },
    async (given) => {
      const home = await openPolicyHome(given.config);
      const tools = pinnedTools(home).map(({ tool }) => tool);
      // where no tool was seen yet, every rule would be about none
      const view = rulesView(home.effective.policy, tools.length === 0 ? undefined : tools, now().at);
      if (given.json !== true) {
        write(policyText(home, view));
        return;
      }
      const { active, effective, everything } = home;
      const activated = active === null ? null : { by: active.by, reason: active.reason, at: active.at };
      const { layers } = effective;
      write(asciiJson({ ...view, layers, configured: everything.configured.layers, activated }, 2));
    },
  ),
  'policy try': command(
    {
      config: textOption('The configuration; callgate.yaml here or in the folder of Callgate if absent', {
        alias: 'c',
      }),
      server: textOption('The server; not needed where only one has the tool'),
      tool: textOption('The tool'),
      args: { type: 'string', default: '{}', description: 'The arguments of the call, as JSON' },
      private: textOption('What the session touched: none, possible or known private data'),
      untrusted: textOption('What it saw: none, possible or known untrusted content'),
      words: { type: 'boolean', default: true, description: "The person's words are known" },
      session: textOption('A session file, in place of the three above'),
      principal: textOption('Who calls'),
      policy: textOption('Another policy than the one in force: presets or files, with commas'),
      catalogue: textOption('A catalogue file; the tools last seen of the configured servers if absent'),
      trust: textOption('Trust of a raw tools/list answer: untrusted, trusted or owned'),
      json: flagOption('The decision as JSON'),
    },
    async (given) => {
      const home = await openPolicyHome(given.config);
      const policy = given.policy === undefined ? home.effective.policy : openPolicy(given.policy.split(','));
      const name = requiredOption(given.tool, 'tool', 'policy try');
      const traced =
        given.catalogue === undefined
          ? findPinnedTool(home, given.server, name)
          : findTool(given.catalogue, given.server, name, parseTrust(given.trust));
      const call = toCallArguments(parseStrict(given.args));
      const said: Json = {
        private: strengthOf('private', given.private),
        untrusted: strengthOf('untrusted', given.untrusted),
        words: given.words,
      };
      const circumstances = given.session === undefined ? readSessionFacts(said) : readSession(given.session);
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
      write(
        given.json === true
          ? asciiJson(decisionJson(input, call, decision, suggestions), 2)
          : explanationText(input, policy.name, decision, suggestions),
      );
    },
  ),
  'policy compare': command(
    {
      policy: {
        type: 'positional',
        required: true,
        description: 'Policy files in the order of their layers, or preset names',
      },
      config: textOption('The configuration; callgate.yaml here or in the folder of Callgate if absent', {
        alias: 'c',
      }),
      calls: { type: 'string', default: '1000', description: 'How many of the last recorded calls' },
      json: flagOption('The same as JSON'),
    },
    async (given) => {
      const home = await openPolicyHome(given.config);
      const { layers, policy } = loadLayeredPolicy(given._);
      const base = home.effective.policy;
      const result = await compareWith(home, policy, parseCallCount(given.calls));
      const digest = comparisonDigest(layers, base, policy, result);
      write(
        given.json === true
          ? asciiJson({ ...comparisonJson(base, policy, result), digest }, 2)
          : `${comparisonText(base, policy, result)}\n${dim(`digest ${digest}`)}`,
      );
      if (countLoosened(result) > 0) process.exitCode = 2;
    },
  ),
  'policy activate': command(
    {
      policy: {
        type: 'positional',
        required: true,
        description: 'Policy files in the order of their layers, or preset names',
      },
      ...OFFER_ARGS,
      json: flagOption('What would change as JSON; activates only with --digest'),
    },
    async (given) => {
      const reason = requiredOption(given.reason, 'reason', 'policy activate');
      const home = await openPolicyHome(given.config);
      const { layers, policy } = loadLayeredPolicy(given._);
      await offerPolicy(home, {
        layers,
        policy,
        reason,
        calls: given.calls,
        digest: given.digest,
        json: given.json ?? false,
        done: 'it is in force: gateways that run take it within a moment, others when they start',
      });
    },
  ),
  'policy restore': command(
    {
      ...OFFER_ARGS,
      json: flagOption('What would change as JSON; goes back only with --digest'),
    },
    async (given) => {
      const reason = requiredOption(given.reason, 'reason', 'policy restore');
      const home = await openPolicyHome(given.config, { damaged: 'passed over' });
      const { policy } = home.everything.configured;
      const damaged = isDamaged(home.paths.folder, home.path);
      if (home.active === null && !damaged)
        throw new CallgateError(
          'POLICY_NOT_ACTIVATED',
          'the policy that the configuration names is in force',
          {
            help: 'there is nothing to go back from',
          },
        );
      if (damaged)
        process.stderr.write(
          'note: what was activated cannot be read, so nobody can tell what would change; it is compared with itself\n',
        );
      await offerPolicy(home, {
        layers: null,
        policy,
        reason,
        calls: given.calls,
        digest: given.digest,
        json: given.json ?? false,
        done: 'the policy that the configuration names is in force',
      });
    },
  ),
};
