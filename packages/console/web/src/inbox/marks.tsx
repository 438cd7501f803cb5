import { consoleMessages } from '@callgate/messages/console';
import { type BadgeLook, Badge } from '../parts/badge.tsx';
import type { CardMark } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.marks;

const LOOKS: Readonly<Record<CardMark, Pick<BadgeLook, 'tone' | 'icon'>>> = {
  strong: { tone: 'danger', icon: 'warning' },
  irreversible: { tone: 'danger', icon: 'noundo' },
  destructive: { tone: 'danger', icon: 'flame' },
  privileged: { tone: 'danger', icon: 'key' },
  agentic: { tone: 'agentic', icon: 'agent' },
  ai: { tone: 'ai', icon: 'ai' },
  sensitive: { tone: 'private', icon: 'lock' },
  outward: { tone: 'warning', icon: 'globe' },
  undescribed: { tone: 'warning', icon: 'info' },
  conflicting: { tone: 'warning', icon: 'warning' },
  slow: { tone: 'neutral', icon: 'clock' },
  heavy: { tone: 'neutral', icon: 'gauge' },
};

export const markWords = (mark: CardMark): string => TEXT[mark].name;

/** The one that colours the edge of a row or card. */
export const edgeTone = (marks: readonly CardMark[]): string =>
  marks.some((mark) => LOOKS[mark].tone === 'danger')
    ? 'danger'
    : marks.includes('agentic')
      ? 'agentic'
      : marks.includes('ai')
        ? 'ai'
        : 'plain';

export const Marks = ({ marks, most = 12 }: { marks: readonly CardMark[]; most?: number }) =>
  marks.length === 0 ? null : (
    <span className="badges">
      {marks.slice(0, most).map((mark) => (
        <Badge key={mark} {...LOOKS[mark]} words={TEXT[mark].name} title={TEXT[mark].meaning} />
      ))}
      {marks.length > most ? (
        <Badge quiet words={consoleMessages.terms.moreBadges({ count: marks.length - most })} />
      ) : null}
    </span>
  );
