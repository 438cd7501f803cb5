import { display } from '@callgate/core';
import type { Score, ScoreTable } from '../replay/score.ts';
import { columns, percent, whole } from './columns.ts';
import { bold, dim } from './style.ts';

const HEAD = [
  '',
  'attacks',
  'stopped',
  'consequential',
  'broken',
  'benign',
  'zero-prompt',
  'prompts',
  'blocked',
];

const row = (name: string, score: Score): string[] => [
  name,
  whole(score.attacks),
  percent(score.stopped, score.attacks, 2),
  percent(score.consequential, score.attacks, 2),
  percent(score.broken, score.attacks, 2),
  whole(score.benign),
  percent(score.zeroPrompt, score.benign),
  score.benign === 0 ? '–' : (score.held / score.benign).toFixed(2),
  whole(score.blocked),
];

/** Scores for people. */
export const scoreText = (policy: string, { total, suites, kinds }: ScoreTable): string =>
  [
    `${bold('Scores')}  ${dim(`policy ${display(policy)}`)}`,
    '',
    ...columns([
      HEAD,
      row('all', total),
      ...Object.entries(suites).map(([suite, score]) => row(`  ${display(suite)}`, score)),
      ...(total.attacks === 0
        ? []
        : [row('  exfiltration', kinds.exfiltration), row('  integrity', kinds.integrity)]),
    ]),
    '',
    dim('  stopped: every labelled call held; consequential: every labelled call that does something;'),
    dim('  broken: at least one labelled call held; zero-prompt: benign sessions without a held call;'),
    dim('  prompts: held calls a benign session; blocked: benign calls that were blocked'),
  ].join('\n');
