import type { JsonObject } from '@callgate/core';
import { displayJson } from '@callgate/core/receive';
import { consoleMessages } from '@callgate/messages/console';
import type { InboxQuestion } from '@callgate/operations/api';
import type { ReactElement } from 'react';
import type { ApprovalButton } from './approval-card.tsx';
import { Untrusted } from './untrusted.tsx';

const TEXT = consoleMessages.inbox.card;
const TERMS = consoleMessages.terms;

/** Arguments up to this length are shown whole at once. */
const SHOWN_LENGTH = 600;

const textOf = (args: JsonObject): string => displayJson(args, { lines: true });

/** Whether all of it is shown without opening anything. */
export const fitsArguments = (args: JsonObject): boolean => textOf(args).length <= SHOWN_LENGTH;

const pathText = (path: InboxQuestion['veiled'][number]): string =>
  path.map((key, at) => (typeof key === 'number' ? `[${key + 1}]` : `${at === 0 ? '' : '.'}${key}`)).join('');

/** The whole arguments. Long ones are cut until they are opened. */
export const CardArguments = ({
  asked: { question, veiled },
  isOpen,
  onOpen,
  Button,
}: {
  readonly asked: InboxQuestion;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly Button: ApprovalButton;
}): ReactElement => {
  const text = textOf(question.arguments);
  return (
    <section className="callgate-arguments" aria-label={TEXT.arguments}>
      <h4>{TEXT.arguments}</h4>
      {Object.keys(question.arguments).length === 0 ? (
        <p>{TEXT.noArguments}</p>
      ) : (
        // a region that scrolls has to be reached by keyboard
        <pre className="callgate-json" tabIndex={0} aria-label={TEXT.arguments}>
          {isOpen ? text : `${text.slice(0, SHOWN_LENGTH)}…`}
        </pre>
      )}
      {isOpen ? null : (
        <Button kind="open" onClick={onOpen}>
          {TERMS.showCharacters({ count: text.length })}
        </Button>
      )}
      {veiled.length === 0 ? null : (
        <p className="callgate-hidden">
          {TEXT.hidden} <Untrusted text={veiled.map(pathText).join(', ')} max={400} />
        </p>
      )}
    </section>
  );
};
