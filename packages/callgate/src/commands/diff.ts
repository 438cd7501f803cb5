import { CallgateError, display } from '@callgate/core';
import { systemClock } from '@callgate/gate';
import type { UnreadableDecision } from '@callgate/gate/replay';
import { diffMessages as texts } from '@callgate/messages/cli/diff';
import { optionMessages } from '@callgate/messages/cli/options';
import { commandErrors } from '@callgate/messages/errors/command';
import { optionErrors } from '@callgate/messages/errors/option';
import type { ComparedCall, ComparisonResult } from '@callgate/operations/policy';
import {
  MAX_COMPARED_CALLS,
  compareCalls,
  compareHints,
  comparePolicies,
  diffPolicies,
} from '@callgate/operations/policy';
import type { Policy } from '@callgate/core';
import { reportMarkdown } from '../audit/report-markdown.ts';
import type { ReportPart } from '../audit/report-parts.ts';
import { parseTrust } from '../catalogue/parse-trust.ts';
import { openAnyCatalogue } from '../catalogue/open-any-catalogue.ts';
import { comparedTraces } from '../diff/compared-traces.ts';
import { diffCatalogues, isCatalogueLoosened } from '../diff/diff-catalogues.ts';
import { catalogueDiffParts, diffText, policyDiffParts } from '../diff/diff-parts.ts';
import { fileKind } from '../catalogue/file-kind.ts';
import { now } from '../input/now.ts';
import { openPolicy } from '../input/open-policy.ts';
import { flagOption, textOption } from '../options/option.ts';
import { parseCallCount } from '../policy/compare-with.ts';
import { CatalogueTools } from '../replay/catalogue-tools.ts';
import { openReplayedLog } from '../replay/open-replayed-log.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { problemLine } from '../show/problem-line.ts';
import { write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command, requiredOption } from './command.ts';

interface DiffOptions {
  readonly catalogue?: string | undefined;
  readonly server?: string | undefined;
  readonly trust?: string | undefined;
  readonly log?: string | undefined;
  readonly keys?: string | undefined;
  readonly traces?: string | undefined;
  readonly calls?: string | undefined;
  readonly policy?: string | undefined;
  readonly markdown?: boolean | undefined;
  readonly json?: boolean | undefined;
}

interface DiffView {
  readonly json: Record<string, unknown>;
  readonly title: string;
  readonly parts: readonly ReportPart[];
  readonly isLoosened: boolean;
  /** What changed could not be compared wholly, and may be loosened for all that is known. */
  readonly isUnsure: boolean;
}

async function* noCalls(): AsyncGenerator<ComparedCall | UnreadableDecision> {}

const problem = (where: string, found: CallgateError): void => {
  process.exitCode = 1;
  process.stderr.write(problemLine(where, found));
};

const compare = async (before: Policy, after: Policy, given: DiffOptions): Promise<ComparisonResult> => {
  const { catalogue: path, log, traces } = given;
  const catalogue =
    path === undefined ? undefined : await openAnyCatalogue(path, given.server, parseTrust(given.trust));
  const tools = (catalogue?.servers ?? []).flatMap((server) => server.tools);
  const parts = { before, after, tools, clock: systemClock };
  if (log !== undefined) {
    const { read, keys, close } = await openReplayedLog(log, given.keys);
    const calls = given.calls === undefined ? MAX_COMPARED_CALLS : parseCallCount(given.calls);
    try {
      return await comparePolicies({ ...parts, read, keys, calls });
    } finally {
      await close();
    }
  }
  if (traces === undefined) return await compareCalls(noCalls(), parts);
  const found = new CatalogueTools(catalogue ?? { servers: [] });
  return await compareCalls(comparedTraces(traces.split(','), found, parts, problem), parts);
};

