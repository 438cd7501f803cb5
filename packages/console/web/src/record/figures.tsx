import type { ApprovalFigures } from '@callgate/operations/api';
import type { AiUse, ChartSlice, PromptFigures, RuleFigures, TimeSpan } from '@callgate/gate';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Badge } from '../parts/badge.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { duration } from '../parts/time.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import type { ApiError, ParamsOf, ReadName, ResultOf } from '../shell/api.ts';
import { read } from '../shell/api.ts';
import { Bars, Figure, Reading, counted, number, percent } from './chart-parts.tsx';
import { slicesOf } from './span.ts';
import { SERIES, TimeChart, sliceWords } from './time-chart.tsx';

/** Read once for a time: a figure that changes while it is read tells nothing. */
const useFigure = <N extends ReadName>(name: N, params: ParamsOf<N>): UseQueryResult<ResultOf<N>, ApiError> =>
  useQuery<ResultOf<N>, ApiError>({
    queryKey: ['figure', name, params],
    queryFn: ({ signal }) => read(name, params, signal),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });

const sum = (slices: readonly ChartSlice[], series: string): number =>
  slices.reduce((all, { counts }) => all + (counts[series] ?? 0), 0);

const Outcomes = ({ span }: { span: TimeSpan }) => {
  const title = 'Outcomes over time';
  const asked = slicesOf(span);
  const { data, error } = useFigure('record.chart', { ...asked, by: 'outcome' });
  if (data === undefined) return <Reading title={title} error={error} />;
  const totals = SERIES.map((series) => sum(data, series));
  const all = totals.reduce((one, other) => one + other, 0);
  return (
    <Figure
      title={title}
      says={
        <span className="record-legend">
          {SERIES.map((series, at) => (
            <span key={series}>
              <Outcome outcome={series} /> {number(totals[at] ?? 0)} ({percent(totals[at] ?? 0, all)})
            </span>
          ))}
        </span>
      }
      picture={<TimeChart slices={data} sliceMs={asked.sliceMs} />}
      head={['From', ...SERIES]}
      rows={data.map(({ from, counts }) => [
        sliceWords(from, asked.sliceMs),
        ...SERIES.map((series) => number(counts[series] ?? 0)),
      ])}
    />
  );
};

const spreadWords = ({ from, to }: PromptFigures['spread'][number]): string =>
  to === null ? `${from} or more` : from === to ? String(from) : `${from} to ${to}`;

const sessionAddress = (session: string): string => `/sessions/${encodeURIComponent(session)}`;

