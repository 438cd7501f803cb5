import { policyMessages } from '@callgate/messages/cli/policy';
import type { ShadowReport, ShadowRun } from '@callgate/operations/policy';
import { display } from '@callgate/core';
import { formatColumns, formatInteger } from '../show/format-columns.ts';
import { bold, dim } from '../show/style.ts';
import { momentText } from '../show/time-text.ts';
import { changedText } from './comparison-text.ts';

const { shadow: texts, compare } = policyMessages;

const nameOf = ({ name, revision }: ShadowRun['candidate']): string =>
  `${display(name, { max: 80 })} ${dim(revision.slice(0, 'sha256:'.length + 12))}`;

const runText = (run: ShadowRun): string =>
  [
    bold(texts.run({ candidate: nameOf(run.candidate), base: nameOf(run.base) })),
    dim(texts.span({ since: momentText(run.since), until: momentText(run.until) })),
    ...(run.changed.length === 0 ? [texts.same] : run.changed.map(changedText)),
    ...(run.unlisted === 0 ? [] : [compare.unlisted({ count: run.unlisted })]),
    '',
    texts.judged({ count: run.calls }),
    ...formatColumns([
      ['', texts.live, texts.then],
      ...(['auto', 'confirm', 'block'] as const).map((outcome) => [
        outcome,
        formatInteger(run.before[outcome]),
        formatInteger(run.after[outcome]),
      ]),
    ]),
    ...(run.unjudged === 0 ? [] : [bold(texts.unjudged({ count: run.unjudged }))]),
  ].join('\n');

/** What candidates would have decided, the latest first. */
export const shadowText = ({ candidate, runs }: ShadowReport): string =>
  [
    candidate === null ? texts.none : texts.now({ candidate: nameOf(candidate) }),
    ...(runs.length === 0 ? [texts.noRuns] : runs.map(runText)),
  ].join('\n\n');
