import { consoleMessages } from '@callgate/messages/console';
import { contractMessages } from '@callgate/messages/contract';
import type { ToolDetail, ToolList, ToolRef, ToolRow } from '@callgate/operations/api';
import { useState } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { JsonValue } from '../../parts/json-value.tsx';
import { Loading } from '../../parts/page.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { ToolName, Untrusted } from '../../parts/untrusted.tsx';
import { useHasRole } from '../../shell/me.ts';
import { useRead } from '../../shell/use-api.ts';
import { ToolStatusBadges } from '../tool-status-badges.tsx';
import { UseDialog } from './tool-dialogs.tsx';
import { DriftPanel } from './drift-panel.tsx';
import { ClaimProblems, HintTable } from './hint-table.tsx';
import { ToolOutcomes } from './tool-outcomes.tsx';
import { ToolStatements } from './tool-statements.tsx';

const TEXT = consoleMessages.tools.pane;

type CustomHints = ToolList['customHints'];

const ToolDetailView = ({ detail, customHints }: { detail: ToolDetail; customHints: CustomHints }) => {
  const description = detail.definition['description'];
  return (
    <div className="tools-pane-body">
      {detail.state === 'served' ? null : <p className="tools-note">{TEXT.states[detail.state]}</p>}
      {detail.disabled === null ? null : (
        <p className="tools-note tools-note-off">
          <Sentence
            parts={TEXT.disabled({
              who: <Untrusted text={detail.disabled.by} max={100} />,
              reason: <Untrusted text={detail.disabled.reason} max={2000} />,
            })}
          />
        </p>
      )}
      {detail.quarantine === null ? null : (
        <p className="tools-note tools-note-apart">
          <Sentence parts={TEXT.quarantined({ reason: <Untrusted text={detail.quarantine} max={1200} /> })} />
        </p>
      )}
      {typeof description === 'string' ? (
        <div className="tools-description">
          <Untrusted text={description} lines max={3000} />
        </div>
      ) : (
        <p className="soft">{TEXT.noDescription}</p>
      )}
      {detail.changes.length === 0 ? null : <DriftPanel detail={detail} />}
      <ToolOutcomes detail={detail} />
      {detail.sandbox === null ? null : (
        <p className="tools-note">
          {contractMessages.heading}: {contractMessages.held(detail.sandbox)}
        </p>
      )}
      <ClaimProblems detail={detail} />
      <HintTable detail={detail} />
      <ToolStatements detail={detail} customHints={customHints} />
      <section className="tools-section">
        <h3>{TEXT.definition}</h3>
        <p className="soft">
          {detail.exposed === null ? (
            TEXT.notSeen
          ) : (
            <Sentence parts={TEXT.seenAs({ name: <Untrusted text={detail.exposed} /> })} />
          )}
          <code className="tools-digest">{detail.digest}</code>
        </p>
        <details>
          <summary>{TEXT.fromServer}</summary>
          <JsonValue value={detail.definition} />
        </details>
        {detail.pinned === null ? null : (
          <details>
            <summary>{TEXT.pinned}</summary>
            <JsonValue value={detail.pinned} />
          </details>
        )}
      </section>
    </div>
  );
};

export const ToolPane = ({
  row,
  customHints,
  onClose,
}: {
  row: ToolRow;
  customHints: CustomHints;
  onClose: () => void;
}) => {
  const { server, identity, tool } = row;
  const ref: ToolRef = { server, identity, tool };
  const { data, error } = useRead('tools.show', ref);
  const mayChange = useHasRole('operator');
  const [asking, setAsking] = useState(false);
  // what is kept from before may be of another tool
  const detail =
    data?.tool === tool && data.server === server && data.identity === identity ? data : undefined;
  return (
    <section className="tools-pane" aria-labelledby="tools-pane-name">
      <header className="tools-pane-head">
        <Button look="quiet" aria-label={TEXT.back} onClick={onClose}>
          <Icon name="back" />
        </Button>
        <div className="tools-pane-title">
          <h2 id="tools-pane-name">
            <ToolName server={server} tool={tool} />
          </h2>
          {row.title === null ? null : (
            <span className="soft">
              <Untrusted text={row.title} max={200} />
            </span>
          )}
          <span className="badges">
            {row.agentic === 'yes' ? (
              <Badge tone="agentic" icon="agent" words={consoleMessages.tools.badges.actsAsAgent} />
            ) : null}
            <ToolStatusBadges row={row} state={detail?.state ?? 'served'} />
          </span>
        </div>
        {mayChange ? (
          <Button look={row.disabled === null ? 'danger' : 'primary'} onClick={() => setAsking(true)}>
            {row.disabled === null ? TEXT.disable : TEXT.enable}
          </Button>
        ) : null}
      </header>
      {detail === undefined ? (
        <Loading error={error} lines={6} />
      ) : (
        <ToolDetailView detail={detail} customHints={customHints} />
      )}
      {asking ? <UseDialog row={row} onClose={() => setAsking(false)} /> : null}
    </section>
  );
};
