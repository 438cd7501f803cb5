import type { LayerText, TryCall } from '@callgate/operations/api';
import { useState } from 'react';
import { Card } from '../parts/card.tsx';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useRead } from '../shell/use-api.ts';
import { TriedResult } from './tried-result.tsx';
import type { Wish } from './try-form.tsx';
import { FIRST_WISH, TryForm } from './try-form.tsx';
import { useAsked } from './use-asked.ts';

const questionOf = (wish: Wish, draft: readonly LayerText[] | null): TryCall | null => {
  const { labels, words, proven, subject, groups, server, name, trust, definition } = wish;
  const common = {
    arguments: wish.arguments,
    labels,
    words,
    proven,
    principal: {
      subject: subject === '' ? 'local' : subject,
      groups: groups
        .split(',')
        .map((group) => group.trim())
        .filter((group) => group !== ''),
    },
    ...(wish.by === 'draft' && draft !== null ? { layers: draft } : {}),
  };
  if (wish.kind === 'described')
    return server === '' ? null : { ...common, tool: { kind: 'described', server, trust, definition } };
  return name === '' ? null : { ...common, tool: { kind: 'known', server, name } };
};

/** Pick a tool, arguments and labels; read what would be decided and why. Nothing is called or recorded. */
export const TryPanel = ({ draft }: { draft: readonly LayerText[] | null }) => {
  const tools = useRead('policy.tools', {});
  const [wish, setWish] = useState<Wish>(FIRST_WISH);
  const [first] = tools.data ?? [];
  const full: Wish =
    wish.kind === 'known' && wish.name === '' && first !== undefined
      ? { ...wish, server: first.server, name: first.name }
      : wish;
  const asked = useAsked('policy.try', tools.data === undefined ? null : questionOf(full, draft));
  if (tools.error !== null && tools.data === undefined) return <Problem error={tools.error} />;
  if (tools.data === undefined) return <Skeleton lines={6} />;
  return (
    <div className="policy-try">
      <Card title="The call">
        <TryForm tools={tools.data} wish={full} onWish={setWish} hasDraft={draft !== null} />
      </Card>
      <div className={asked.stale ? 'policy-answer policy-stale' : 'policy-answer'} aria-live="polite">
        {asked.error !== undefined ? (
          <Problem error={asked.error} />
        ) : asked.data === undefined ? (
          <Empty title="Nothing to judge yet">
            <p>Pick a tool, or describe one.</p>
          </Empty>
        ) : (
          <TriedResult tried={asked.data} />
        )}
      </div>
    </div>
  );
};
