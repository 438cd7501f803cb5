import { LABEL_STRENGTHS } from '@callgate/core/label';
import type { ToolDetail, ToolTrialResult } from '@callgate/operations/api';
import { useState } from 'react';
import { OutcomeBadge, outcomeWords } from '../../parts/badge.tsx';
import { Button, Checkbox, SelectField, TextField } from '../../parts/form.tsx';
import { Fact, Problem } from '../../parts/page.tsx';
import { TextList, Untrusted } from '../../parts/untrusted.tsx';
import type { ParamsOf } from '../../shell/api.ts';
import { useRead } from '../../shell/use-api.ts';
import { SITUATION_NAMES } from '../tool-status-badges.tsx';

const COUNTED: Readonly<Record<ToolTrialResult['rules'][number]['counted'], string | null>> = {
  matches: null,
  'without-claims': 'once what the server claims by itself is set aside',
  'weaker-labels': 'in a session with weaker labels, and more labels never relax',
  fault: 'its condition could not be evaluated',
};

const Texts = ({ title, all }: { title: string; all: readonly string[] }) =>
  all.length === 0 ? null : (
    <>
      <h4>{title}</h4>
      <TextList texts={all} lines />
    </>
  );

const TryOutcome = ({ tried }: { tried: ToolTrialResult }) => (
  <div className="tools-tried" role="status">
    <p className="tools-verdict">
      <OutcomeBadge outcome={tried.outcome} enforced={tried.mode === 'enforce'} />{' '}
      {outcomeWords(tried.outcome)}
    </p>
    <Texts title="Why" all={tried.reasons} />
    {tried.rules.length === 0 ? null : (
      <>
        <h4>Rules that count</h4>
        <ul className="tools-rules">
          {tried.rules.map(({ layer, id, outcome, reason, counted }) => (
            <li key={`${layer} ${id}`}>
              <Untrusted text={id} max={80} /> <span className="soft">{outcome ?? 'adds only'}</span>{' '}
              <Untrusted text={reason} max={400} />
              {COUNTED[counted] === null ? null : <span className="soft"> ({COUNTED[counted]})</span>}
            </li>
          ))}
        </ul>
      </>
    )}
    <Texts
      title="Exceptions in force"
      all={tried.exceptions.map(
        ({ id, rule, reason, until }) =>
          `${id} keeps ${rule} from firing until ${new Date(until).toISOString().slice(0, 10)}: ${reason}`,
      )}
    />
    <Texts title="What must happen besides" all={tried.besides} />
    <Texts title="It would run by itself if" all={tried.autoIf} />
    {tried.outcome !== 'auto' && tried.autoIf.length === 0 ? (
      <p className="soft">Nothing short of changing the policy makes it run by itself.</p>
    ) : null}
  </div>
);

type TryToolParams = ParamsOf<'tools.try'>;

const STRENGTH_OPTIONS = LABEL_STRENGTHS.map((value) => ({ value, name: value }));

const TryToolForm = ({ detail: { server, identity, tool } }: { detail: ToolDetail }) => {
  const [now, setNow] = useState<TryToolParams>({
    server,
    identity,
    tool,
    args: '{}',
    labels: { private: 'none', untrusted: 'none' },
    words: true,
    proven: false,
  });
  const [asked, setAsked] = useState<TryToolParams>();
  const set = (part: Partial<TryToolParams>): void => setNow({ ...now, ...part });
  const { data, error } = useRead('tools.try', asked ?? now, { enabled: asked !== undefined });
  return (
    <form
      className="tools-form"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(now);
      }}
    >
      <TextField
        label="Arguments"
        help="A JSON object; at most 4,000 characters."
        value={now.args}
        rows={3}
        maxLength={4000}
        spellCheck={false}
        onChange={(args) => set({ args })}
      />
      <div className="tools-selects">
        {(['private', 'untrusted'] as const).map((label) => (
          <SelectField
            key={label}
            label={label === 'private' ? 'Private data touched' : 'Untrusted content seen'}
            value={now.labels[label]}
            options={STRENGTH_OPTIONS}
            onChange={(strength) => set({ labels: { ...now.labels, [label]: strength } })}
          />
        ))}
      </div>
      <Checkbox
        label="The person’s own words are known"
        checked={now.words}
        onChange={(words) => set({ words })}
      />
      <Checkbox
        label="Every decisive value came from them"
        checked={now.proven}
        onChange={(proven) => set({ proven })}
      />
      <div>
        <Button type="submit">Decide</Button>
      </div>
      {asked === undefined ? null : <Problem error={error} />}
      {data === undefined || asked === undefined || error !== null ? null : <TryOutcome tried={data} />}
    </form>
  );
};

export const ToolOutcomes = ({ detail }: { detail: ToolDetail }) => (
  <section className="tools-section">
    <h3>What happens if it is called</h3>
    <dl className="tools-outcomes">
      {SITUATION_NAMES.map(({ value, name }) => (
        <Fact key={value} name={`session touched ${name}`}>
          <OutcomeBadge outcome={detail.outcomes[value]} />
        </Fact>
      ))}
    </dl>
    <p className="tools-reason">
      <Untrusted text={detail.reason} max={600} />
    </p>
    <details>
      <summary>Try it with arguments and labels</summary>
      <TryToolForm detail={detail} />
    </details>
  </section>
);
