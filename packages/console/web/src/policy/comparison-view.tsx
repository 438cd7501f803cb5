import type {
  ChangedCalls,
  ChangedTool,
  ChangeKind,
  Comparison,
  OutcomeCounts,
} from '@callgate/operations/api';
import type { Outcome as OutcomeName } from '@callgate/core';
import { Badge } from '../parts/badge.tsx';
import { Icon } from '../parts/icon.tsx';
import { Outcome, outcomeWords } from '../parts/outcome.tsx';
import { Time } from '../parts/time.tsx';
import { Untrusted } from '../parts/untrusted.tsx';

const OUTCOMES: readonly OutcomeName[] = ['auto', 'confirm', 'block'];

const whole = (count: number): string => count.toLocaleString('en');

export const counted = (count: number, one: string): string =>
  `${whole(count)} ${one}${count === 1 ? '' : 's'}`;

const LOOKS: Readonly<
  Record<ChangeKind, { readonly tone: 'danger' | 'warning' | 'good' | 'neutral'; readonly words: string }>
> = {
  runs: { tone: 'danger', words: 'would run without asking' },
  loosened: { tone: 'warning', words: 'less is asked' },
  tightened: { tone: 'good', words: 'more is asked' },
  otherwise: { tone: 'neutral', words: 'otherwise' },
};

const Bar = ({ name, counts }: { name: string; counts: OutcomeCounts }) => (
  <div className="policy-bar-row" aria-hidden="true">
    <span className="policy-bar-name">{name}</span>
    <div className="policy-bar">
      {OUTCOMES.map((outcome) => (
        <span key={outcome} className={`policy-bar-${outcome}`} style={{ flexGrow: counts[outcome] }} />
      ))}
    </div>
  </div>
);

