import { LABEL_STRENGTHS } from '@callgate/core/label';
import { consoleMessages } from '@callgate/messages/console';
import type { ToolDetail, TrialCall, TrialResult } from '@callgate/operations/api';
import { useState } from 'react';
import { OutcomeBadge, outcomeMeaning } from '../../parts/badge.tsx';
import { Button, Checkbox, SelectField, TextField } from '../../parts/form.tsx';
import { Fact, Problem } from '../../parts/page.tsx';
import { TextList, Untrusted } from '../../parts/untrusted.tsx';
import { useDebouncedQuery } from '../../shell/use-debounced-query.ts';
import { SITUATIONS } from '../tool-status-badges.tsx';

const TEXT = consoleMessages.tools.tryIt;

const Texts = ({ title, all }: { title: string; all: readonly string[] }) =>
  all.length === 0 ? null : (
    <>
      <h4>{title}</h4>
      <TextList texts={all} lines />
    </>
  );

const TryOutcome = ({ tried: { decision: tried, obligations, autoIf } }: { tried: TrialResult }) => (
  <div className="tools-tried" role="status">
    <p className="tools-verdict">
      <OutcomeBadge outcome={tried.outcome} enforced={tried.mode === 'enforce'} />{' '}
      {outcomeMeaning(tried.outcome)}
    </p>
    <Texts title={TEXT.why} all={tried.reasons} />
    {tried.rules.length === 0 ? null : (
      <>
        <h4>{TEXT.rules}</h4>
        <ul className="tools-rules">
          {tried.rules.map(({ layer, id, outcome, reason, counted }) => (
            <li key={`${layer} ${id}`}>
              <Untrusted text={id} max={80} />{' '}
              <span className="soft">
                {outcome === null ? TEXT.requirementOnly : consoleMessages.terms.outcomes[outcome]}
              </span>{' '}
              <Untrusted text={reason} max={400} />
              {counted === 'matches' ? null : <span className="soft">{TEXT.counted[counted]}</span>}
            </li>
          ))}
        </ul>
      </>
    )}
    <Texts
      title={TEXT.exceptions}
      all={tried.exceptions.map(({ until, ...exception }) =>
        TEXT.exception({ ...exception, until: new Date(until).toISOString().slice(0, 10) }),
      )}
    />
    <Texts title={TEXT.requirements} all={obligations} />
    <Texts title={TEXT.automaticIf} all={autoIf.map(({ words }) => words)} />
    {tried.outcome !== 'auto' && autoIf.length === 0 ? <p className="soft">{TEXT.neverAutomatic}</p> : null}
  </div>
);

const STRENGTH_OPTIONS = LABEL_STRENGTHS.map((value) => ({ value, name: TEXT.strengths[value] }));

const TryToolForm = ({ detail: { server, identity, tool } }: { detail: ToolDetail }) => {
  const [now, setNow] = useState<TrialCall>({
    tool: { kind: 'known', server, identity, name: tool },
    arguments: '{}',
    labels: { private: 'none', untrusted: 'none' },
    words: true,
    proven: 'unknown',
    principal: { subject: 'local', groups: [] },
  });
  const [asked, setAsked] = useState<TrialCall | null>(null);
  const set = (part: Partial<TrialCall>): void => setNow({ ...now, ...part });
  const { data, error } = useDebouncedQuery('policy.try', asked);
  return (
    <form
      className="tools-form"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(now);
      }}
    >
      <TextField
        label={TEXT.arguments}
        help={TEXT.argumentsHelp}
        value={now.arguments}
        rows={3}
        maxLength={4000}
        spellCheck={false}
        onChange={(text) => set({ arguments: text })}
      />
      <div className="tools-selects">
        {(['private', 'untrusted'] as const).map((label) => (
          <SelectField
            key={label}
            label={TEXT.labels[label]}
            value={now.labels[label]}
            options={STRENGTH_OPTIONS}
            onChange={(strength) => set({ labels: { ...now.labels, [label]: strength } })}
          />
        ))}
      </div>
      <Checkbox label={TEXT.words} checked={now.words} onChange={(words) => set({ words })} />
      <Checkbox
        label={TEXT.proven}
        checked={now.proven === 'yes'}
        onChange={(proven) => set({ proven: proven ? 'yes' : 'unknown' })}
      />
      <div>
        <Button type="submit">{TEXT.decide}</Button>
      </div>
      <Problem error={error} />
      {data === undefined || error !== null ? null : <TryOutcome tried={data} />}
    </form>
  );
};

export const ToolOutcomes = ({ detail }: { detail: ToolDetail }) => (
  <section className="tools-section">
    <h3>{TEXT.title}</h3>
    <dl className="tools-outcomes">
      {SITUATIONS.map(({ value, name }) => (
        <Fact key={value} name={TEXT.situation({ situation: name })}>
          <OutcomeBadge outcome={detail.outcomes[value]} />
        </Fact>
      ))}
    </dl>
    <p className="tools-reason">
      <Untrusted text={detail.reason} max={600} />
    </p>
    <details>
      <summary>{TEXT.open}</summary>
      <TryToolForm detail={detail} />
    </details>
  </section>
);
