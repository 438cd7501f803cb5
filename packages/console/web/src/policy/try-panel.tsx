import { type TrustLevel, display } from '@callgate/core';
import type { FiredRule } from '@callgate/core/decide';
import type { LabelStrength } from '@callgate/core/label';
import type { Answer } from '@callgate/core/vocabulary';
import { consoleMessages } from '@callgate/messages/console';
import type { LayerText, ToolChoice, TrialResult, TrialCall } from '@callgate/operations/api';
import { type ReactNode, useState } from 'react';
import { LabelBadges, OutcomeBadge, outcomeMeaning } from '../parts/badge.tsx';
import { Checkbox, Field, SelectField, TextField } from '../parts/form.tsx';
import { Hints } from '../parts/hints.tsx';
import { Card, EmptyState, Problem, Loading } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { formatDay } from '../parts/time.tsx';
import { NameList, TextList, ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useRead } from '../shell/use-api.ts';
import { useDebouncedQuery } from '../shell/use-debounced-query.ts';

const TEXT = consoleMessages.policy.tryIt;

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
  { value: 'none', name: TEXT.strengths.none },
  { value: 'possible', name: TEXT.strengths.possible },
  { value: 'known', name: TEXT.strengths.known },
] as const;

const PROVEN = [
  { value: 'unknown', name: TEXT.provenOptions.unknown },
  { value: 'yes', name: TEXT.provenOptions.yes },
  { value: 'no', name: TEXT.provenOptions.no },
] as const;

const TRUSTS = [
  { value: 'untrusted', name: TEXT.trusts.untrusted },
  { value: 'trusted', name: TEXT.trusts.trusted },
  { value: 'owned', name: TEXT.trusts.owned },
] as const;

const POLICIES = [
  { value: 'force', name: TEXT.policies.force },
  { value: 'draft', name: TEXT.policies.draft },
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
      <Field label={TEXT.tool}>
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
          <Sentence parts={TEXT.takes({ names: <NameList texts={chosen.arguments} /> })} />
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
      <legend className="hidden-words">{TEXT.which}</legend>
      {(['known', 'described'] as const).map((kind) => (
        <Checkbox
          key={kind}
          radio="policy-tool-kind"
          label={TEXT[kind]}
          checked={wish.kind === kind}
          onChange={() => set({ kind, server: kind === 'known' ? '' : 'new-server', name: '' })}
        />
      ))}
    </fieldset>
    {wish.kind === 'described' ? (
      <>
        <div className="policy-pair">
          <TextField label={TEXT.server} value={wish.server} onChange={(server) => set({ server })} />
          <SelectField
            label={TEXT.trust}
            value={wish.trust}
            options={TRUSTS}
            onChange={(trust) => set({ trust })}
          />
        </div>
        <JsonField
          label={TEXT.definition}
          rows={8}
          value={wish.definition}
          onChange={(definition) => set({ definition })}
        />
      </>
    ) : tools.length === 0 ? (
      <p className="soft">{TEXT.noTools}</p>
    ) : (
      <KnownTool tools={tools} wish={wish} set={set} />
    )}
    <JsonField
      label={TEXT.arguments}
      rows={4}
      value={wish.arguments}
      onChange={(text) => set({ arguments: text })}
    />
    <div className="policy-pair">
      {(['private', 'untrusted'] as const).map((label) => (
        <SelectField
          key={label}
          label={TEXT.labels[label]}
          value={wish.labels[label]}
          options={STRENGTHS}
          onChange={(strength) => set({ labels: { ...wish.labels, [label]: strength } })}
        />
      ))}
      <SelectField
        label={TEXT.proven}
        value={wish.proven}
        options={PROVEN}
        onChange={(proven) => set({ proven })}
      />
      <SelectField
        label={TEXT.by}
        value={wish.by}
        options={hasDraft ? POLICIES : POLICIES.slice(0, 1)}
        onChange={(by) => set({ by })}
      />
      <TextField label={TEXT.caller} value={wish.subject} onChange={(subject) => set({ subject })} />
      <TextField label={TEXT.groups} value={wish.groups} onChange={(groups) => set({ groups })} />
    </div>
    <Checkbox label={TEXT.words} checked={wish.words} onChange={(words) => set({ words })} />
  </form>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="policy-part">
    <h3>{title}</h3>
    {children}
  </section>
);