const Counts = ({ before, after }: { before: OutcomeCounts; after: OutcomeCounts }) => (
  <>
    <Bar name="now" counts={before} />
    <Bar name="then" counts={after} />
    <table className="policy-counts">
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col">Now</th>
          <th scope="col">Then</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {OUTCOMES.map((outcome) => {
          const difference = after[outcome] - before[outcome];
          return (
            <tr key={outcome}>
              <th scope="row">
                <Outcome outcome={outcome} /> <span className="policy-soft">{outcomeWords(outcome)}</span>
              </th>
              <td>{whole(before[outcome])}</td>
              <td>{whole(after[outcome])}</td>
              <td>
                {difference === 0 ? 'same' : `${difference > 0 ? '+' : '−'}${whole(Math.abs(difference))}`}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </>
);

const Arrow = ({ before, after }: { before: OutcomeName; after: OutcomeName }) => (
  <span className="policy-arrow">
    <Outcome outcome={before} />
    <Icon name="chevron" />
    <span className="hidden-words">becomes</span>
    <Outcome outcome={after} />
  </span>
);

const Ids = ({ ids }: { ids: readonly string[] }) =>
  ids.length === 0 ? (
    <>no rule</>
  ) : (
    <>
      {ids.map((id, index) => (
        <span key={`${index} ${id}`}>
          {index === 0 ? '' : ', '}
          <Untrusted text={id} max={80} />
        </span>
      ))}
    </>
  );

const Changed = ({ change }: { change: ChangedCalls }) => (
  <li className={`policy-changed policy-changed-${change.kind}`}>
    <div className="policy-changed-head">
      <Badge tone={LOOKS[change.kind].tone}>{LOOKS[change.kind].words}</Badge>
      <Untrusted className="policy-changed-tool" text={change.tool} max={200} />
      <Arrow before={change.before} after={change.after} />
      <span className="policy-soft">{counted(change.count, 'call')}</span>
    </div>
    {change.reason === '' ? null : (
      <p>
        <Untrusted className="policy-prose" text={change.reason} max={400} />
      </p>
    )}
    {change.dropped.map((words) => (
      <p key={words} className="policy-soft">
        no longer: {words}
      </p>
    ))}
    {change.added.map((words) => (
      <p key={words} className="policy-soft">
        new: {words}
      </p>
    ))}
    <details>
      <summary>Rules and calls</summary>
      <p className="policy-soft">
        Now by <Ids ids={change.rulesBefore} />; then by <Ids ids={change.rulesAfter} />
      </p>
      <ul className="policy-calls">
        {change.calls.map(({ call, at, principal }) => (
          <li key={call}>
            <a href={`/record/${encodeURIComponent(call)}`}>
              <Time at={at} />
            </a>{' '}
            <Untrusted text={principal} max={80} />
          </li>
        ))}
        {change.count > change.calls.length ? (
          <li className="policy-soft">and {counted(change.count - change.calls.length, 'call')} more</li>
        ) : null}
      </ul>
    </details>
  </li>
);

const Tools = ({ compared, changed }: { compared: number; changed: readonly ChangedTool[] }) =>
  compared === 0 ? null : (
    <details className="policy-tool-changes" open={changed.length > 0 && changed.length <= 8}>
      <summary>
        {changed.length === 0
          ? `None of the ${counted(compared, 'tool')} there are fares otherwise without arguments`
          : `Tools that fare otherwise, called or not (${whole(changed.length)})`}
      </summary>
      <p className="policy-soft">
        Without arguments, in a session that touched nothing and in one that touched private data and saw
        untrusted content.
      </p>
      <ul className="policy-list">
        {changed.map((change) => (
          <li key={`${change.tool} ${change.session}`} className="policy-changed-head">
            <Badge tone={LOOKS[change.kind].tone}>{LOOKS[change.kind].words}</Badge>
            <Untrusted text={change.tool} max={200} />
            <Arrow before={change.before} after={change.after} />
            <span className="policy-soft">{change.session} session</span>
          </li>
        ))}
      </ul>
    </details>
  );

const Loosened = ({ comparison }: { comparison: Comparison }) => {
  const { result } = comparison;
  if (result === null) return null;
  const { runs, loosened, tightened } = result.changes;
  const { loosened: tools } = result.tools;
  if (runs + loosened + tools === 0)
    return (
      <p className="policy-callout policy-callout-good">
        <Icon name="check" /> None of these calls would be asked less about.
        {tightened === 0 ? '' : ` ${counted(tightened, 'call')} would be asked more about.`}
      </p>
    );
  return (
    <p className="policy-callout policy-callout-danger">
      <Icon name="warning" />{' '}
      {runs === 0 ? '' : `${counted(runs, 'call')} would run without asking that would not now. `}
      {loosened === 0 ? '' : `${counted(loosened, 'call')} would be asked less about. `}
      {tools === 0
        ? ''
        : `${counted(tools, 'tool')} would be asked less about, called or not, as told below. `}
      {tightened === 0 ? '' : `${counted(tightened, 'call')} would be asked more about.`}
    </p>
  );
};

/** What would change; what is loosened first. */
export const ComparisonView = ({ comparison }: { comparison: Comparison }) => {
  const { result, candidate } = comparison;
  if (result === null) return null;
  return (
    <div className="policy-comparison">
      {candidate.mode === 'observe' ? (
        <p className="policy-callout policy-callout-danger">
          <Icon name="warning" /> This policy only observes: it would hold and block nothing.
        </p>
      ) : null}
      <Loosened comparison={comparison} />
      {result.calls === 0 ? (
        <p className="policy-soft">The record tells of no call yet, so only tools could be compared.</p>
      ) : (
        <>
          <p className="policy-soft">
            The last {counted(result.calls, 'recorded call')}, each by itself in its session as it was.
            {result.decidedOtherwise === 0
              ? ''
              : ` ${whole(result.decidedOtherwise)} of them fared otherwise when they came, under an earlier policy.`}
          </p>
          <Counts before={result.before} after={result.after} />
        </>
      )}
      <ul className="policy-changes">
        {result.changed.map((change, index) => (
          <Changed key={index} change={change} />
        ))}
      </ul>
      {result.unlisted === 0 ? null : (
        <p className="policy-soft">{counted(result.unlisted, 'more changed call')} not listed.</p>
      )}
      <Tools {...result.tools} />
      {result.unreadable.count === 0 ? null : (
        <details className="policy-unreadable" open>
          <summary>{counted(result.unreadable.count, 'row')} could not be read</summary>
          <ul className="policy-list">
            {result.unreadable.some.map(({ seq, tool, because }) => (
              <li key={seq}>
                row {seq} <Untrusted text={tool} max={200} />{' '}
                <Untrusted className="policy-prose" text={because} max={300} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
};
