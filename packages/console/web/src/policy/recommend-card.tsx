import { consoleMessages } from '@callgate/messages/console';
import { recommendMessages } from '@callgate/messages/cli/recommend';
import { weekReportMessages } from '@callgate/messages/cli/week-report';
import type { LayerText, RecommendedChange } from '@callgate/operations/api';
import { useState } from 'react';
import { Button } from '../parts/form.tsx';
import { Card, EmptyState, Loading, Problem } from '../parts/page.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useReadOnce } from '../shell/use-api.ts';

const TEXT = consoleMessages.policy.rollout;

const DAYS = 30;
const DAY_MS = 86_400_000;
/** So many approvals speak for a rule, as on the command line. */
const LEAST = 5;

const changeText = (change: RecommendedChange): string =>
  change.refusal === null
    ? recommendMessages.numbers[change.kind](change)
    : recommendMessages.refused({
        ...change,
        why: weekReportMessages.habits.refusal[change.refusal],
      });

/** What recorded calls speak for. It becomes a layer to edit, and is never applied by itself. */
export const RecommendCard = ({
  layers,
  onCopy,
}: {
  layers: readonly LayerText[];
  onCopy: (layers: readonly LayerText[]) => void;
}) => {
  // the same while the page is open, or every look would ask anew
  const [until] = useState(() => Date.now());
  const { data, error } = useReadOnce('policy.recommend', {
    since: until - DAYS * DAY_MS,
    until,
    least: LEAST,
  });
  const text = data?.policy ?? null;
  return (
    <Card
      title={TEXT.recommended}
      actions={
        text === null ? undefined : (
          <Button onClick={() => onCopy([...layers, { name: 'recommended.yaml', text }])}>
            {TEXT.copyRecommended}
          </Button>
        )
      }
    >
      {error !== null ? (
        <Problem error={error} />
      ) : data === undefined ? (
        <Loading lines={3} />
      ) : data.changes.length === 0 ? (
        <EmptyState title={TEXT.noneRecommended} text={TEXT.recommendHelp} />
      ) : (
        <>
          <p className="soft">{recommendMessages.heading({ count: data.calls })}</p>
          <ul className="policy-list">
            {data.changes.map((change) => (
              <li key={`${change.kind} ${change.about}`}>
                <Untrusted className="prose" text={changeText(change)} max={300} />
              </li>
            ))}
          </ul>
          {data.complete ? null : <p role="note">{recommendMessages.incomplete}</p>}
        </>
      )}
    </Card>
  );
};
