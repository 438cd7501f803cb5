import type { Json } from '@callgate/core';
import type { DefinitionChange } from '@callgate/core/disclose';
import type { ChangeImpact, ToolDetail } from '@callgate/operations/api';
import { useState } from 'react';
import { type Tone, Badge } from '../../parts/badge.tsx';
import { formatCount } from '../../parts/format-count.ts';
import { Button } from '../../parts/form.tsx';
import { JsonValue } from '../../parts/json-value.tsx';
import { Card } from '../../parts/page.tsx';
import { NameList, Untrusted } from '../../parts/untrusted.tsx';
import { useHasRole } from '../../shell/me.ts';
import { ToolDialog } from './tool-dialogs.tsx';

const TONES: Readonly<Record<DefinitionChange['change'], Tone>> = {
  loosened: 'danger',
  tightened: 'good',
  neutral: 'neutral',
};

const Side = ({ name, value }: { name: 'before' | 'now'; value: Json | undefined }) => (
  <div className={`tools-side-${name}`}>
    <span className="soft">{name}</span>
    {value === undefined ? <span className="soft">nothing</span> : <JsonValue value={value} />}
  </div>
);

export const ChangeList = ({ changes }: { changes: readonly DefinitionChange[] }) => (
  <ul className="tools-changes">
    {changes.map(({ change, path, words, before, after }, at) => (
      <li key={at} className={`tools-change tools-change-${change}`}>
        <div className="tools-change-head">
          <Badge tone={TONES[change]} icon={change === 'loosened' ? 'warning' : undefined} words={change} />
          <Untrusted text={path === '' ? 'the whole definition' : path} max={200} />
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
      {calls === 0
        ? 'Nobody called it in the last week'
        : `Called ${more ? 'more than ' : ''}${formatCount(calls, 'time')} in the last week by `}
      <NameList texts={principals.map(({ subject }) => subject)} />.{' '}
      {waiting.length === 0 ? 'No call waits' : `${formatCount(waiting.length, 'call')} waiting`},{' '}
      {grants.length === 0 ? 'no grant' : formatCount(grants.length, 'grant')}
      {waiting.length + grants.length === 0
        ? ' was given.'
        : ': what was given for the old definition does not count for the new one.'}
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
      title="Its definition changed"
      actions={
        mayChange ? (
          <span className="badges">
            {drift?.keptOut === true ? null : (
              <Button onClick={() => setAsking('keep-out')}>Keep out…</Button>
            )}
            <Button onClick={() => setAsking('accept')}>Accept…</Button>
          </span>
        ) : undefined
      }
    >
      <p>
        {loosened > 0
          ? `${loosened} ${loosened === 1 ? 'change asks' : 'changes ask'} for less care than before; they come first. `
          : 'No change asks for less care than before. '}
        Until somebody accepts it, agents see what was pinned, and the policy decides whether it may be
        called.
      </p>
      {affected === null ? null : <AffectedUsers affected={affected} />}
      <ChangeList changes={changes} />
      {asking === 'accept' ? (
        <ToolDialog
          {...dialog}
          name="tools.accept"
          done=" is accepted"
          title="Accept the new definition?"
          action="Accept"
        >
          <p>
            From now on this is what it is pinned to: agents see it, and what it claims counts as far as its
            server is trusted.
          </p>
          <ChangeList changes={changes} />
        </ToolDialog>
      ) : null}
      {asking === 'keep-out' ? (
        <ToolDialog
          {...dialog}
          name="tools.keepOut"
          done=" is kept out"
          title="Keep the new definition out?"
          action="Keep out"
          look="danger"
        >
          <p>
            Agents neither see nor call it while it is defined so. It comes back by itself when its server
            shows what was pinned again.
          </p>
        </ToolDialog>
      ) : null}
    </Card>
  );
};