const Rules = ({ rules }: { rules: readonly FiredRule[] }) =>
  rules.length === 0 ? (
    <p className="soft">{TEXT.noRule}</p>
  ) : (
    <ul className="policy-fired">
      {rules.map((rule) => (
        <li key={`${rule.layer} ${rule.id}`}>
          {rule.outcome === null ? (
            <span className="soft">{TEXT.requirements}</span>
          ) : (
            <OutcomeBadge outcome={rule.outcome} />
          )}
          <div>
            <Untrusted className="prose" text={rule.reason} max={400} />
            <div className="soft">
              <Sentence parts={TEXT.ruleSource({ id: <Untrusted text={rule.id} />, layer: rule.layer })} />
              {TEXT.counted[rule.counted]}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );

const factsText = (facts: TrialResult['decision']['facts']): string => {
  const named = (value: string): string =>
    Object.entries(facts)
      .filter(([, answer]) => answer === value)
      .map(([name]) => name)
      .join(', ');
  return TEXT.facts({ yes: named('yes'), unknown: named('unknown') });
};

const TriedResult = ({ tried }: { tried: TrialResult }) => {
  const { decision, autoIf } = tried;
  const [first = '', ...others] = decision.reasons;
  return (
    <Card
      title={
        <span className="policy-verdict">
          <OutcomeBadge outcome={decision.outcome} enforced={decision.mode === 'enforce'} />{' '}
          {outcomeMeaning(decision.outcome)}
        </span>
      }
    >
      <p className="policy-verdict-reason">
        <Untrusted className="prose" text={first} max={600} />
      </p>
      <TextList className="policy-also" before={TEXT.also} texts={others} textClass="prose" max={600} />
      <p className="soft">
        <Sentence
          parts={TEXT.judged({
            tool: <ToolName server={tried.server} tool={tried.tool} />,
            trust: consoleMessages.terms.trust[tried.trust],
            policy: <Untrusted className="prose" text={tried.policy.name} max={120} />,
          })}
        />
        {decision.mode === 'observe' ? TEXT.observes : ''}
      </p>
      <Part title={TEXT.rules}>
        <Rules rules={decision.rules} />
      </Part>
      {decision.exceptions.length === 0 ? null : (
        <Part title={TEXT.exceptions}>
          <ul className="policy-list">
            {decision.exceptions.map(({ id, rule, reason, until }) => (
              <li key={id}>
                <Sentence
                  parts={TEXT.exception({
                    id: <Untrusted text={id} />,
                    rule: <Untrusted text={rule} />,
                    until: formatDay(until),
                    reason: <Untrusted className="prose" text={reason} max={300} />,
                  })}
                />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {autoIf.length === 0 && decision.outcome === 'auto' ? null : (
        <Part title={TEXT.automaticIf}>
          {autoIf.length === 0 ? (
            <p className="soft">{TEXT.neverAutomatic}</p>
          ) : (
            <TextList className="policy-list" texts={autoIf.map(({ words }) => words)} textClass="prose" />
          )}
        </Part>
      )}
      {tried.obligations.length === 0 ? null : (
        <Part title={TEXT.requirements}>
          <TextList className="policy-list" texts={tried.obligations} textClass="prose" />
        </Part>
      )}
      <Part title={TEXT.hints}>
        <Hints beliefs={decision.beliefs} />
        <p className="soft">{factsText(decision.facts)}</p>
        {tried.claims.length === 0 ? null : (
          <details className="policy-claims">
            <summary>{TEXT.claims}</summary>
            <ul className="policy-list">
              {tried.claims.map(({ hint, says, where }) => (
                <li key={`${where} ${hint}`}>
                  <Sentence
                    parts={TEXT.claim({
                      where: <Untrusted text={where} max={120} />,
                      hint,
                      value: says,
                    })}
                  />
                </li>
              ))}
            </ul>
          </details>
        )}
      </Part>
      <Part title={TEXT.session}>
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
      <Card title={TEXT.title}>
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
          <EmptyState title={TEXT.empty} text={TEXT.emptyText} />
        ) : (
          <TriedResult tried={asked.data} />
        )}
      </div>
    </div>
  );
};
