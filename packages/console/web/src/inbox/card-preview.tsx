import { consoleMessages } from '@callgate/messages/console';
import { Card } from '../parts/page.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import type { CardQuestion } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.card;

const lookOf = (line: string): string | undefined => {
  if (line.startsWith('  + ')) return 'inbox-added';
  return line.startsWith('  - ') ? 'inbox-removed' : undefined;
};

/** What the call would change, line by line. */
export const CardPreview = ({ preview: { wished, content } }: Pick<CardQuestion, 'preview'>) => {
  if (content === null && !wished) return null;
  return (
    <Card title={TEXT.preview}>
      {content === null ? (
        <p className="soft">{TEXT.noPreview}</p>
      ) : (
        <pre className="inbox-preview">
          {content.map((line, at) => (
            <div key={at} className={lookOf(line)}>
              <Untrusted text={line} />
            </div>
          ))}
        </pre>
      )}
    </Card>
  );
};
