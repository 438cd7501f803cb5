import { type Outcome as OutcomeName, OUTCOMES } from '@callgate/core';
import type {
  ChangedCalls,
  ChangedTool,
  ChangeKind,
  Comparison,
  OutcomeTotals,
} from '@callgate/operations/api';
import { type BadgeLook, Badge, OutcomeBadge, outcomeWords } from '../parts/badge.tsx';
import { formatCount, formatInteger } from '../parts/format-count.ts';
import { Icon } from '../parts/icon.tsx';
import { Table } from '../parts/page.tsx';
import { Time } from '../parts/time.tsx';
import { NameList, Untrusted } from '../parts/untrusted.tsx';

const LOOKS: Readonly<Record<ChangeKind, BadgeLook>> = {
  runs: { tone: 'danger', words: 'would run without asking' },
  loosened: { tone: 'warning', words: 'less is asked' },
  tightened: { tone: 'good', words: 'more is asked' },
  otherwise: { tone: 'neutral', words: 'otherwise' },
};

const Bar = ({ name, counts }: { name: string; counts: OutcomeTotals }) => (
  <div className="policy-bar-row" aria-hidden="true">
    <span className="policy-bar-name">{name}</span>
    <div className="policy-bar">
      {OUTCOMES.map((outcome) => (
        <span key={outcome} className={`policy-bar-${outcome}`} style={{ flexGrow: counts[outcome] }} />
      ))}
    </div>
  </div>
);

const differenceWords = (difference: number): string =>
  difference === 0 ? 'same' : `${difference > 0 ? '+' : '−'}${formatInteger(Math.abs(difference))}`;

const Counts = ({ before, after }: { before: OutcomeTotals; after: OutcomeTotals }) => (
  <>
    <Bar name="now" counts={before} />
    <Bar name="then" counts={after} />
    <Table className="policy-counts" head={['Outcome', 'Now', 'Then', 'Difference']}>
      {OUTCOMES.map((outcome) => (
        <tr key={outcome}>
          <th scope="row">
            <OutcomeBadge outcome={outcome} /> <span className="soft">{outcomeWords(outcome)}</span>
          </th>
          <td>{formatInteger(before[outcome])}</td>
          <td>{formatInteger(after[outcome])}</td>
          <td>{differenceWords(after[outcome] - before[outcome])}</td>
        </tr>
      ))}
    </Table>
  </>
);

const Arrow = ({ before, after }: { before: OutcomeName; after: OutcomeName }) => (
  <span className="policy-arrow">
    <OutcomeBadge outcome={before} />
    <Icon name="chevron" />
    <span className="hidden-words">becomes</span>
    <OutcomeBadge outcome={after} />
  </span>
);

const Ids = ({ ids }: { ids: readonly string[] }) =>
  ids.length === 0 ? 'no rule' : <NameList texts={ids} />;

const ChangedCallsRow = ({ change }: { change: ChangedCalls }) => (
  <li className={`policy-changed policy-changed-${change.kind}`}>
    <div className="policy-changed-head">
      <Badge {...LOOKS[change.kind]} />
      <Untrusted className="policy-changed-tool" text={change.tool} max={200} />
      <Arrow before={change.before} after={change.after} />
      <span className="soft">{formatCount(change.count, 'call')}</span>
    </div>
    {change.reason === '' ? null : (
      <p>
        <Untrusted className="prose" text={change.reason} max={400} />
      </p>
    )}
    {[
      ...change.dropped.map((words) => `no longer: ${words}`),
      ...change.added.map((words) => `new: ${words}`),
    ].map((words) => (
      <p key={words} className="soft">
        {words}
      </p>
    ))}
    <details>
      <summary>Rules and calls</summary>
      <p className="soft">
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
          <li className="soft">and {formatCount(change.count - change.calls.length, 'call')} more</li>
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
          ? `None of the ${formatCount(compared, 'tool')} there are fares otherwise without arguments`
          : `Tools that fare otherwise, called or not (${formatInteger(changed.length)})`}
      </summary>
      <p className="soft">
        Without arguments, in a session that touched nothing and in one that touched private data and saw
        untrusted content.
      </p>
      <ul className="policy-list">
        {changed.map((change) => (
          <li key={`${change.tool} ${change.session}`} className="policy-changed-head">
            <Badge {...LOOKS[change.kind]} />
            <Untrusted text={change.tool} max={200} />
            <Arrow before={change.before} after={change.after} />
            <span className="soft">{change.session} session</span>
          </li>
        ))}
      </ul>
    </details>
  );

const LoosenedSummary = ({ comparison }: { comparison: Comparison }) => {
  const { result } = comparison;
  if (result === null) return null;
  const { runs, loosened, tightened } = result.changes;
  const { loosened: tools } = result.tools;
  if (runs + loosened + tools === 0)
    return (
      <p className="policy-callout policy-callout-good">
        <Icon name="check" /> None of these calls would be asked less about.
        {tightened === 0 ? '' : ` ${formatCount(tightened, 'call')} would be asked more about.`}
      </p>
    );
  return (
    <p className="policy-callout policy-callout-danger">
      <Icon name="warning" />{' '}
      {runs === 0 ? '' : `${formatCount(runs, 'call')} would run without asking that would not now. `}
      {loosened === 0 ? '' : `${formatCount(loosened, 'call')} would be asked less about. `}
      {tools === 0
        ? ''
        : `${formatCount(tools, 'tool')} would be asked less about, called or not, as told below. `}
      {tightened === 0 ? '' : `${formatCount(tightened, 'call')} would be asked more about.`}
    </p>
  );
};

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
      <LoosenedSummary comparison={comparison} />
      {result.calls === 0 ? (
        <p className="soft">The record tells of no call yet, so only tools could be compared.</p>
      ) : (
        <>
          <p className="soft">
            The last {formatCount(result.calls, 'recorded call')}, each by itself in its session as it was.
            {result.decidedOtherwise === 0
              ? ''
              : ` ${formatInteger(result.decidedOtherwise)} of them fared otherwise when they came, under an earlier policy.`}
          </p>
          <Counts before={result.before} after={result.after} />
        </>
      )}
      <ul className="policy-changes">
        {result.changed.map((change, index) => (
          <ChangedCallsRow key={index} change={change} />
        ))}
      </ul>
      {result.unlisted === 0 ? null : (
        <p className="soft">{formatCount(result.unlisted, 'more changed call')} not listed.</p>
      )}
      <Tools {...result.tools} />
      {result.unreadable.count === 0 ? null : (
        <details className="policy-unreadable" open>
          <summary>{formatCount(result.unreadable.count, 'row')} could not be read</summary>
          <ul className="policy-list">
            {result.unreadable.some.map(({ seq, tool, because }) => (
              <li key={seq}>
                row {seq} <Untrusted text={tool} max={200} />{' '}
                <Untrusted className="prose" text={because} max={300} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
};
