import { type BadgeLook, Badge } from '../parts/badge.tsx';
import type { CardMark } from './inbox-types.ts';

const LOOKS: Readonly<Record<CardMark, BadgeLook & { readonly words: string; readonly title: string }>> = {
  strong: {
    words: 'strong terms',
    tone: 'danger',
    icon: 'warning',
    title: 'Everything has to be opened, a second person agrees where there is one, and no grant is given',
  },
  irreversible: {
    words: 'cannot be undone',
    tone: 'danger',
    icon: 'noundo',
    title: 'What it does stays done',
  },
  destructive: { words: 'can destroy', tone: 'danger', icon: 'flame', title: 'It may delete or overwrite' },
  privileged: {
    words: 'elevated rights',
    tone: 'danger',
    icon: 'key',
    title: 'It works with more than ordinary rights',
  },
  agentic: { words: 'agent', tone: 'agentic', icon: 'agent', title: 'It acts in several steps of its own' },
  ai: { words: 'AI', tone: 'ai', icon: 'ai', title: 'It uses AI' },
  sensitive: { words: 'sensitive data', tone: 'private', icon: 'lock', title: 'It touches sensitive data' },
  outward: { words: 'reaches outside', tone: 'warning', icon: 'globe', title: 'What it is given may leave' },
  undescribed: {
    words: 'undescribed',
    tone: 'warning',
    icon: 'info',
    title: 'Nobody who counts says what it does',
  },
  conflicting: {
    words: 'contradicts itself',
    tone: 'warning',
    icon: 'warning',
    title: 'Its claims cannot all be true',
  },
  slow: { words: 'slow', tone: 'neutral', icon: 'clock', title: 'It may take long' },
  heavy: { words: 'heavy', tone: 'neutral', icon: 'gauge', title: 'It is heavy on the system' },
};

export const markWords = (mark: CardMark): string => LOOKS[mark].words;

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
        <Badge key={mark} {...LOOKS[mark]} />
      ))}
      {marks.length > most ? <Badge quiet>+{marks.length - most}</Badge> : null}
    </span>
  );
