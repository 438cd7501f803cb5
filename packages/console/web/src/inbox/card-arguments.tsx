import { type Json, isJsonObject, getOwn } from '@callgate/core';
import { consoleMessages } from '@callgate/messages/console';
import { useMemo } from 'react';
import { Badge } from '../parts/badge.tsx';
import { CallLink } from '../parts/call-link.tsx';
import { Button } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { type JsonExpansion, type PathMark, JsonValue } from '../parts/json-value.tsx';
import { Card } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { MarkedText, Untrusted } from '../parts/untrusted.tsx';
import type { CardQuestion, CardValue, CardValuePath } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.card;

export const PathName = ({ path }: { path: CardValuePath }) =>
  path.length === 0 ? (
    <span>{TEXT.wholeCall}</span>
  ) : (
    <Untrusted
      text={path
        .map((key, at) => (typeof key === 'number' ? `[${key + 1}]` : `${at === 0 ? '' : '.'}${key}`))
        .join('')}
      max={200}
    />
  );

const valueAt = (value: Json, path: CardValuePath): Json | undefined => {
  let found: Json | undefined = value;
  for (const key of path) {
    if (Array.isArray(found)) found = typeof key === 'number' ? (found as Json[])[key] : undefined;
    else found = found !== undefined && isJsonObject(found) ? getOwn(found, String(key)) : undefined;
  }
  return found;
};

/** It matters here that nobody vouches for it: it came from untrusted content, or such content was seen before. */
export const isWorrying = ({ proven, origin }: CardValue): boolean => !proven && origin !== null;

/** The card itself says that this may not be wanted: Deny leads there. */
export const isSuspect = ({ question, terms, unasked, unaskedNow, values }: CardQuestion): boolean =>
  unasked !== null ||
  unaskedNow !== null ||
  values.some(isWorrying) ||
  (terms === 'strong' && question.labels.untrusted === 'known');

/** Marks what is not from the request. What is, and what nobody judged, has no mark. */
const placedMarks = ({ question, values, unsaid }: CardQuestion): readonly PathMark[] => {
  const args = question.arguments;
  const untraced = values.flatMap((value): readonly PathMark[] => {
    const { path, text, proven, words } = value;
    const whole = valueAt(args, path);
    if (proven || typeof whole !== 'string' || text === null || text === '') return [];
    const known = text.replace(/…$/, '');
    const start = whole.indexOf(known);
    const tone = isWorrying(value) ? 'untrusted' : 'accent';
    return start === -1 ? [] : [{ path, span: [start, start + known.length], tone, note: words }];
  });
  const others = unsaid.flatMap((path): readonly PathMark[] => {
    const whole = valueAt(args, path);
    return typeof whole === 'string'
      ? [{ path, span: [0, whole.length], tone: 'accent', note: TEXT.tones.accent }]
      : [];
  });
  return [...untraced, ...others];
};

const TONES = ['untrusted', 'accent'] as const;

export const CardArguments = ({ asked, opened }: { asked: CardQuestion; opened: JsonExpansion }) => {
  const { question, veiled } = asked;
  const marks = useMemo(() => placedMarks(asked), [asked]);
  return (
    <Card
      title={TEXT.arguments}
      actions={
        opened.all ? undefined : (
          <Button hotkey="o" onClick={opened.openAll}>
            {TEXT.showAll({ count: opened.left })}
          </Button>
        )
      }
    >
      {Object.keys(question.arguments).length === 0 ? (
        <p className="soft">{TEXT.noArguments}</p>
      ) : (
        <JsonValue value={question.arguments} opened={opened} marks={marks} />
      )}
      {marks.length === 0 ? null : (
        <p className="inbox-legend">
          {TONES.filter((tone) => marks.some((mark) => mark.tone === tone)).map((tone) => (
            <span key={tone}>
              <mark className={`marked marked-${tone}`}>{TEXT.marked}</mark> {TEXT.tones[tone]}
            </span>
          ))}
        </p>
      )}
      {veiled.length === 0 ? null : (
        <p className="inbox-legend">
          <span>
            <Icon name="lock" /> {TEXT.hidden}{' '}
            {veiled.map((path, index) => (
              <span key={JSON.stringify(path)}>
                {index === 0 ? '' : ', '}
                <PathName path={path} />
              </span>
            ))}
          </span>
        </p>
      )}
    </Card>
  );
};

type CardValueSource = NonNullable<CardValue['source']>;

const Excerpt = ({ source, proven }: { source: CardValueSource; proven: boolean }) => {
  const { excerpt } = source;
  if (excerpt === null)
    return (
      <p className="soft">
        {source.from === 'result' && source.unknown !== null ? source.unknown : TEXT.noExcerpt}
      </p>
    );
  const { text, span, cut } = excerpt;
  return (
    <blockquote className={proven ? 'inbox-source inbox-source-good' : 'inbox-source'}>
      {cut[0] ? <span className="soft">… </span> : null}
      <MarkedText
        text={text}
        marks={[{ span: span ?? [0, text.length], tone: proven ? 'good' : 'untrusted' }]}
      />
      {cut[1] ? <span className="soft"> …</span> : null}
    </blockquote>
  );
};

const From = ({ source }: { source: CardValueSource }) =>
  source.from === 'words' ? (
    <span>, {TEXT.via[source.via]}</span>
  ) : (
    <span>
      , <Sentence parts={TEXT.resultOf({ call: <CallLink {...source} /> })} />
      {source.path.length === 0 ? null : (
        <Sentence parts={TEXT.resultPath({ path: <PathName path={source.path} /> })} />
      )}
    </span>
  );

const ValueRow = ({ value }: { value: CardValue }) => {
  const { path, role, proven, text, words, source } = value;
  const worrying = isWorrying(value);
  return (
    <li className={proven ? 'inbox-value' : 'inbox-value inbox-value-unproven'}>
      <p className="inbox-value-head">
        <PathName path={path} />
        {role === null ? null : <Badge quiet words={TEXT.roles[role]} />}
        <Badge
          tone={proven ? 'good' : worrying ? 'untrusted' : 'neutral'}
          quiet={!proven && !worrying}
          icon={proven ? 'check' : worrying ? 'warning' : 'info'}
          words={proven ? TEXT.traced : TEXT.untraced}
        />
      </p>
      {text === null ? null : (
        <p className="inbox-value-text">
          <Untrusted text={text} />
        </p>
      )}
      <p className="inbox-value-words">
        <Untrusted text={words} />
        {source === null ? null : <From source={source} />}
      </p>
      {source === null ? null : <Excerpt source={source} proven={proven} />}
    </li>
  );
};

export const CardValues = ({ asked: { values } }: { asked: CardQuestion }) =>
  values.length === 0 ? null : (
    <details
      className={values.some(isWorrying) ? 'card card-untrusted inbox-values-card' : 'card inbox-values-card'}
      open={values.some(isWorrying)}
    >
      <summary>{TEXT.values}</summary>
      <ul className="inbox-values">
        {values.map((value) => (
          <ValueRow key={JSON.stringify([value.path, value.text])} value={value} />
        ))}
      </ul>
    </details>
  );
