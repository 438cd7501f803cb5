import type { Belief, Decision, Ground, HintName } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import type { Tone } from './badge.tsx';
import { Badge } from './badge.tsx';
import type { IconName } from './icon.tsx';
import { Untrusted } from './untrusted.tsx';

const GROUND_WORDS: Readonly<Record<Ground, readonly [word: string, meaning: string]>> = {
  observation: ['observed', 'Callgate measured it'],
  operator: ['operator', 'the operator says so'],
  review: ['reviewed', 'somebody reviewed this very definition'],
  contract: ['enforced', 'a sandbox makes it hold'],
  claim: ['claimed', 'the server says so'],
  default: ['default', 'nobody says anything; the worst is assumed'],
};

/** The word for a ground that badges use. */
export const groundWord = (ground: Ground): string => GROUND_WORDS[ground][0];

const ICONS: Readonly<Partial<Record<HintName, IconName>>> = {
  readOnly: 'eye',
  destructive: 'flame',
  openWorld: 'globe',
  agency: 'agent',
  aiProcessing: 'ai',
  slowExecution: 'clock',
  resourceIntensive: 'gauge',
  sensitiveData: 'lock',
  privilegedAccess: 'key',
  reversible: 'undo',
  requiresConfirmation: 'hand',
  secret: 'key',
  unsafeOutput: 'warning',
  maliciousActivity: 'warning',
};

const CAREFUL: Readonly<Partial<Record<HintName, Tone>>> = {
  destructive: 'danger',
  reversible: 'danger',
  privilegedAccess: 'danger',
  maliciousActivity: 'danger',
  openWorld: 'warning',
  agency: 'agentic',
  aiProcessing: 'ai',
  sensitiveData: 'private',
  secret: 'private',
  unsafeOutput: 'untrusted',
};

const isHint = (name: string): name is HintName => HINT_NAMES.some((known) => known === name);

type Beliefs = Readonly<Record<string, Belief>>;
type Known = Belief & { readonly value: 'yes' | 'no' };

const isKnown = (belief: Belief): belief is Known => belief.value !== 'unknown';

const isTight = (name: string, { value }: Belief): boolean => isHint(name) && value !== HINTS[name].relaxing;

/** One belief in plain words, with who stands behind it. */
export const Hint = ({ name, belief }: { name: string; belief: Belief }) => {
  const [word, meaning] = GROUND_WORDS[belief.ground];
  const tight = isTight(name, belief);
  return (
    <Badge
      tone={tight && isHint(name) && belief.ground !== 'default' ? (CAREFUL[name] ?? 'neutral') : 'neutral'}
      quiet={!tight || belief.ground === 'default'}
      icon={isHint(name) ? (name === 'reversible' && tight ? 'noundo' : ICONS[name]) : undefined}
      title={isHint(name) ? `${HINTS[name].description} ${belief.value}: ${meaning}.` : meaning}
    >
      {isHint(name) && isKnown(belief) ? (
        HINTS[name].badge[belief.value]
      ) : (
        <>
          <Untrusted text={name} max={60} />: {belief.value}
        </>
      )}{' '}
      <span className="hint-ground">{word}</span>
    </Badge>
  );
};

const rank = (name: string, belief: Belief): number =>
  (isTight(name, belief) ? 0 : 2) + (belief.ground === 'default' ? 1 : 0);

/**
 * What is believed of a tool, the careful ones first. `only: 'careful'` leaves out what relaxes and what nobody says
 * anything about.
 */
export const Hints = ({
  beliefs,
  decision,
  only = 'all',
}: {
  beliefs?: Beliefs;
  decision?: Decision;
  only?: 'all' | 'careful';
}) => {
  const entries = Object.entries(beliefs ?? decision?.beliefs ?? {});
  const known = entries
    .filter(([, belief]) => isKnown(belief))
    .filter(([name, belief]) => only === 'all' || (isTight(name, belief) && belief.ground !== 'default'))
    .toSorted(([a, x], [b, y]) => rank(a, x) - rank(b, y));
  const unknown = entries.filter(([, belief]) => !isKnown(belief)).map(([name]) => name);
  return (
    <div className="hints">
      <span className="badges">
        {known.map(([name, belief]) => (
          <Hint key={name} name={name} belief={belief} />
        ))}
      </span>
      {only === 'careful' || unknown.length === 0 ? null : (
        <p className="hints-unknown">
          Not known:{' '}
          {unknown.map((name, index) => (
            <span key={name}>
              {index === 0 ? '' : ' · '}
              {isHint(name) ? HINTS[name].badge.yes : <Untrusted text={name} max={60} />}
            </span>
          ))}
        </p>
      )}
    </div>
  );
};