const Prompts = ({ span }: { span: TimeSpan }) => {
  const title = 'Questions in a session';
  const { data, error } = useFigure('record.prompts', span);
  if (data === undefined) return <Reading title={title} error={error} />;
  const { sessions, prompts, spread, most } = data;
  return (
    <Figure
      title={title}
      says={
        sessions === 0
          ? 'No session in this time.'
          : `${counted(prompts, 'question')} in ${counted(sessions, 'session')}, ${(prompts / sessions).toFixed(2)} in each.`
      }
      picture={
        <>
          <Bars
            bars={spread.map((step) => ({
              key: String(step.from),
              name: spreadWords(step),
              value: step.sessions,
              words: counted(step.sessions, 'session'),
            }))}
          />
          {most.length === 0 ? null : (
            <details className="record-fold">
              <summary>Where most was asked</summary>
              <ul className="record-most">
                {most.map(({ session, prompts: asked }) => (
                  <li key={session}>
                    <Link href={sessionAddress(session)}>
                      <Untrusted text={session} max={80} />
                    </Link>{' '}
                    {number(asked)}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      }
      head={['Questions', 'Sessions']}
      rows={spread.map((step) => [spreadWords(step), number(step.sessions)])}
    />
  );
};

const takenWords = (spread: ApprovalFigures['all']['spread'], at: number): string => {
  const { toMs } = spread[at] ?? { toMs: null };
  const from = spread[at - 1]?.toMs ?? 0;
  if (toMs === null) return `${duration(from)} or longer`;
  return from === 0 ? `under ${duration(toMs)}` : `${duration(from)} to ${duration(toMs)}`;
};

const Approvals = ({ span }: { span: TimeSpan }) => {
  const title = 'How long people take to decide';
  const { data, error } = useFigure('record.approvals', span);
  if (data === undefined) return <Reading title={title} error={error} />;
  const { all, people } = data;
  return (
    <Figure
      title={title}
      says={
        all.votes === 0
          ? 'Nobody decided anything in this time.'
          : `${counted(all.votes, 'vote')}, ${percent(all.approved, all.votes)} yes, ${
              all.medianMs === null ? 'no' : duration(all.medianMs)
            } in the median, ${number(all.hasty)} in under two seconds.`
      }
      picture={
        all.votes === 0 ? null : (
          <Bars
            bars={all.spread.map(({ votes }, at) => ({
              key: String(at),
              name: takenWords(all.spread, at),
              value: votes,
              words: `${counted(votes, 'vote')}${at === 0 && votes > 0 ? ' (hasty)' : ''}`,
              tone: at === 0 ? 'confirm' : 'accent',
            }))}
          />
        )
      }
      head={['Person', 'Votes', 'Yes', 'Median', 'Under 2 s', 'Questions an hour']}
      rows={people.map((person) => [
        <span key="subject">
          <Untrusted text={person.subject} max={80} />{' '}
          {person.fatigue ? (
            <Badge tone="warning" icon="warning">
              seems to agree without reading
            </Badge>
          ) : null}
        </span>,
        number(person.votes),
        `${Math.round(person.approvalRate * 100)} %`,
        duration(person.medianMs),
        `${Math.round(person.hastyShare * 100)} %`,
        person.questionsAnHour.toFixed(1),
      ])}
    />
  );
};

const ruleSays = ({ calls, all }: RuleFigures): string =>
  calls === 0
    ? 'Nothing was held or blocked in this time.'
    : all
      ? `${counted(calls, 'call')} ${calls === 1 ? 'was' : 'were'} not let through without a question.`
      : `Of the newest ${number(calls)} calls that were not let through without a question.`;

const Reasons = ({ span }: { span: TimeSpan }) => {
  const title = 'Why calls were held or blocked';
  const { data, error } = useFigure('record.rules', span);
  if (data === undefined) return <Reading title={title} error={error} />;
  const shown = data.rules.slice(0, 10);
  return (
    <Figure
      title={title}
      says={ruleSays(data)}
      picture={
        <Bars
          wordy
          bars={shown.map(({ rule, layer, outcome, reason, calls }) => ({
            key: JSON.stringify([rule, layer, outcome, reason]),
            name: <Untrusted className="record-reason" text={reason === '' ? rule : reason} max={160} />,
            value: calls,
            words: `${number(calls)} (${percent(calls, data.calls)})`,
            tone: outcome,
          }))}
        />
      }
      head={['Rule', 'Layer', 'Outcome', 'Reason', 'Calls']}
      rows={data.rules.map(({ rule, layer, outcome, reason, calls }) => [
        <Untrusted key="rule" text={rule} max={120} />,
        layer,
        outcome,
        <Untrusted key="reason" className="record-reason" text={reason} max={400} />,
        number(calls),
      ])}
    />
  );
};

interface UsedTool {
  readonly server: string;
  readonly target: string;
  readonly calls: number;
  readonly people: number;
}

const byTool = (uses: readonly AiUse[]): readonly UsedTool[] => {
  const tools = new Map<string, { server: string; target: string; calls: number; who: Set<string> }>();
  for (const { server, target, principal, calls } of uses) {
    const key = JSON.stringify([server, target]);
    const tool = tools.get(key) ?? { server, target, calls: 0, who: new Set<string>() };
    tool.calls += calls;
    tool.who.add(principal);
    tools.set(key, tool);
  }
  return [...tools.values()]
    .map(({ who, ...tool }) => ({ ...tool, people: who.size }))
    .toSorted((one, other) => other.calls - one.calls);
};

const UseOfAi = ({ span }: { span: TimeSpan }) => {
  const title = 'Tools that use AI';
  const { data, error } = useFigure('record.ai', span);
  if (data === undefined) return <Reading title={title} error={error} />;
  const tools = byTool(data);
  const all = tools.reduce((total, { calls }) => total + calls, 0);
  return (
    <Figure
      title={title}
      says={
        all === 0
          ? 'No tool that uses AI was let out in this time.'
          : `${counted(all, 'call')} of ${counted(tools.length, 'tool')} ${all === 1 ? 'was' : 'were'} let out.`
      }
      picture={
        <Bars
          bars={tools.slice(0, 10).map(({ server, target, calls }) => ({
            key: JSON.stringify([server, target]),
            name: <ToolName server={server} tool={target} />,
            value: calls,
            words: number(calls),
            tone: 'ai',
          }))}
        />
      }
      head={['Tool', 'Calls', 'Principals']}
      rows={tools.map(({ server, target, calls, people }) => [
        <ToolName key="tool" server={server} tool={target} />,
        number(calls),
        number(people),
      ])}
    />
  );
};

/** What a time tells, as pictures with their numbers. */
export const Figures = ({ span }: { span: TimeSpan }) => (
  <div className="record-figures">
    <div className="record-wide">
      <Outcomes span={span} />
    </div>
    <Reasons span={span} />
    <Approvals span={span} />
    <Prompts span={span} />
    <UseOfAi span={span} />
  </div>
);
