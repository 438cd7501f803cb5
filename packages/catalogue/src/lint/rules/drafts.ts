import type { HintName } from '@callgate/core';
import { HINTS } from '@callgate/core';
import type { LookedTool } from '../looked.ts';
import { declare, homeOfHint, spelled } from '../homes.ts';
import type { Found, LintRule } from '../rule.ts';
import { toolRule } from '../rule.ts';
import { sentences } from '../../suggest/words.ts';
import { SIGNS } from './draft-signs.ts';

const LEAD_SENTENCES = 3;

/** What of the authors' list a tool says about itself: in its name, or where its description says what it does. */
export const listed = ({ shown }: LookedTool, hint: HintName): string | undefined => {
  const signs = SIGNS[hint];
  if (signs === undefined) return undefined;
  const name = shown.words.join(' ');
  const lead = `${shown.title}\n${sentences(shown.description, LEAD_SENTENCES).join('\n')}`;
  for (const { pattern, in: where, because } of signs) {
    const match = pattern.exec(where === 'name' ? name : lead);
    if (match !== null) return `${because} (\`${match[0].slice(0, 60)}\`)`;
  }
  return undefined;
};

const undeclared = (tool: LookedTool, hint: HintName): readonly Found[] => {
  if (tool.claimed[hint] !== 'unknown') return [];
  const because = listed(tool, hint);
  if (because === undefined) return [];
  return [
    {
      path: homeOfHint(hint),
      message: `it does not say ${HINTS[hint].key}, but ${because}`,
      help: `declare ${spelled(hint, 'yes')} in _meta if that is so, ${spelled(hint, 'no')} if not`,
      fix: declare(hint, 'yes'),
    },
  ];
};

const REPAIR = 'Declares the hint in `_meta`, where it reaches clients.';

const draftRule = (id: string, hint: HintName, title: string, explanation: string): LintRule =>
  toolRule({ id, severity: 'note', title, explanation, repair: REPAIR }, (tool) => undeclared(tool, hint));

export const agency: LintRule = draftRule(
  'drafts/agency',
  'agency',
  'A tool that plans and acts by itself does not say so.',
  'SEP-1938 asks authors to set `agencyHint` where a tool has an agent loop inside: plan, act and observe, chains of tools, retries of its own. Clients show progress and ask earlier.',
);

export const aiProcessing: LintRule = draftRule(
  'drafts/ai-processing',
  'aiProcessing',
  'A tool that hands data to a model does not say so.',
  'SEP-1984 asks authors to set `aiProcessingHint` where a tool calls AI services, runs models, makes embeddings, or judges language. It costs money, and data goes to another processor.',
);

export const resourceIntensive: LintRule = draftRule(
  'drafts/resource-intensive',
  'resourceIntensive',
  'A heavy tool does not say so.',
  'SEP-1984 asks authors to set `resourceIntensiveHint` for much computing (encoding, compression), much memory (images, analysis) or much disk. Clients run fewer of them at once.',
);

export const sensitiveData: LintRule = draftRule(
  'drafts/sensitive-data',
  'sensitiveData',
  'A tool that touches personal, secret or regulated data does not say so.',
  'SEP-1984 asks authors to set `sensitiveDataHint` for personal data, credentials, and financial, medical or legal data. Clients keep a full record, do not cache, and do not mix it with what strangers wrote.',
);

export const privilegedAccess: LintRule = draftRule(
  'drafts/privileged-access',
  'privilegedAccess',
  'A tool that needs rights most people do not have does not say so.',
  'SEP-1984 asks authors to set `privilegedAccessHint` where administrator rights are needed, the configuration of a system is changed, or other users and processes can be affected.',
);

/** Fewer calls than this say nothing about the next one. */
const LEAST_CALLS = 3;
/** More than a few seconds. */
const SLOW_MS = 5000;
const QUICK_MS = 1000;
const LEAST_QUICK = 10;

const quantile = (durations: readonly number[], share: number): number =>
  durations.toSorted((a, b) => a - b)[Math.min(durations.length - 1, Math.floor(durations.length * share))] ??
  0;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const measured = ({ claimed, durations }: LookedTool): readonly Found[] => {
  const usual = quantile(durations, 0.5);
  if (claimed.slowExecution !== 'yes' && durations.length >= LEAST_CALLS && usual > SLOW_MS)
    return [
      {
        path: homeOfHint('slowExecution'),
        message: `it ${claimed.slowExecution === 'no' ? 'says that it is not slow' : 'does not say slowExecutionHint'}, but half of ${durations.length} calls took ${seconds(usual)} or longer`,
        help: `declare ${spelled('slowExecution', 'yes')} in _meta, so that clients wait and show progress`,
        fix: declare('slowExecution', 'yes'),
      },
    ];
  if (
    claimed.slowExecution === 'yes' &&
    durations.length >= LEAST_QUICK &&
    quantile(durations, 0.95) < QUICK_MS
  )
    return [
      {
        path: homeOfHint('slowExecution'),
        message: `it says that it is slow, but nearly all of ${durations.length} calls took less than a second`,
        help: 'leave slowExecutionHint out if that is usual',
      },
    ];
  return [];
};

export const slowExecution: LintRule = toolRule(
  {
    id: 'drafts/slow-execution',
    severity: 'note',
    title: 'A slow tool does not say so, or one that says so is not.',
    explanation:
      'SEP-1984 asks authors to set `slowExecutionHint` where a call usually takes more than a few seconds: slow services, large files. Clients give it time and show progress. Recorded durations count more than words: slow is what takes more than 5 seconds in half of at least 3 calls.',
    repair: REPAIR,
  },
  (tool) => {
    const found = measured(tool);
    return found.length > 0 || tool.durations.length >= LEAST_CALLS
      ? found
      : undeclared(tool, 'slowExecution');
  },
);
