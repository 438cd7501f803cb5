import { Link } from 'wouter';
import { Badge } from '../parts/badge.tsx';
import { Card } from '../parts/card.tsx';
import { Marked } from '../parts/marked.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { PathName } from './path-name.tsx';
import { isWorrying } from './placed-marks.ts';
import type { Question, Value } from './types.ts';

type Source = NonNullable<Value['source']>;

const VIA = {
  host: 'what the person said',
  task: 'the declared task',
  intent: 'the intent the client sent',
} as const;

const toneOf = (value: Value): 'good' | 'untrusted' | 'neutral' =>
  value.proven ? 'good' : isWorrying(value) ? 'untrusted' : 'neutral';

const Excerpt = ({ source, proven }: { source: Source; proven: boolean }) => {
  const { excerpt } = source;
  if (excerpt === null)
    return (
      <p className="inbox-soft">
        {source.from === 'result' && source.unknown !== null ? source.unknown : 'Its text is not kept.'}
      </p>
    );
  const [before, after] = excerpt.cut;
  return (
    <blockquote className={proven ? 'inbox-source inbox-source-good' : 'inbox-source'}>
      {before ? <span className="inbox-soft">… </span> : null}
      <Marked
        text={excerpt.text}
        marks={[{ span: excerpt.span ?? [0, excerpt.text.length], tone: proven ? 'good' : 'untrusted' }]}
        lines
      />
      {after ? <span className="inbox-soft"> …</span> : null}
    </blockquote>
  );
};

const From = ({ source }: { source: Source }) =>
  source.from === 'words' ? (
    <span>in {VIA[source.via]}</span>
  ) : (
    <span>
      in the result of{' '}
      <Link href={`/record/${encodeURIComponent(source.call)}`}>
        <ToolName server={source.server} tool={source.target} />
      </Link>
      {source.path.length === 0 ? null : (
        <>
          {' '}
          at <PathName path={source.path} />
        </>
      )}
    </span>
  );

const One = ({ value }: { value: Value }) => (
  <li className={value.proven ? 'inbox-value' : 'inbox-value inbox-value-unproven'}>
    <p className="inbox-value-head">
      <PathName path={value.path} />
      {value.role === null ? null : <Badge quiet>{value.role}</Badge>}
      <Badge
        tone={toneOf(value)}
        quiet={toneOf(value) === 'neutral'}
        icon={value.proven ? 'check' : isWorrying(value) ? 'warning' : 'info'}
      >
        {value.proven ? 'traced' : 'not traced'}
      </Badge>
    </p>
    {value.text === null ? null : (
      <p className="inbox-value-text">
        <Untrusted text={value.text} />
      </p>
    )}
    <p className="inbox-value-words">
      <Untrusted text={value.words} />
      {value.source === null ? null : (
        <>
          , <From source={value.source} />
        </>
      )}
    </p>
    {value.source === null ? null : <Excerpt source={value.source} proven={value.proven} />}
  </li>
);

/** Where the values come from that decide where something goes and what it does. */
export const CardValues = ({ question }: { question: Question }) =>
  question.values.length === 0 ? null : (
    <Card
      title="Where the decisive values come from"
      {...(question.values.some(isWorrying) ? { tone: 'untrusted' as const } : {})}
    >
      <ul className="inbox-values">
        {question.values.map((value) => (
          <One key={JSON.stringify([value.path, value.text])} value={value} />
        ))}
      </ul>
    </Card>
  );
