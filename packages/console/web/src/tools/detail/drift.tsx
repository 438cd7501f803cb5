import type { DefinitionChange, Json } from '@callgate/core';
import type { Affected, ToolDetail } from '@callgate/operations/api';
import { useState } from 'react';
import type { Tone } from '../../parts/badge.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { JsonValue } from '../../parts/json-value.tsx';
import { toast } from '../../parts/toast.tsx';
import { Untrusted } from '../../parts/untrusted.tsx';
import { useMay } from '../../shell/me.ts';
import { useChange } from '../../shell/use-api.ts';
import { ReasonDialog } from './reason-dialog.tsx';

const TONES: Readonly<Record<DefinitionChange['change'], Tone>> = {
  loosened: 'danger',
  tightened: 'good',
  neutral: 'neutral',
};

const Side = ({ name, value }: { name: 'before' | 'now'; value: Json | undefined }) => (
  <div className={`tools-side-${name}`}>
    <span className="tools-soft">{name}</span>
    {value === undefined ? <span className="tools-soft">nothing</span> : <JsonValue value={value} />}
  </div>
);

const Changed = ({ change }: { change: DefinitionChange }) => (
  <li className={`tools-change tools-change-${change.change}`}>
    <div className="tools-change-head">
      <Badge tone={TONES[change.change]} icon={change.change === 'loosened' ? 'warning' : undefined}>
        {change.change}
      </Badge>
      <Untrusted text={change.path === '' ? 'the whole definition' : change.path} max={200} />
      <span className="tools-soft">{change.words}</span>
    </div>
    <div className="tools-sides">
      <Side name="before" value={change.before} />
      <Side name="now" value={change.after} />
    </div>
  </li>
);

/** Before and now, what was loosened first. */
export const ChangeList = ({ detail }: { detail: ToolDetail }) => (
  <ul className="tools-changes">
    {detail.changes.map((change, at) => (
      <Changed key={at} change={change} />
    ))}
  </ul>
);

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Who used it lately, and what was allowed or asked for under the old definition. */
const Concerned = ({ affected }: { affected: Affected }) => {
  const { principals, grants, waiting, more } = affected;
  const calls = principals.reduce((sum, each) => sum + each.calls, 0);
  return (
    <p className="tools-affected">
      {calls === 0
        ? 'Nobody called it in the last week'
        : `Called ${more ? 'more than ' : ''}${counted(calls, 'time')} in the last week by `}
      {principals.map(({ subject }, at) => (
        <span key={subject}>
          {at === 0 ? '' : ', '}
          <Untrusted text={subject} max={80} />
        </span>
      ))}
      . {waiting.length === 0 ? 'No call waits' : `${counted(waiting.length, 'call')} waiting`},{' '}
      {grants.length === 0 ? 'no grant' : counted(grants.length, 'grant')}
      {waiting.length + grants.length === 0
        ? ' was given.'
        : ': what was given for the old definition does not count for the new one.'}
    </p>
  );
};

/** What the server changed since the definition was pinned, and what to do about it. */
export const Drift = ({ detail }: { detail: ToolDetail }) => {
  const mayChange = useMay('operator');
  const [asking, setAsking] = useState<'accept' | 'keep-out' | null>(null);
  const accept = useChange('tools.accept');
  const keepOut = useChange('tools.keepOut');
  const { server, identity, tool, digest, drift } = detail;
  const loosened = drift?.loosened ?? 0;
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
      {detail.affected === null ? null : <Concerned affected={detail.affected} />}
      <ChangeList detail={detail} />
      {asking === null ? null : (
        <ReasonDialog
          title={asking === 'accept' ? 'Accept the new definition?' : 'Keep the new definition out?'}
          action={asking === 'accept' ? 'Accept' : 'Keep out'}
          look={asking === 'accept' ? 'primary' : 'danger'}
          wide
          isPending={accept.isPending || keepOut.isPending}
          error={accept.error ?? keepOut.error}
          onClose={() => setAsking(null)}
          onDo={(reason) => {
            const params = { server, identity, tool, definition: digest, reason };
            const onSuccess = (): void => {
              toast({
                tone: 'good',
                text: `${server}/${tool} is ${asking === 'accept' ? 'accepted' : 'kept out'}`,
              });
              setAsking(null);
            };
            (asking === 'accept' ? accept : keepOut).mutate(params, { onSuccess });
          }}
        >
          {asking === 'accept' ? (
            <>
              <p>
                From now on this is what it is pinned to: agents see it, and what it claims counts as far as
                its server is trusted.
              </p>
              <ChangeList detail={detail} />
            </>
          ) : (
            <p>
              Agents neither see nor call it while it is defined so. It comes back by itself when its server
              shows what was pinned again.
            </p>
          )}
        </ReasonDialog>
      )}
    </Card>
  );
};
