import type { Strength } from '@callgate/core';
import { STRENGTHS } from '@callgate/core';
import type { ToolDetail, Tried } from '@callgate/operations/api';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Checkbox, Field, Select } from '../../parts/field.tsx';
import { Outcome, outcomeWords } from '../../parts/outcome.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Untrusted } from '../../parts/untrusted.tsx';
import type { ParamsOf } from '../../shell/api.ts';
import { useRead } from '../../shell/use-api.ts';
import { SITUATION_NAMES } from '../situations.ts';

type Params = ParamsOf<'tools.try'>;

const COUNTED: Readonly<Record<Tried['rules'][number]['counted'], string | null>> = {
  matches: null,
  'without-claims': 'once what the server claims by itself is set aside',
  'weaker-labels': 'in a session with weaker labels, and more labels never relax',
  fault: 'its condition could not be evaluated',
};

const Texts = ({ title, all }: { title: string; all: readonly string[] }) =>
  all.length === 0 ? null : (
    <>
      <h4>{title}</h4>
      <ul>
        {all.map((text) => (
          <li key={text}>
            <Untrusted text={text} lines />
          </li>
        ))}
      </ul>
    </>
  );

/** A decision in words. */
export const Answered = ({ tried }: { tried: Tried }) => (
  <div className="tools-tried" role="status">
    <p className="tools-verdict">
      <Outcome outcome={tried.outcome} enforced={tried.mode === 'enforce'} /> {outcomeWords(tried.outcome)}
    </p>
    <Texts title="Why" all={tried.reasons} />
    {tried.rules.length === 0 ? null : (
      <>
        <h4>Rules that count</h4>
        <ul className="tools-rules">
          {tried.rules.map((rule) => (
            <li key={`${rule.layer} ${rule.id}`}>
              <Untrusted text={rule.id} max={80} />{' '}
              <span className="tools-soft">{rule.outcome ?? 'adds only'}</span>{' '}
              <Untrusted text={rule.reason} max={400} />
              {COUNTED[rule.counted] === null ? null : (
                <span className="tools-soft"> ({COUNTED[rule.counted]})</span>
              )}
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
      <p className="tools-soft">Nothing short of changing the policy makes it run by itself.</p>
    ) : null}
  </div>
);

const strengths = STRENGTHS.map((value) => ({ value, name: value }));

const TryIt = ({ detail }: { detail: ToolDetail }) => {
  const { server, identity, tool } = detail;
  const [args, setArgs] = useState('{}');
  const [isPrivate, setPrivate] = useState<Strength>('none');
  const [untrusted, setUntrusted] = useState<Strength>('none');
  const [words, setWords] = useState(true);
  const [proven, setProven] = useState(false);
  const [asked, setAsked] = useState<Params | null>(null);
  const now: Params = {
    server,
    identity,
    tool,
    args,
    labels: { private: isPrivate, untrusted },
    words,
    proven,
  };
  const { data, error } = useRead('tools.try', asked ?? now, { enabled: asked !== null });
  return (
    <form
      className="tools-form"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(now);
      }}
    >
      <Field label="Arguments" help="A JSON object; at most 4,000 characters.">
        <textarea
          value={args}
          rows={3}
          maxLength={4000}
          spellCheck={false}
          onChange={({ target }) => setArgs(target.value)}
        />
      </Field>
      <div className="tools-selects">
        <Field label="Private data touched">
          <Select value={isPrivate} options={strengths} onChange={setPrivate} />
        </Field>
        <Field label="Untrusted content seen">
          <Select value={untrusted} options={strengths} onChange={setUntrusted} />
        </Field>
      </div>
      <Checkbox label="The person’s own words are known" checked={words} onChange={setWords} />
      <Checkbox label="Every decisive value came from them" checked={proven} onChange={setProven} />
      <div>
        <Button type="submit">Decide</Button>
      </div>
      {error === null || asked === null ? null : <Problem error={error} />}
      {data === undefined || asked === null || error !== null ? null : <Answered tried={data} />}
    </form>
  );
};

/** What happens if it is called, in the sessions there are, and why. */
export const IfCalled = ({ detail }: { detail: ToolDetail }) => (
  <section className="tools-section">
    <h3>What happens if it is called</h3>
    <dl className="tools-outcomes">
      {SITUATION_NAMES.map(({ value, name }) => (
        <div key={value}>
          <dt>session touched {name}</dt>
          <dd>
            <Outcome outcome={detail.outcomes[value]} />
          </dd>
        </div>
      ))}
    </dl>
    <p className="tools-reason">
      <Untrusted text={detail.reason} max={600} />
    </p>
    <details>
      <summary>Try it with arguments and labels</summary>
      <TryIt detail={detail} />
    </details>
  </section>
);
