import { consoleMessages } from '@callgate/messages/console';
import { Link } from 'wouter';
import { LabelBadges, raisedLabels } from '../parts/badge.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Countdown } from '../parts/time.tsx';
import { NameList, ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useMe } from '../shell/me.ts';
import { Marks, edgeTone } from './marks.tsx';
import { wordsForReader } from './question-for-reader.ts';
import type { InboxListItem } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.list;

const neededVotes = ({ approvers, terms }: InboxListItem): number =>
  Math.max(
    terms === 'strong' ? 2 : 1,
    approvers.reduce((sum, { count }) => sum + count, 0),
  );

export const InboxRow = ({
  row,
  here,
  selected,
  onSelect,
}: {
  row: InboxListItem;
  here: boolean;
  selected: boolean;
  onSelect: (call: string, selected: boolean) => void;
}) => {
  const { caller } = useMe();
  const isLabelled = raisedLabels(row.labels).length > 0;
  return (
    <div className={`inbox-row inbox-edge-${edgeTone(row.marks)}${here ? ' inbox-row-here' : ''}`}>
      <label className="inbox-pick">
        <input
          type="checkbox"
          checked={selected}
          onChange={({ target }) => onSelect(row.id, target.checked)}
        />
        <span className="hidden-words">
          <Sentence parts={TEXT.select({ tool: <ToolName server={row.server} tool={row.target} /> })} />
        </span>
      </label>
      <Link
        href={`/inbox/${encodeURIComponent(row.id)}`}
        className="inbox-row-link"
        aria-current={here ? 'true' : undefined}
        data-call={row.id}
      >
        <span className="inbox-row-top">
          <ToolName server={row.server} tool={row.target} />
          <Countdown to={row.expiresAt ?? 0} text={consoleMessages.terms.deniedIn} />
        </span>
        <span className="inbox-row-because">
          <Untrusted
            className="prose"
            text={wordsForReader(row.because, row.principal, caller.subject)}
            max={220}
          />
          <span className="inbox-row-who">
            {' · '}
            <Untrusted className="prose" text={row.principal} max={40} />
            {row.delegation.length === 0 ? '' : ` · ${TEXT.delegation} `}
            <NameList className="prose" texts={row.delegation} max={40} between={TEXT.delegationThen} />
            {row.agreed > 0 ? ` · ${TEXT.approved({ count: row.agreed, needed: neededVotes(row) })}` : ''}
            {row.twin !== null ? ` · ${TEXT.repeat}` : ''}
          </span>
        </span>
        {row.marks.length === 0 && !isLabelled ? null : (
          <span className="inbox-row-foot">
            <Marks marks={row.marks} most={2} />
            {isLabelled ? <LabelBadges labels={row.labels} /> : null}
          </span>
        )}
      </Link>
    </div>
  );
};
