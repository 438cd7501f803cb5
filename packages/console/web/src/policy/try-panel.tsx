import { type TrustLevel, display } from '@callgate/core';
import type { FiredRule } from '@callgate/core/decide';
import type { LabelStrength } from '@callgate/core/label';
import type { Answer } from '@callgate/core/vocabulary';
import type { LayerText, ToolChoice, TrialResult, TrialCall } from '@callgate/operations/api';
import { type ReactNode, useState } from 'react';
import { LabelBadges, OutcomeBadge, outcomeWords } from '../parts/badge.tsx';
import { Checkbox, Field, SelectField, TextField } from '../parts/form.tsx';
import { Hints } from '../parts/hints.tsx';
import { Card, EmptyState, Problem, Loading } from '../parts/page.tsx';
import { formatDay } from '../parts/time.tsx';
import { NameList, TextList, ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useRead } from '../shell/use-api.ts';
import { useDebouncedQuery } from './use-debounced-query.ts';

interface TryRequest {
  readonly kind: 'known' | 'described';
  readonly server: string;
  readonly name: string;
  readonly trust: TrustLevel;
  readonly definition: string;
  readonly arguments: string;
  readonly labels: { readonly private: LabelStrength; readonly untrusted: LabelStrength };
  readonly words: boolean;
  readonly proven: Answer;
  readonly subject: string;
  readonly groups: string;
  readonly by: 'force' | 'draft';
}

const EXAMPLE = `{
  "name": "delete_page",
  "annotations": {
    "readOnlyHint": false,
    "destructiveHint": true
  }
}`;

const INITIAL_TRY_REQUEST: TryRequest = {
  kind: 'known',
  server: '',
  name: '',
  trust: 'untrusted',
  definition: EXAMPLE,
  arguments: '{}',
  labels: { private: 'none', untrusted: 'none' },
  words: true,
  proven: 'unknown',
  subject: 'local',
  groups: '',
  by: 'force',
};

const STRENGTHS = [
  { value: 'none', name: 'no' },
  { value: 'possible', name: 'possibly' },
  { value: 'known', name: 'yes, known' },
] as const;

const PROVEN = [
  { value: 'unknown', name: 'not known' },
  { value: 'yes', name: 'all of them' },
  { value: 'no', name: 'not all of them' },
] as const;

const TRUSTS = [
  { value: 'untrusted', name: 'untrusted: its claims count only where they tighten' },
  { value: 'trusted', name: 'trusted: its claims are believed' },
  { value: 'owned', name: 'owned: its claims and its content are believed' },
] as const;

const POLICIES = [
  { value: 'force', name: 'the policy in force' },
  { value: 'draft', name: 'the policy I am writing' },
] as const;

interface FormProps {
  readonly tools: readonly ToolChoice[];
  readonly wish: TryRequest;
  readonly set: (part: Partial<TryRequest>) => void;
}

const nameOf = ({ server, name }: { server: string; name: string }): string => JSON.stringify([server, name]);

