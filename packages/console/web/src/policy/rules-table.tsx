import type { RuleView } from '@callgate/operations/api';
import { useState } from 'react';
import { Badge, OutcomeBadge } from '../parts/badge.tsx';
import { type Option, SelectField, TextField } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Table } from '../parts/page.tsx';
import { formatDay } from '../parts/time.tsx';
import { TextList, Untrusted } from '../parts/untrusted.tsx';

type RuleFilter = 'all' | 'auto' | 'confirm' | 'block' | 'duties';

const OUTCOMES: readonly Option<RuleFilter>[] = [
  { value: 'all', name: 'All rules' },
  { value: 'block', name: 'Block' },
  { value: 'confirm', name: 'Need a person' },
  { value: 'auto', name: 'Run by themselves' },
  { value: 'duties', name: 'Only add duties' },
];

const matchesFilter = (rule: RuleView, wanted: RuleFilter, text: string): boolean =>
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
            {formatDay(until)}
          </span>{' '}
          <Untrusted className="prose" text={reason} max={300} />{' '}
          <span className="soft">
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
        <span className="soft">always</span>
      ) : (
        <Untrusted className="policy-condition" text={rule.when} lines />
      )}
    </td>
    <td className="policy-rule-from">
      {rule.layer}
      <div className="soft">
        <Untrusted text={rule.file} max={120} />:{rule.line}
      </div>
      {rule.delegated ? <Badge quiet words="delegated" /> : null}
    </td>
  </tr>
);

export const RulesTable = ({ rules }: { rules: readonly RuleView[] }) => {
  const [wanted, setWanted] = useState<RuleFilter>('all');
  const [text, setText] = useState('');
  const shown = rules.filter((rule) => matchesFilter(rule, wanted, text));
  return (
    <Card title="Rules">
      <p className="soft">
        All rules that match count, and the strictest outcome wins. Where none matches, a person is asked.
      </p>
      <div className="policy-filters">
        <SelectField label="Outcome" value={wanted} options={OUTCOMES} onChange={setWanted} />
        <TextField
          label="Search"
          type="search"
          value={text}
          placeholder="reason, condition, tool or id"
          onChange={setText}
        />
      </div>
      <p className="hidden-words" role="status">
        {shown.length} of {rules.length} rules
      </p>
      <Table className="policy-rules" head={['Outcome', 'Why', 'When', 'From']}>
        {shown.map((rule) => (
          <Row key={`${rule.layer} ${rule.id}`} rule={rule} />
        ))}
      </Table>
      {shown.length === 0 ? <p className="soft">No rule is like that.</p> : null}
    </Card>
  );
};
