import { consoleMessages } from '@callgate/messages/console';
import type { RuleView } from '@callgate/operations/api';
import { useState } from 'react';
import { Badge, OutcomeBadge } from '../parts/badge.tsx';
import { type Option, SelectField, TextField } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Table } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { formatDay } from '../parts/time.tsx';
import { TextList, Untrusted } from '../parts/untrusted.tsx';

const TEXT = consoleMessages.policy.rules;

type RuleFilter = keyof typeof TEXT.outcomes;

const OUTCOMES: readonly Option<RuleFilter>[] = (
  ['all', 'block', 'confirm', 'auto', 'requirements'] as const
).map((value) => ({ value, name: TEXT.outcomes[value] }));

const matchesFilter = (rule: RuleView, wanted: RuleFilter, text: string): boolean =>
  (wanted === 'all' || (rule.outcome ?? 'requirements') === wanted) &&
  [rule.id, rule.reason, rule.when ?? '', rule.file, ...rule.tools].some((part) =>
    part.toLowerCase().includes(text.toLowerCase()),
  );

const Exceptions = ({ rule }: { rule: RuleView }) =>
  rule.exceptions.length === 0 ? null : (
    <ul className="policy-exceptions">
      {rule.exceptions.map(({ id, unless, reason, until, over, layer }) => (
        <li key={id}>
          <span className="policy-key">
            {(over ? TEXT.exceptionEnded : TEXT.exceptionUntil)({ day: formatDay(until) })}
          </span>{' '}
          <Untrusted className="prose" text={reason} max={300} />{' '}
          <span className="soft">
            <Sentence parts={TEXT.exceptionSource({ id: <Untrusted text={id} />, layer })} />
          </span>
          <div>
            <Untrusted className="policy-condition" text={unless} lines />
          </div>
        </li>
      ))}
    </ul>
  );

const Row = ({ rule }: { rule: RuleView }) => (
  <tr className="policy-rule">
    <td className="policy-rule-outcome">
      {rule.outcome === null ? (
        <Badge quiet title={TEXT.requirementsTitle} words={TEXT.requirements} />
      ) : (
        <OutcomeBadge outcome={rule.outcome} />
      )}
    </td>
    <td className="policy-rule-reason">
      <Untrusted className="prose" text={rule.reason} max={400} />
      <div className="soft">
        <Untrusted text={rule.id} />
      </div>
      <TextList className="policy-duties" texts={rule.obligations} textClass="prose" />
      <Exceptions rule={rule} />
      {rule.findings.map(({ code, message }) => (
        <p key={code} className="policy-rule-finding">
          <Icon name="warning" /> <Untrusted className="prose" text={message} />
        </p>
      ))}
    </td>
    <td className="policy-rule-when">
      {rule.tools.length === 1 && rule.tools[0] === '*' ? null : (
        <div className="policy-tools">
          {rule.tools.map((tool) => (
            <Untrusted key={tool} text={tool} max={200} />
          ))}
        </div>
      )}
      {rule.when === null ? (
        <span className="soft">{TEXT.always}</span>
      ) : (
        <Untrusted className="policy-condition" text={rule.when} lines />
      )}
    </td>
    <td className="policy-rule-from">
      {rule.layer}
      <div className="soft">
        <Untrusted text={rule.file} max={120} />:{rule.line}
      </div>
      {rule.delegated ? <Badge quiet words={TEXT.delegated} /> : null}
    </td>
  </tr>
);

export const RulesTable = ({ rules }: { rules: readonly RuleView[] }) => {
  const [wanted, setWanted] = useState<RuleFilter>('all');
  const [text, setText] = useState('');
  const shown = rules.filter((rule) => matchesFilter(rule, wanted, text));
  return (
    <Card title={TEXT.title}>
      <p className="soft">{TEXT.intro}</p>
      <div className="policy-filters">
        <SelectField label={TEXT.outcome} value={wanted} options={OUTCOMES} onChange={setWanted} />
        <TextField
          label={TEXT.search}
          type="search"
          value={text}
          placeholder={TEXT.searchPlaceholder}
          onChange={setText}
        />
      </div>
      <p className="hidden-words" role="status">
        {TEXT.count({ shown: shown.length, total: rules.length })}
      </p>
      <Table className="policy-rules" head={TEXT.head}>
        {shown.map((rule) => (
          <Row key={`${rule.layer} ${rule.id}`} rule={rule} />
        ))}
      </Table>
      {shown.length === 0 ? <p className="soft">{TEXT.noMatch}</p> : null}
    </Card>
  );
};
