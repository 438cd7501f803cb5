import { Shape } from './picture/mark.tsx';

const SHAPES = [
  { state: 'done', outcome: 'auto', words: 'ran by itself' },
  { state: 'done', outcome: 'confirm', words: 'ran after a person agreed' },
  { state: 'held', outcome: 'confirm', words: 'held for a person' },
  { state: 'refused', outcome: 'confirm', words: 'refused' },
  { state: 'blocked', outcome: 'block', words: 'blocked' },
  { state: 'failed', outcome: 'auto', words: 'failed' },
  { state: 'indeterminate', outcome: 'auto', words: 'outcome unknown' },
  { state: 'expired', outcome: 'confirm', words: 'expired or withdrawn' },
] as const;

const LINES = [
  { name: 'person', words: 'from the person’s words' },
  { name: 'trusted', words: 'from a directory, trusted content or made here' },
  { name: 'untrusted', words: 'from untrusted content' },
  { name: 'nowhere', words: 'from nowhere seen' },
] as const;

/** What the shapes and lines mean. */
export const Legend = () => (
  <details className="sessions-legend">
    <summary>How to read the picture</summary>
    <ul>
      {SHAPES.map(({ state, outcome, words }) => (
        <li key={words}>
          <svg width="28" height="28" viewBox="-14 -14 28 28" aria-hidden="true">
            <Shape state={state} outcome={outcome} radius={9} />
          </svg>
          {words}
        </li>
      ))}
      {LINES.map(({ name, words }) => (
        <li key={name}>
          <svg width="34" height="20" viewBox="0 0 34 20" aria-hidden="true">
            <path
              className={`sessions-flow sessions-flow-active sessions-flow-${name}`}
              d="M2 14C12 2 22 2 32 12"
            />
          </svg>
          value {words}
        </li>
      ))}
    </ul>
    <p>
      Bands rise where a session touched something: half high where that is only possible, whole where it is
      known; the dotted line leads to the call that raised them. An arrow at a mark leads out of the closed
      world. A triangle stands where private data, untrusted content and a way out meet.
    </p>
  </details>
);
