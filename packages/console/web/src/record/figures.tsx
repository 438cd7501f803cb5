import { OUTCOMES } from '@callgate/core';
import type { AiUsage, ChartSlice, PromptFigures, RuleFigures, TimeSpan } from '@callgate/gate/store';
import { consoleMessages } from '@callgate/messages/console';
import { formatCount } from '@callgate/messages/text/count';
import type { ApprovalFigures } from '@callgate/operations/api';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge, OutcomeBadge } from '../parts/badge.tsx';
import { Card, Loading, Table } from '../parts/page.tsx';
import { formatDuration } from '../parts/time.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import type { ParamsOf, ReadName, ResultOf } from '../shell/api.ts';
import { useReadOnce } from '../shell/use-api.ts';
import { TimeChart, sliceWords, chartSlices } from './time-chart.tsx';

const TEXT = consoleMessages.auditLog.charts;
const OUTCOME_NAMES = consoleMessages.terms.outcomes;

interface ChartBar {
  readonly key: string;
  readonly name: ReactNode;
  readonly value: number;
  /** Beside the bar. */
  readonly words: ReactNode;
  readonly tone?: 'auto' | 'confirm' | 'block' | 'ai' | 'accent';
}

/** Bars that lie, with their names before them and their numbers behind; names that are sentences stand above. */
const Bars = ({ bars, wordy = false }: { bars: readonly ChartBar[]; wordy?: boolean }) => {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className={wordy ? 'record-bars record-bars-wordy' : 'record-bars'}>
      {bars.map(({ key, name, value, words, tone = 'accent' }) => (
        <li key={key}>
          <span className="record-bar-name">{name}</span>
          <span className="record-bar-track" aria-hidden="true">
            <span
              className={`record-bar-fill record-fill-${tone}`}
              style={{ width: `${value === 0 ? 0 : Math.max(0.8, (100 * value) / most)}%` }}
            />
          </span>
          <span className="record-bar-words">{words}</span>
        </li>
      ))}
    </ul>
  );
};

/** One sentence that says it, the picture, and the same as a table. */
interface FigureContent {
  readonly says: ReactNode;
  readonly picture: ReactNode;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}

