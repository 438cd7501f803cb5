import { approvalMessages } from '@callgate/messages/approval';
import { consoleMessages } from '@callgate/messages/console';
import { Sentence } from '../parts/sentence.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import type { CardQuestion } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.card;
const MAX_VALUE = 80;
const MAX_CLAIM = 120;

/** Three values take no more room than two. */
const valueMax = (values: CardQuestion['act']['values']): number => {
  const length = values.reduce((sum, { name, text }) => sum + name.length + text.length, 0);
  return values.length > 2 && length > 4 * MAX_VALUE ? MAX_VALUE / 2 : MAX_VALUE;
};

/** What a call does and to what, in one sentence. */
export const ActSentence = ({ act }: { act: CardQuestion['act'] }) => {
  const { words, values, more, server, target } = act;
  const max = valueMax(values);
  return (
    <Sentence
      parts={approvalMessages.act({
        // a tool's name, of which only plain letters become words
        words: words === null ? null : words.join(' '),
        values: values.map(({ as, name, text }, at) => ({
          as,
          name: <Untrusted key={`name ${at}`} className="prose" text={name} max={max} />,
          text: <Untrusted key={`text ${at}`} className="inbox-act-value" text={text} max={max} />,
        })),
        more,
        tool: <ToolName key="tool" server={server} tool={target} />,
        server: <Untrusted key="server" className="prose" text={server} max={MAX_VALUE} />,
      })}
    />
  );
};

/** What the server says, where no name and no review tells what the tool does. */
const ServerClaim = ({ asked: { act, marks, tool } }: { asked: CardQuestion }) => {
  const text = tool?.description ?? tool?.title ?? null;
  if (text === null || (act.words !== null && !marks.includes('undescribed'))) return null;
  return (
    <p className="inbox-claim soft">
      <Sentence
        parts={TEXT.serverClaim({
          text: <Untrusted key="text" className="prose" text={text} max={MAX_CLAIM} />,
        })}
      />
    </p>
  );
};

const HeadlineText = ({ asked: { question, act } }: { asked: CardQuestion }) =>
  question.operatorReason === null ? (
    <h2 className="inbox-headline">
      <ActSentence act={act} />
    </h2>
  ) : (
    <>
      <h2 className="inbox-headline">
        <Untrusted className="prose" text={question.operatorReason} max={400} />
      </h2>
      <p className="inbox-act">
        <ActSentence act={act} />
      </p>
    </>
  );

/** The reason that the operator wrote, with what happens below it; else what happens. */
export const CardHeadline = ({ asked }: { asked: CardQuestion }) => (
  <>
    <HeadlineText asked={asked} />
    <ServerClaim asked={asked} />
  </>
);
