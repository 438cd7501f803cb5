import type { LabelName, Labels as SessionLabels } from '@callgate/core';
import { Badge } from './badge.tsx';

const MEANING: Readonly<Record<LabelName, { readonly icon: 'lock' | 'globe'; readonly touched: string }>> = {
  private: { icon: 'lock', touched: 'private data' },
  untrusted: { icon: 'globe', touched: 'untrusted content' },
};

/** What a session has touched. `none` shows nothing of a label; where there is none at all, that is said. */
export const Labels = ({ labels }: { labels: SessionLabels }) => {
  const raised = (['private', 'untrusted'] as const).filter((name) => labels[name] !== 'none');
  if (raised.length === 0) return <span className="labels-none">no labels</span>;
  return (
    <span className="badges">
      {raised.map((name) => (
        <Badge
          key={name}
          tone={name}
          icon={MEANING[name].icon}
          quiet={labels[name] === 'possible'}
          title={`${labels[name] === 'known' ? 'has touched' : 'may have touched'} ${MEANING[name].touched}`}
        >
          {name} {labels[name]}
        </Badge>
      ))}
    </span>
  );
};