const Figure = <N extends ReadName>({
  title,
  name,
  params,
  show,
}: {
  title: string;
  name: N;
  params: ParamsOf<N>;
  show: (data: ResultOf<N>) => FigureContent;
}) => {
  const { data, error } = useReadOnce(name, params);
  const shown = data === undefined ? undefined : show(data);
  return (
    <Card title={title}>
      {shown === undefined ? (
        <Loading error={error} lines={5} />
      ) : (
        <figure className="record-figure">
          <figcaption>{shown.says}</figcaption>
          {shown.picture}
        </figure>
      )}
      {shown === undefined || shown.rows.length === 0 ? null : (
        <details className="record-fold">
          <summary>{TEXT.table}</summary>
          <div className="record-table" tabIndex={0} role="region" aria-label={TEXT.tableLabel({ title })}>
            <Table head={shown.head}>
              {shown.rows.map((cells, at) => (
                <tr key={at}>
                  {cells.map((cell, column) => (
                    <td key={shown.head[column]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </Table>
          </div>
        </details>
      )}
    </Card>
  );
};

const percent = (part: number, of: number): string =>
  of === 0 ? TEXT.noPercent : TEXT.percent({ percent: Math.round((100 * part) / of) });

const showOutcomes = (slices: readonly ChartSlice[], sliceMs: number): FigureContent => {
  const totals = OUTCOMES.map((series) => slices.reduce((sum, { counts }) => sum + (counts[series] ?? 0), 0));
  const all = totals.reduce((one, other) => one + other, 0);
  return {
    says: (
      <span className="record-legend">
        {OUTCOMES.map((series, at) => (
          <span key={series}>
            <OutcomeBadge outcome={series} />{' '}
            {TEXT.share({ count: totals[at] ?? 0, percent: percent(totals[at] ?? 0, all) })}
          </span>
        ))}
      </span>
    ),
    picture: <TimeChart slices={slices} sliceMs={sliceMs} />,
    head: [TEXT.from, ...OUTCOMES.map((series) => OUTCOME_NAMES[series])],
    rows: slices.map(({ from, counts }) => [
      sliceWords(from, sliceMs),
      ...OUTCOMES.map((series) => formatCount(counts[series] ?? 0)),
    ]),
  };
};

const spreadWords = ({ from, to }: PromptFigures['spread'][number]): string =>
  to === null
    ? TEXT.orMore({ count: from })
    : from === to
      ? String(from)
      : TEXT.range({ from: String(from), to: String(to) });

const showPrompts = ({ sessions, prompts, spread, most }: PromptFigures): FigureContent => ({
  says:
    sessions === 0
      ? TEXT.noSessions
      : TEXT.promptCount({ prompts, sessions, average: (prompts / sessions).toFixed(2) }),
  picture: (
    <>
      <Bars
        bars={spread.map((step) => ({
          key: String(step.from),
          name: spreadWords(step),
          value: step.sessions,
          words: TEXT.sessionCount({ count: step.sessions }),
        }))}
      />
      {most.length === 0 ? null : (
        <details className="record-fold">
          <summary>{TEXT.mostPrompts}</summary>
          <ul className="record-most">
            {most.map(({ session, prompts: asked }) => (
              <li key={session}>
                <Link href={`/sessions/${encodeURIComponent(session)}`}>
                  <Untrusted text={session} max={80} />
                </Link>{' '}
                {formatCount(asked)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  ),
  head: TEXT.promptHead,
  rows: spread.map((step) => [spreadWords(step), formatCount(step.sessions)]),
});

const takenWords = (spread: ApprovalFigures['all']['spread'], at: number): string => {
  const { toMs } = spread[at] ?? { toMs: null };
  const from = spread[at - 1]?.toMs ?? 0;
  if (toMs === null) return TEXT.orLonger({ time: formatDuration(from) });
  return from === 0
    ? TEXT.under({ time: formatDuration(toMs) })
    : TEXT.range({ from: formatDuration(from), to: formatDuration(toMs) });
};

const showApprovals = ({ all, people }: ApprovalFigures): FigureContent => ({
  says:
    all.votes === 0
      ? TEXT.noVotes
      : TEXT.votes({
          votes: all.votes,
          approved: percent(all.approved, all.votes),
          median: all.medianMs === null ? null : formatDuration(all.medianMs),
          hasty: all.hasty,
        }),
  picture:
    all.votes === 0 ? null : (
      <Bars
        bars={all.spread.map(({ votes }, at) => ({
          key: String(at),
          name: takenWords(all.spread, at),
          value: votes,
          words: at === 0 && votes > 0 ? TEXT.hastyCount({ count: votes }) : TEXT.voteCount({ count: votes }),
          tone: at === 0 ? 'confirm' : 'accent',
        }))}
      />
    ),
  head: TEXT.approvalHead,
  rows: people.map((person) => [
    <span key="subject">
      <Untrusted text={person.subject} max={80} />{' '}
      {person.fatigue ? <Badge tone="warning" icon="warning" words={TEXT.fatigue} /> : null}
    </span>,
    formatCount(person.votes),
    TEXT.percent({ percent: Math.round(person.approvalRate * 100) }),
    formatDuration(person.medianMs),
    TEXT.percent({ percent: Math.round(person.hastyShare * 100) }),
    person.questionsAnHour.toFixed(1),
  ]),
});

const ruleSays = ({ calls, all }: RuleFigures): string =>
  calls === 0 ? TEXT.noRules : all ? TEXT.ruleCalls({ count: calls }) : TEXT.ruleNewest({ count: calls });

const showRules = (data: RuleFigures): FigureContent => ({
  says: ruleSays(data),
  picture: (
    <Bars
      wordy
      bars={data.rules.slice(0, 10).map(({ rule, layer, outcome, reason, calls }) => ({
        key: JSON.stringify([rule, layer, outcome, reason]),
        name: <Untrusted className="record-reason" text={reason === '' ? rule : reason} max={160} />,
        value: calls,
        words: TEXT.share({ count: calls, percent: percent(calls, data.calls) }),
        tone: outcome,
      }))}
    />
  ),
  head: TEXT.ruleHead,
  rows: data.rules.map(({ rule, layer, outcome, reason, calls }) => [
    <Untrusted key="rule" text={rule} max={120} />,
    layer,
    OUTCOME_NAMES[outcome],
    <Untrusted key="reason" className="record-reason" text={reason} max={400} />,
    formatCount(calls),
  ]),
});

const showAi = (uses: readonly AiUsage[]): FigureContent => {
  const tools = [...Map.groupBy(uses, ({ server, target }) => JSON.stringify([server, target]))]
    .flatMap(([key, [first, ...others]]) =>
      first === undefined
        ? []
        : {
            key,
            name: <ToolName key="tool" server={first.server} tool={first.target} />,
            calls: others.reduce((sum, { calls }) => sum + calls, first.calls),
            people: new Set([first, ...others].map(({ principal }) => principal)).size,
          },
    )
    .toSorted((one, other) => other.calls - one.calls);
  const all = tools.reduce((sum, { calls }) => sum + calls, 0);
  return {
    says: all === 0 ? TEXT.noAi : TEXT.aiCount({ calls: all, tools: tools.length }),
    picture: (
      <Bars
        bars={tools.slice(0, 10).map(({ key, name, calls }) => ({
          key,
          name,
          value: calls,
          words: formatCount(calls),
          tone: 'ai',
        }))}
      />
    ),
    head: TEXT.aiHead,
    rows: tools.map(({ name, calls, people }) => [name, formatCount(calls), formatCount(people)]),
  };
};

export const Figures = ({ span }: { span: TimeSpan }) => {
  const slices = chartSlices(span);
  return (
    <div className="record-figures">
      <div className="record-wide">
        <Figure
          title={TEXT.outcomes}
          name="record.chart"
          params={{ ...slices, by: 'outcome' }}
          show={(data) => showOutcomes(data, slices.sliceMs)}
        />
      </div>
      <Figure title={TEXT.rules} name="record.rules" params={span} show={showRules} />
      <Figure title={TEXT.approvals} name="record.approvals" params={span} show={showApprovals} />
      <Figure title={TEXT.prompts} name="record.prompts" params={span} show={showPrompts} />
      <Figure title={TEXT.ai} name="record.ai" params={span} show={showAi} />
    </div>
  );
};
