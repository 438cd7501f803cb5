import type { RuleView } from '@callgate/operations/api';
import { useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { Card } from '../parts/card.tsx';
import { Field, Select } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Untrusted } from '../parts/untrusted.tsx';

type Wanted = 'all' | 'auto' | 'confirm' | 'block' | 'duties';

const OUTCOMES: readonly { readonly value: Wanted; readonly name: string }[] = [
  { value: 'all', name: 'All rules' },
  { value: 'block', name: 'Block' },
  { value: 'confirm', name: 'Need a person' },
  { value: 'auto', name: 'Run by themselves' },
  { value: 'duties', name: 'Only add duties' },
];

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

const isWanted = (rule: RuleView, wanted: Wanted, text: string): boolean =>
  (wanted === 'all' || (rule.outcome ?? 'duties') === wanted) &&
  [rule.id, rule.reason, rule.when ?? '', rule.file, ...rule.tools].some((part) =>
    part.toLowerCase().includes(text.toLowerCase()),
  );

const Exceptions = ({ rule }: { rule: RuleView }) =>
  rule.exceptions.length === 0 ? null : (
    <ul className="policy-exceptions">
      {rule.exceptions.map(({ id, unless, reason, until, over, layer }) => (
        <li key={id}>
          <span className="policy-key">
            {over ? 'exception, over since ' : 'except until '}
            {DAY.format(until)}
          </span>{' '}
          <Untrusted className="policy-prose" text={reason} max={300} />{' '}
          <span className="policy-soft">
            (<Untrusted text={id} />, {layer})
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
        <Badge quiet title="This rule only adds duties">
          duties
        </Badge>
      ) : (
        <Outcome outcome={rule.outcome} />
      )}
    </td>
    <td className="policy-rule-reason">
      <Untrusted className="policy-prose" text={rule.reason} max={400} />
      <div className="policy-soft">
        <Untrusted text={rule.id} />
      </div>
      {rule.obligations.length === 0 ? null : (
        <ul className="policy-duties">
          {rule.obligations.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <Exceptions rule={rule} />
      {rule.findings.map(({ code, message }) => (
        <p key={code} className="policy-rule-finding">
          <Icon name="warning" /> <Untrusted className="policy-prose" text={message} />
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
        <span className="policy-soft">always</span>
      ) : (
        <Untrusted className="policy-condition" text={rule.when} lines />
      )}
    </td>
    <td className="policy-rule-from">
      {rule.layer}
      <div className="policy-soft">
        <Untrusted text={rule.file} max={120} />:{rule.line}
      </div>
      {rule.delegated ? <Badge quiet>delegated</Badge> : null}
    </td>
  </tr>
);

/** Every rule of the effective policy. All that match count, and the strictest outcome wins. */
export const RulesTable = ({ rules }: { rules: readonly RuleView[] }) => {
  const [wanted, setWanted] = useState<Wanted>('all');
  const [text, setText] = useState('');
  const shown = rules.filter((rule) => isWanted(rule, wanted, text));
  return (
    <Card title="Rules">
      <p className="policy-soft">
        All rules that match count, and the strictest outcome wins. Where none matches, a person is asked.
      </p>
      <div className="policy-filters">
        <Field label="Outcome">
          <Select value={wanted} options={OUTCOMES} onChange={setWanted} />
        </Field>
        <Field label="Search">
          <input
            type="search"
            value={text}
            placeholder="reason, condition, tool or id"
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
      </div>
      <p className="hidden-words" role="status">
        {shown.length} of {rules.length} rules
      </p>
      <table className="policy-rules">
        <thead>
          <tr>
            <th scope="col">Outcome</th>
            <th scope="col">Why</th>
            <th scope="col">When</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((rule) => (
            <Row key={`${rule.layer} ${rule.id}`} rule={rule} />
          ))}
        </tbody>
      </table>
      {shown.length === 0 ? <p className="policy-soft">No rule is like that.</p> : null}
    </Card>
  );
};
