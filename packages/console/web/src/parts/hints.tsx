import { type HintName, HINTS, HINT_NAMES } from '@callgate/core';
import type { Belief, Ground } from '@callgate/core/disclose';
import { consoleMessages } from '@callgate/messages/console';
import { type Tone, Badge } from './badge.tsx';
import type { IconName } from './icon.tsx';
import { Untrusted } from './untrusted.tsx';

const TEXT = consoleMessages.terms;

export const groundName = (ground: Ground): string => TEXT.grounds[ground].name;

/** The icon of a hint, and the tone of its badge where it asks for care. */
const LOOKS: Readonly<Partial<Record<HintName, readonly [icon: IconName, careful?: Tone]>>> = {
  readOnly: ['eye'],
  destructive: ['flame', 'danger'],
  openWorld: ['globe', 'warning'],
  agency: ['agent', 'agentic'],
  aiProcessing: ['ai', 'ai'],
  slowExecution: ['clock'],
  resourceIntensive: ['gauge'],
  sensitiveData: ['lock', 'private'],
  privilegedAccess: ['key', 'danger'],
  reversible: ['undo', 'danger'],
  requiresConfirmation: ['hand'],
  secret: ['key', 'private'],
  unsafeOutput: ['warning', 'untrusted'],
  maliciousActivity: ['warning', 'danger'],
};

export const isHint = (name: string): name is HintName => HINT_NAMES.some((known) => known === name);

const isTight = (name: string, { value }: Belief): boolean => isHint(name) && value !== HINTS[name].relaxing;

const Hint = ({ name, belief: { value, ground } }: { name: string; belief: Belief }) => {
  const { name: groundText, meaning } = TEXT.grounds[ground];
  const tight = isTight(name, { value, ground });
  const [icon, careful] = (isHint(name) && LOOKS[name]) || [];
  return (
    <Badge
      tone={tight && ground !== 'default' ? (careful ?? 'neutral') : 'neutral'}
      quiet={!tight || ground === 'default'}
      icon={name === 'reversible' && tight ? 'noundo' : icon}
      title={
        isHint(name)
          ? TEXT.hintTitle({ description: HINTS[name].description, value: TEXT.answers[value], meaning })
          : meaning
      }
    >
      {isHint(name) && value !== 'unknown' ? (
        HINTS[name].badge[value]
      ) : (
        <>
          <Untrusted text={name} max={60} />: {TEXT.answers[value]}
        </>
      )}{' '}
      <span className="hint-ground">{groundText}</span>
    </Badge>
  );
};

const rank = (name: string, belief: Belief): number =>
  (isTight(name, belief) ? 0 : 2) + (belief.ground === 'default' ? 1 : 0);

/** What is believed of a tool, the careful ones first. */
export const Hints = ({ beliefs }: { beliefs: Readonly<Record<string, Belief>> }) => {
  const { known = [], unknown = [] } = Object.groupBy(Object.entries(beliefs), ([, { value }]) =>
    value === 'unknown' ? 'unknown' : 'known',
  );
  return (
    <div className="hints">
      <span className="badges">
        {known
          .toSorted(([a, x], [b, y]) => rank(a, x) - rank(b, y))
          .map(([name, belief]) => (
            <Hint key={name} name={name} belief={belief} />
          ))}
      </span>
      {unknown.length === 0 ? null : (
        <p className="hints-unknown">
          {TEXT.unknownHints}{' '}
          {unknown.map(([name], at) => (
            <span key={name}>
              {at === 0 ? '' : ' · '}
              {isHint(name) ? HINTS[name].badge.yes : <Untrusted text={name} max={60} />}
            </span>
          ))}
        </p>
      )}
    </div>
  );
};