const policyDiff = async (old: string, changed: string, given: DiffOptions): Promise<DiffView> => {
  const { log, traces } = given;
  if (log !== undefined && traces !== undefined)
    throw new CallgateError(optionErrors.useOne({ name: 'log', other: 'traces' }));
  if (traces !== undefined) requiredOption(given.catalogue, 'catalogue', 'diff');
  for (const name of ['calls', 'keys'] as const)
    if (given[name] !== undefined && log === undefined)
      throw new CallgateError(optionErrors.needsOption({ name, needed: 'log' }));
  const [before, after] = [openPolicy(old.split(',')), openPolicy(changed.split(','))];
  const calls = await compare(before, after, given);
  const hints = compareHints(before, after, now());
  const { isLoosened, isUnsure, ...json } = diffPolicies(before, after, hints, calls);
  return {
    json,
    title: texts.title({ before: before.name, after: after.name }),
    parts: policyDiffParts(hints, calls, { atCalls: log !== undefined || traces !== undefined }),
    isLoosened,
    isUnsure,
  };
};

/** Options that only policies have. */
const OF_POLICIES = ['catalogue', 'log', 'keys', 'traces', 'calls'] as const;

const catalogueDiff = async (old: string, changed: string, given: DiffOptions): Promise<DiffView> => {
  const wrong = OF_POLICIES.find((name) => given[name] !== undefined);
  if (wrong !== undefined)
    throw new CallgateError(optionErrors.notForKind({ name: wrong, kind: fileKind(old) }));
  const policy = openPolicy((given.policy ?? 'balanced').split(','));
  const trust = parseTrust(given.trust);
  // both under one name: their files are called differently
  const server = given.server ?? 'server';
  const [before, after] = [
    await openAnyCatalogue(old, server, trust),
    await openAnyCatalogue(changed, server, trust),
  ];
  const diff = diffCatalogues(before, after, policy);
  return {
    json: { ...diff },
    title: texts.title({ before: old, after: changed }),
    parts: catalogueDiffParts(diff),
    isLoosened: isCatalogueLoosened(diff),
    isUnsure: false,
  };
};

const CATALOGUES: ReadonlySet<string> = new Set(['manifest', 'tools', 'lock']);

const kindOf = (written: string): 'policy' | 'catalogue' =>
  !written.includes(',') && CATALOGUES.has(fileKind(written)) ? 'catalogue' : 'policy';

export const commands: Commands = {
  diff: command(
    {
      files: { type: 'positional', required: true, description: texts.files },
      catalogue: textOption(texts.catalogue),
      server: textOption(texts.server),
      trust: textOption(optionMessages.trustOfAnswer),
      log: textOption(texts.log),
      keys: textOption(texts.keys),
      calls: textOption(texts.calls),
      traces: textOption(texts.traces),
      policy: textOption(texts.policy),
      markdown: flagOption(texts.markdown),
      json: flagOption(texts.json),
    },
    async (given) => {
      const [old = '', changed, ...others] = given._;
      if (changed === undefined)
        throw new CallgateError(commandErrors.argumentMissing({ command: 'diff', argument: 'NEW' }));
      if (others[0] !== undefined)
        throw new CallgateError(
          commandErrors.tooManyArguments({ command: 'diff', extra: display(others[0]) }),
        );
      const [kind, other] = [kindOf(old), kindOf(changed)];
      if (kind !== other) throw new CallgateError(commandErrors.mixedKinds({ kind, other }));
      if (kind === 'policy' && given.policy !== undefined)
        throw new CallgateError(optionErrors.notForKind({ name: 'policy', kind }));
      const shown = await (kind === 'policy' ? policyDiff : catalogueDiff)(old, changed, given);
      const { isLoosened, isUnsure } = shown;
      const verdict = texts.verdict({ loosened: isLoosened, isUnsure });
      if (given.json === true) write(asciiJson({ ...shown.json, isLoosened, isUnsure }, 2));
      else if (given.markdown === true)
        write(`${reportMarkdown(display(shown.title, { max: 300 }), shown.parts)}\n${verdict}`);
      else write(`${display(shown.title, { max: 300 })}\n\n${diffText(shown.parts)}\n\n${verdict}`);
      // what nobody compared may be loosened
      if (isLoosened || isUnsure) process.exitCode = 2;
    },
  ),
};
