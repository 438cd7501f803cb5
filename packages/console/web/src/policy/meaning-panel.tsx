import { consoleMessages } from '@callgate/messages/console';
import { diffMessages } from '@callgate/messages/cli/diff';
import type { HintChange, LayerText, PolicyDiff } from '@callgate/operations/api';
import { Button } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Loading, Problem } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useAsked } from '../shell/use-asked.ts';
import { Arrow, ChangedTools, Ids, KindBadge } from './comparison-view.tsx';

const TEXT = consoleMessages.policy.meaning;
const COMPARE = consoleMessages.policy.compare;

const SHOWN = 200;

const HintChangeRow = ({ change }: { change: HintChange }) => (
  <li className={`policy-changed policy-changed-${change.kind}`}>
    <div className="policy-changed-head">
      <KindBadge kind={change.kind} />
      <Untrusted className="policy-changed-tool" text={diffMessages.witness(change)} max={300} />
      <Arrow before={change.before} after={change.after} />
    </div>
    <p className="soft">
      <Untrusted className="prose" text={diffMessages.session(change)} max={400} />
    </p>
    <p className="soft">
      <Sentence
        parts={COMPARE.rules({
          before: <Ids ids={change.rulesBefore} />,
          after: <Ids ids={change.rulesAfter} />,
        })}
      />
    </p>
  </li>
);

const MeaningView = ({ diff }: { diff: PolicyDiff }) => {
  const { hints, tools, isLoosened, isUnsure } = diff;
  return (
    <div className="policy-comparison">
      <p className={`policy-callout policy-callout-${isLoosened || isUnsure ? 'danger' : 'good'}`}>
        <Icon name={isLoosened || isUnsure ? 'warning' : 'check'} />{' '}
        {diffMessages.verdict({ loosened: isLoosened, isUnsure })}
      </p>
      <p className="soft">
        {diffMessages.tried({ hints: hints.hints.length })}{' '}
        {hints.partlySeen.length === 0 ? null : (
          <Untrusted
            className="prose"
            text={diffMessages.partlySeen({ rules: hints.partlySeen })}
            max={1000}
          />
        )}{' '}
        {hints.isCut ? diffMessages.isCut : ''}
      </p>
      {hints.changed.length === 0 ? <p>{TEXT.none}</p> : null}
      <ul className="policy-changes">
        {hints.changed.slice(0, SHOWN).map((change, index) => (
          <HintChangeRow key={index} change={change} />
        ))}
      </ul>
      {hints.changed.length <= SHOWN ? null : (
        <p className="soft">{diffMessages.more({ count: hints.changed.length - SHOWN })}</p>
      )}
      <ChangedTools {...tools} />
    </div>
  );
};

/** The edited policy against the one in force, by what both mean. */
export const MeaningPanel = ({
  draft,
  revision,
  isReady,
}: {
  draft: readonly LayerText[];
  /** Of the policy in force. */
  revision: string;
  isReady: boolean;
}) => {
  const { answer, ask, isPending, error } = useAsked('policy.diff', { layers: draft });
  const isOld = answer !== undefined && answer.base.revision !== revision;
  return (
    <Card title={TEXT.title}>
      <p className="soft">{TEXT.intro}</p>
      <div className="policy-compare-bar">
        <Button disabled={!isReady || isPending} onClick={ask}>
          {TEXT.start}
        </Button>
      </div>
      <Problem error={error} />
      <div aria-live="polite">
        {isPending ? <Loading /> : isOld || answer === undefined ? null : <MeaningView diff={answer} />}
      </div>
    </Card>
  );
};