const KnownTool = ({ tools, wish, set }: FormProps) => {
  const chosen = tools.find((tool) => nameOf(tool) === nameOf(wish));
  return (
    <>
      <Field label="Tool">
        <select
          className="select"
          value={nameOf(wish)}
          onChange={({ target }) => {
            const found = tools.find((tool) => nameOf(tool) === target.value);
            if (found !== undefined) set({ server: found.server, name: found.name });
          }}
        >
          {[...Map.groupBy(tools, ({ server }) => server)].map(([server, own]) => (
            <optgroup key={server} label={display(server, { max: 80 })}>
              {own.map((tool) => (
                <option key={tool.name} value={nameOf(tool)}>
                  {display(tool.name, { max: 120 })}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </Field>
      {chosen === undefined || chosen.arguments.length === 0 ? null : (
        <p className="soft">
          It says it takes <NameList texts={chosen.arguments} />.
        </p>
      )}
    </>
  );
};

const JsonField = (props: {
  label: string;
  rows: number;
  value: string;
  onChange: (text: string) => void;
}) => <TextField className="policy-json" spellCheck={false} {...props} />;

const TryForm = ({ tools, wish, set, hasDraft }: FormProps & { hasDraft: boolean }) => (
  <form className="policy-form" onSubmit={(event) => event.preventDefault()}>
    <fieldset className="policy-choice">
      <legend className="hidden-words">Which tool</legend>
      {(['known', 'described'] as const).map((kind) => (
        <Checkbox
          key={kind}
          radio="policy-tool-kind"
          label={kind === 'known' ? 'A tool that is there' : 'A tool I describe'}
          checked={wish.kind === kind}
          onChange={() => set({ kind, server: kind === 'known' ? '' : 'new-server', name: '' })}
        />
      ))}
    </fieldset>
    {wish.kind === 'described' ? (
      <>
        <div className="policy-pair">
          <TextField label="Server" value={wish.server} onChange={(server) => set({ server })} />
          <SelectField
            label="Trust"
            value={wish.trust}
            options={TRUSTS}
            onChange={(trust) => set({ trust })}
          />
        </div>
        <JsonField
          label="The tool, as a server lists it (JSON)"
          rows={8}
          value={wish.definition}
          onChange={(definition) => set({ definition })}
        />
      </>
    ) : tools.length === 0 ? (
      <p className="soft">No server lists a tool now.</p>
    ) : (
      <KnownTool tools={tools} wish={wish} set={set} />
    )}
    <JsonField
      label="Arguments (JSON)"
      rows={4}
      value={wish.arguments}
      onChange={(text) => set({ arguments: text })}
    />
    <div className="policy-pair">
      {(['private', 'untrusted'] as const).map((label) => (
        <SelectField
          key={label}
          label={label === 'private' ? 'Session touched private data' : 'Session saw untrusted content'}
          value={wish.labels[label]}
          options={STRENGTHS}
          onChange={(strength) => set({ labels: { ...wish.labels, [label]: strength } })}
        />
      ))}
      <SelectField
        label="Decisive values come from the person"
        value={wish.proven}
        options={PROVEN}
        onChange={(proven) => set({ proven })}
      />
      <SelectField
        label="Judged by"
        value={wish.by}
        options={hasDraft ? POLICIES : POLICIES.slice(0, 1)}
        onChange={(by) => set({ by })}
      />
      <TextField label="Who calls" value={wish.subject} onChange={(subject) => set({ subject })} />
      <TextField label="Groups, with commas" value={wish.groups} onChange={(groups) => set({ groups })} />
    </div>
    <Checkbox
      label="The person’s own words are known"
      checked={wish.words}
      onChange={(words) => set({ words })}
    />
  </form>
);

const COUNTED: Readonly<Record<FiredRule['counted'], string>> = {
  matches: '',
  'without-claims': '; counts once the server’s own claims are set aside',
  'weaker-labels': '; counts in a session that touched less, and more labels never relax',
  fault: '; counts its condition could not be evaluated',
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="policy-part">
    <h3>{title}</h3>
    {children}
  </section>
);

const Rules = ({ rules }: { rules: readonly FiredRule[] }) =>
  rules.length === 0 ? (
    <p className="soft">No rule matches, so a person is asked.</p>
  ) : (
    <ul className="policy-fired">
      {rules.map((rule) => (
        <li key={`${rule.layer} ${rule.id}`}>
          {rule.outcome === null ? (
            <span className="soft">duties</span>
          ) : (
            <OutcomeBadge outcome={rule.outcome} />
          )}
          <div>
            <Untrusted className="prose" text={rule.reason} max={400} />
            <div className="soft">
              <Untrusted text={rule.id} /> of the {rule.layer}
              {COUNTED[rule.counted]}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );

const factWords = (facts: TrialResult['decision']['facts']): string => {
  const named = (value: string): string =>
    Object.entries(facts)
      .filter(([, answer]) => answer === value)
      .map(([name]) => name)
      .join(', ');
  const unknown = named('unknown');
  return `So: ${named('yes') || 'nothing that asks for care'}${unknown === '' ? '' : `. Not known: ${unknown}`}.`;
};

const TriedResult = ({ tried }: { tried: TrialResult }) => {
  const { decision, autoIf } = tried;
  const [first = '', ...others] = decision.reasons;
  return (
    <Card
      title={
        <span className="policy-verdict">
          <OutcomeBadge outcome={decision.outcome} enforced={decision.mode === 'enforce'} />{' '}
          {outcomeWords(decision.outcome)}
        </span>
      }
    >
      <p className="policy-verdict-reason">
        <Untrusted className="prose" text={first} max={600} />
      </p>
      <TextList className="policy-also" before="also: " texts={others} textClass="prose" max={600} />
      <p className="soft">
        <ToolName server={tried.server} tool={tried.tool} />, {tried.trust} server, judged by{' '}
        <Untrusted className="prose" text={tried.policy.name} max={120} />
        {decision.mode === 'observe' ? ', which only observes: it would run all the same' : ''}
      </p>
      <Part title="Rules that count">
        <Rules rules={decision.rules} />
      </Part>
      {decision.exceptions.length === 0 ? null : (
        <Part title="Exceptions in force">
          <ul className="policy-list">
            {decision.exceptions.map(({ id, rule, reason, until }) => (
              <li key={id}>
                <Untrusted text={id} /> keeps <Untrusted text={rule} /> from firing until {formatDay(until)}:{' '}
                <Untrusted className="prose" text={reason} max={300} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {autoIf.length === 0 && decision.outcome === 'auto' ? null : (
        <Part title="It would run by itself if">
          {autoIf.length === 0 ? (
            <p className="soft">Nothing short of another policy makes it run by itself.</p>
          ) : (
            <TextList className="policy-list" texts={autoIf.map(({ words }) => words)} textClass="prose" />
          )}
        </Part>
      )}
      {tried.obligations.length === 0 ? null : (
        <Part title="What must happen besides">
          <TextList className="policy-list" texts={tried.obligations} textClass="prose" />
        </Part>
      )}
      <Part title="What is believed, and on what ground">
        <Hints beliefs={decision.beliefs} />
        <p className="soft">{factWords(decision.facts)}</p>
        {tried.claims.length === 0 ? null : (
          <details className="policy-claims">
            <summary>What the tool says of itself</summary>
            <ul className="policy-list">
              {tried.claims.map(({ hint, says, where }) => (
                <li key={`${where} ${hint}`}>
                  <Untrusted text={where} max={120} /> says {hint} is {says}
                </li>
              ))}
            </ul>
          </details>
        )}
      </Part>
      <Part title="Session">
        <LabelBadges labels={decision.labels} />
      </Part>
    </Card>
  );
};

const toTryCall = (wish: TryRequest, draft: readonly LayerText[] | null): TrialCall | null => {
  const { labels, words, proven, subject, groups, server, name, trust, definition } = wish;
  const call = {
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
    return server === '' ? null : { ...call, tool: { kind: 'described', server, trust, definition } };
  return name === '' ? null : { ...call, tool: { kind: 'known', server, name } };
};

/** Pick a tool, arguments and labels; read what would be decided and why. Nothing is called or recorded. */
export const TryPanel = ({ draft }: { draft: readonly LayerText[] | null }) => {
  const { data: tools, error } = useRead('policy.tools', {});
  const [wish, setWish] = useState(INITIAL_TRY_REQUEST);
  const [first] = tools ?? [];
  const full: TryRequest =
    wish.kind === 'known' && wish.name === '' && first !== undefined
      ? { ...wish, server: first.server, name: first.name }
      : wish;
  const asked = useDebouncedQuery('policy.try', tools === undefined ? null : toTryCall(full, draft));
  if (tools === undefined) return <Loading error={error} lines={6} />;
  return (
    <div className="policy-try">
      <Card title="The call">
        <TryForm
          tools={tools}
          wish={full}
          set={(part) => setWish({ ...full, ...part })}
          hasDraft={draft !== null}
        />
      </Card>
      <div className={asked.stale ? 'policy-answer policy-stale' : 'policy-answer'} aria-live="polite">
        {asked.error !== null ? (
          <Problem error={asked.error} />
        ) : asked.data === undefined ? (
          <EmptyState title="Nothing to judge yet" text="Pick a tool, or describe one." />
        ) : (
          <TriedResult tried={asked.data} />
        )}
      </div>
    </div>
  );
};
