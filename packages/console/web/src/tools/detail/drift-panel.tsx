import type { Json } from '@callgate/core';
import type { DefinitionChange } from '@callgate/core/disclose';
import { consoleMessages } from '@callgate/messages/console';
import type { ChangeImpact, ToolDetail } from '@callgate/operations/api';
import { useState } from 'react';
import { type Tone, Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/form.tsx';
import { JsonValue } from '../../parts/json-value.tsx';
import { Card } from '../../parts/page.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { NameList, Untrusted } from '../../parts/untrusted.tsx';
import { useHasRole } from '../../shell/me.ts';
import { ToolDialog } from './tool-dialogs.tsx';

const TEXT = consoleMessages.tools.drift;

const TONES: Readonly<Record<DefinitionChange['change'], Tone>> = {
  loosened: 'danger',
  tightened: 'good',
  neutral: 'neutral',
};

const Side = ({ name, value }: { name: 'before' | 'now'; value: Json | undefined }) => (
  <div className={`tools-side-${name}`}>
    <span className="soft">{TEXT[name]}</span>
    {value === undefined ? <span className="soft">{TEXT.nothing}</span> : <JsonValue value={value} />}
  </div>
);

export const ChangeList = ({ changes }: { changes: readonly DefinitionChange[] }) => (
  <ul className="tools-changes">
    {changes.map(({ change, path, words, before, after }, at) => (
      <li key={at} className={`tools-change tools-change-${change}`}>
        <div className="tools-change-head">
          <Badge
            tone={TONES[change]}
            icon={change === 'loosened' ? 'warning' : undefined}
            words={TEXT.kinds[change]}
          />
          <Untrusted text={path === '' ? TEXT.whole : path} max={200} />
          <span className="soft">{words}</span>
        </div>
        <div className="tools-sides">
          <Side name="before" value={before} />
          <Side name="now" value={after} />
        </div>
      </li>
    ))}
  </ul>
);

const AffectedUsers = ({ affected: { principals, grants, waiting, more } }: { affected: ChangeImpact }) => {
  const calls = principals.reduce((sum, each) => sum + each.calls, 0);
  return (
    <p className="tools-affected">
      {calls === 0 ? (
        TEXT.noCalls
      ) : (
        <Sentence
          parts={TEXT.calls({
            count: calls,
            more,
            users: <NameList texts={principals.map(({ subject }) => subject)} />,
          })}
        />
      )}
      {TEXT.pending({ waiting: waiting.length, grants: grants.length })}
    </p>
  );
};

export const DriftPanel = ({ detail }: { detail: ToolDetail }) => {
  const mayChange = useHasRole('operator');
  const [asking, setAsking] = useState<'accept' | 'keep-out'>();
  const { digest, drift, changes, affected } = detail;
  const loosened = drift?.loosened ?? 0;
  const dialog = {
    of: detail,
    params: <R,>(ref: R) => ({ ...ref, definition: digest }),
    wide: true,
    onClose: () => setAsking(undefined),
  };
  return (
    <Card
      tone={loosened > 0 ? 'danger' : 'warning'}
      title={TEXT.title}
      actions={
        mayChange ? (
          <span className="badges">
            {drift?.keptOut === true ? null : (
              <Button onClick={() => setAsking('keep-out')}>{TEXT.keepOut}</Button>
            )}
            <Button onClick={() => setAsking('accept')}>{TEXT.accept}</Button>
          </span>
        ) : undefined
      }
    >
      <p>
        {loosened > 0 ? TEXT.looser({ count: loosened }) : TEXT.notLooser}
        {TEXT.effect}
      </p>
      {affected === null ? null : <AffectedUsers affected={affected} />}
      <ChangeList changes={changes} />
      {asking === 'accept' ? (
        <ToolDialog
          {...dialog}
          name="tools.accept"
          done={TEXT.accepted}
          title={TEXT.acceptTitle}
          action={TEXT.acceptAction}
        >
          <p>{TEXT.acceptEffect}</p>
          <ChangeList changes={changes} />
        </ToolDialog>
      ) : null}
      {asking === 'keep-out' ? (
        <ToolDialog
          {...dialog}
          name="tools.keepOut"
          done={TEXT.keptOut}
          title={TEXT.keepOutTitle}
          action={TEXT.keepOutAction}
          look="danger"
        >
          <p>{TEXT.keepOutEffect}</p>
        </ToolDialog>
      ) : null}
    </Card>
  );
};
