import { Link } from 'wouter';
import type { IconName } from '../parts/icon.tsx';
import { Icon } from '../parts/icon.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import type { Question, Told } from './types.ts';

const ICONS: Readonly<Record<Told['about'], IconName>> = {
  delay: 'clock',
  cost: 'ai',
  load: 'gauge',
  undo: 'undo',
  destroys: 'flame',
  rights: 'key',
  data: 'lock',
  agent: 'agent',
  model: 'info',
};

/** The clause that says it, without what follows from it. */
const plain = (words: string): string =>
  words
    .toLowerCase()
    .replace(/^it /, '')
    .replace(/[,;:].*$/s, '');

/** What `because` and `told` do not say already. */
const otherReasons = ({ because, reasons, told }: Question): readonly string[] =>
  reasons.filter(
    (reason, at) =>
      reason !== because &&
      reasons.indexOf(reason) === at &&
      !told.some(({ words }) => plain(reason) === plain(words)),
  );

/** Why a person is asked, and what they are to be told before they decide. */
export const CardWhy = ({ question: asked }: { question: Question }) => {
  const { because, told, question, unasked } = asked;
  const more = otherReasons(asked);
  return (
    <section className="inbox-why" aria-label="Why it is held">
      <p className="inbox-because">
        <Untrusted text={because} />
      </p>
      {more.length === 0 ? null : (
        <ul className="inbox-reasons">
          {more.map((reason) => (
            <li key={reason}>
              <Untrusted text={reason} />
            </li>
          ))}
        </ul>
      )}
      {unasked === null ? null : (
        <p className="inbox-unasked">
          <Icon name="warning" /> Nothing the person said asks to{' '}
          <Untrusted text={unasked === '' ? 'do this' : unasked} max={80} />.
        </p>
      )}
      {question.twin === null ? null : (
        <p className="inbox-unasked">
          <Icon name="warning" /> The same call was let out before; it is {question.twin.state}.{' '}
          <Link href={`/record/${encodeURIComponent(question.twin.call)}`}>See that one</Link>
        </p>
      )}
      <ul className="inbox-told">
        {told.map(({ about, words, care }) => (
          <li key={words} className={care ? 'inbox-told-care' : ''}>
            <Icon name={about === 'undo' && care ? 'noundo' : ICONS[about]} />
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};
