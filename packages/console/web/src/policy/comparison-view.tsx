import { type Outcome as OutcomeName, OUTCOMES } from '@callgate/core';
import { consoleMessages } from '@callgate/messages/console';
import { formatCount } from '@callgate/messages/text/count';
import type {
  ChangedCalls,
  ChangedTool,
  ChangeKind,
  Comparison,
  OutcomeTotals,
} from '@callgate/operations/api';
import { type Tone, Badge, OutcomeBadge, outcomeMeaning } from '../parts/badge.tsx';
import { Icon } from '../parts/icon.tsx';
import { Table } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Time } from '../parts/time.tsx';
import { NameList, Untrusted } from '../parts/untrusted.tsx';

const TEXT = consoleMessages.policy.compare;

const TONES: Readonly<Record<ChangeKind, Tone>> = {
  runs: 'danger',
  loosened: 'warning',
  tightened: 'good',
  otherwise: 'neutral',
};

export const KindBadge = ({ kind }: { kind: ChangeKind }) => (
  <Badge tone={TONES[kind]} words={TEXT.kinds[kind]} />
);

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

const differenceText = (difference: number): string => {
  if (difference === 0) return TEXT.noDifference;
  return difference > 0 ? TEXT.more({ count: difference }) : TEXT.less({ count: -difference });
};

export const Counts = ({ before, after }: { before: OutcomeTotals; after: OutcomeTotals }) => (
  <>
    <Bar name={TEXT.now} counts={before} />
    <Bar name={TEXT.then} counts={after} />
    <Table className="policy-counts" head={TEXT.head}>
      {OUTCOMES.map((outcome) => (
        <tr key={outcome}>
          <th scope="row">
            <OutcomeBadge outcome={outcome} /> <span className="soft">{outcomeMeaning(outcome)}</span>
          </th>
          <td>{formatCount(before[outcome])}</td>
          <td>{formatCount(after[outcome])}</td>
          <td>{differenceText(after[outcome] - before[outcome])}</td>
        </tr>
      ))}
    </Table>
  </>
);

export const Arrow = ({ before, after }: { before: OutcomeName; after: OutcomeName }) => (
  <span className="policy-arrow">
    <OutcomeBadge outcome={before} />
    <Icon name="chevron" />
    <span className="hidden-words">{TEXT.becomes}</span>
    <OutcomeBadge outcome={after} />
  </span>
);

export const Ids = ({ ids }: { ids: readonly string[] }) =>
  ids.length === 0 ? TEXT.noRule : <NameList texts={ids} />;

export const ChangedCallsRow = ({ change }: { change: ChangedCalls }) => (
  <li className={`policy-changed policy-changed-${change.kind}`}>
    <div className="policy-changed-head">
      <KindBadge kind={change.kind} />
      <Untrusted className="policy-changed-tool" text={change.tool} max={200} />
      <Arrow before={change.before} after={change.after} />
      <span className="soft">{TEXT.callCount({ count: change.count })}</span>
    </div>
    {change.reason === '' ? null : (
      <p>
        <Untrusted className="prose" text={change.reason} max={400} />
      </p>
    )}
    {[
      ...change.dropped.map((words) => TEXT.dropped({ text: words })),
      ...change.added.map((words) => TEXT.added({ text: words })),
    ].map((words) => (
      <p key={words} className="soft">
        {words}
      </p>
    ))}
    <details>
      <summary>{TEXT.details}</summary>
      <p className="soft">
        <Sentence
          parts={TEXT.rules({
            before: <Ids ids={change.rulesBefore} />,
            after: <Ids ids={change.rulesAfter} />,
          })}
        />
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
          <li className="soft">{TEXT.moreCalls({ count: change.count - change.calls.length })}</li>
        ) : null}
      </ul>
    </details>
  </li>
);

export const ChangedTools = ({ compared, changed }: { compared: number; changed: readonly ChangedTool[] }) =>
  compared === 0 ? null : (
    <details className="policy-tool-changes" open={changed.length > 0 && changed.length <= 8}>
      <summary>
        {changed.length === 0
          ? TEXT.noToolChanges({ count: compared })
          : TEXT.toolChanges({ count: changed.length })}
      </summary>
      <p className="soft">{TEXT.toolNote}</p>
      <ul className="policy-list">
        {changed.map((change) => (
          <li key={`${change.tool} ${change.session}`} className="policy-changed-head">
            <KindBadge kind={change.kind} />
            <Untrusted text={change.tool} max={200} />
            <Arrow before={change.before} after={change.after} />
            <span className="soft">{TEXT.sessions[change.session]}</span>
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
        <Icon name="check" /> {TEXT.notLooser}
        {tightened === 0 ? '' : TEXT.tightened({ count: tightened })}
      </p>
    );
  return (
    <p className="policy-callout policy-callout-danger">
      <Icon name="warning" /> {runs === 0 ? '' : TEXT.runs({ count: runs })}
      {loosened === 0 ? '' : TEXT.loosened({ count: loosened })}
      {tools === 0 ? '' : TEXT.toolsLoosened({ count: tools })}
      {tightened === 0 ? '' : TEXT.tightened({ count: tightened })}
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
          <Icon name="warning" /> {TEXT.observes}
        </p>
      ) : null}
      <LoosenedSummary comparison={comparison} />
      {result.calls === 0 ? (
        <p className="soft">{TEXT.noCalls}</p>
      ) : (
        <>
          <p className="soft">
            {TEXT.recorded({ count: result.calls })}
            {result.decidedOtherwise === 0 ? '' : TEXT.decidedOtherwise({ count: result.decidedOtherwise })}
          </p>
          <Counts before={result.before} after={result.after} />
        </>
      )}
      <ul className="policy-changes">
        {result.changed.map((change, index) => (
          <ChangedCallsRow key={index} change={change} />
        ))}
      </ul>
      {result.unlisted === 0 ? null : <p className="soft">{TEXT.unlisted({ count: result.unlisted })}</p>}
      <ChangedTools {...result.tools} />
      {result.unreadable.count === 0 ? null : (
        <details className="policy-unreadable" open>
          <summary>{TEXT.unreadable({ count: result.unreadable.count })}</summary>
          <ul className="policy-list">
            {result.unreadable.some.map(({ seq, tool, because }) => (
              <li key={seq}>
                {TEXT.entry({ number: seq })} <Untrusted text={tool} max={200} />{' '}
                <Untrusted className="prose" text={because} max={300} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
};
