import type { Tone } from '../parts/badge.tsx';
import { Badge } from '../parts/badge.tsx';
import type { IconName } from '../parts/icon.tsx';
import type { Mark } from './types.ts';

interface Look {
  readonly words: string;
  readonly tone: Tone;
  readonly icon: IconName;
  readonly means: string;
}

const LOOKS: Readonly<Record<Mark, Look>> = {
  strong: {
    words: 'strong terms',
    tone: 'danger',
    icon: 'warning',
    means: 'Everything has to be opened, a second person agrees where there is one, and no grant is given',
  },
  irreversible: {
    words: 'cannot be undone',
    tone: 'danger',
    icon: 'noundo',
    means: 'What it does stays done',
  },
  destructive: { words: 'can destroy', tone: 'danger', icon: 'flame', means: 'It may delete or overwrite' },
  privileged: {
    words: 'elevated rights',
    tone: 'danger',
    icon: 'key',
    means: 'It works with more than ordinary rights',
  },
  agentic: { words: 'agent', tone: 'agentic', icon: 'agent', means: 'It acts in several steps of its own' },
  ai: { words: 'AI', tone: 'ai', icon: 'ai', means: 'It uses AI' },
  sensitive: { words: 'sensitive data', tone: 'private', icon: 'lock', means: 'It touches sensitive data' },
  outward: { words: 'reaches outside', tone: 'warning', icon: 'globe', means: 'What it is given may leave' },
  undescribed: {
    words: 'undescribed',
    tone: 'warning',
    icon: 'info',
    means: 'Nobody who counts says what it does',
  },
  conflicting: {
    words: 'contradicts itself',
    tone: 'warning',
    icon: 'warning',
    means: 'Its claims cannot all be true',
  },
  slow: { words: 'slow', tone: 'neutral', icon: 'clock', means: 'It may take long' },
  heavy: { words: 'heavy', tone: 'neutral', icon: 'gauge', means: 'It is heavy on the system' },
};

export const markWords = (mark: Mark): string => LOOKS[mark].words;

/** The one that colours the edge of a row or card. */
export const edgeOf = (marks: readonly Mark[]): string => {
  if (marks.some((mark) => mark === 'irreversible' || mark === 'destructive' || mark === 'strong'))
    return 'danger';
  if (marks.includes('privileged')) return 'danger';
  if (marks.includes('agentic')) return 'agentic';
  return marks.includes('ai') ? 'ai' : 'plain';
};

export const Marks = ({ marks, most = 12 }: { marks: readonly Mark[]; most?: number }) =>
  marks.length === 0 ? null : (
    <span className="badges">
      {marks.slice(0, most).map((mark) => {
        const { words, tone, icon, means } = LOOKS[mark];
        return (
          <Badge key={mark} tone={tone} icon={icon} title={means}>
            {words}
          </Badge>
        );
      })}
      {marks.length > most ? <Badge quiet>+{marks.length - most}</Badge> : null}
    </span>
  );
