import { grantRefusalText } from '@callgate/messages/approval';
import { consoleMessages } from '@callgate/messages/console';
import { useDeferredValue, useMemo, useState } from 'react';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Button, Checkbox, Field, SelectField } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useRead } from '../shell/use-api.ts';
import { PathName } from './card-arguments.tsx';
import type { CardQuestion, CardValuePath, GrantChoice } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.allow;
const MINUTE = 60_000;
const ENDS = [
  { value: String(15 * MINUTE), name: TEXT.ends.quarter },
  { value: String(60 * MINUTE), name: TEXT.ends.hour },
  { value: String(4 * 60 * MINUTE), name: TEXT.ends.hours },
  { value: String(24 * 60 * MINUTE), name: TEXT.ends.day },
  { value: String(7 * 24 * 60 * MINUTE), name: TEXT.ends.week },
  { value: String(30 * 24 * 60 * MINUTE), name: TEXT.ends.month },
];
const MAX_USES = 1000;

/** A yes that reaches further than one call. How far is said in words before it is given. */
export const ScopeDialog = ({
  asked,
  busy,
  onApprove,
  onClose,
}: {
  asked: CardQuestion;
  busy: boolean;
  onApprove: (wish: GrantChoice) => void;
  onClose: () => void;
}) => {
  const offers = asked.scopes.flatMap(({ kind, ...offer }) => (kind === 'once' ? [] : [{ kind, ...offer }]));
  const first = offers.find(({ notPossible }) => notPossible === null)?.kind;
  const [kind, setKind] = useState<GrantChoice['kind'] | undefined>(first);
  const [ties, setTies] = useState<readonly CardValuePath[]>(asked.ties);
  const [uses, setUses] = useState(10);
  const [ends, setEnds] = useState(String(60 * MINUTE));
  const { call, server, target } = asked.question;
  const wish = useMemo((): GrantChoice | undefined => {
    if (kind === undefined || !Number.isInteger(uses) || uses < 1 || uses > MAX_USES) return undefined;
    const reach = { uses, endsInMs: Number(ends) };
    if (kind !== 'arguments') return { kind, ...reach };
    return ties.length === 0 ? undefined : { kind, ties, ...reach };
  }, [kind, ties, uses, ends]);
  const asking = useDeferredValue(wish);
  const scope = useRead(
    'inbox.scope',
    { call, wish: asking ?? { kind: 'session', uses: 1, endsInMs: 1000 } },
    { enabled: asking !== undefined },
  );
  const current = asking === wish && wish !== undefined && !scope.isPlaceholderData ? scope.data : undefined;
  return (
    <Dialog
      wide
      title={<Sentence parts={TEXT.title({ tool: <ToolName server={server} tool={target} /> })} />}
      onClose={onClose}
    >
      <fieldset className="inbox-scopes">
        <legend>{TEXT.what}</legend>
        {offers.map((offer) => (
          <label key={offer.kind} className="inbox-scope">
            <input
              type="radio"
              name="scope"
              checked={kind === offer.kind}
              disabled={offer.notPossible !== null}
              onChange={() => setKind(offer.kind)}
            />
            <span>
              <strong>{TEXT.kinds[offer.kind]}</strong>
              <span className="soft">
                <Untrusted
                  text={offer.notPossible === null ? offer.words : grantRefusalText(offer.notPossible)}
                  max={400}
                />
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {kind === 'arguments' ? (
        <fieldset className="inbox-ties">
          <legend>{TEXT.ties}</legend>
          {asked.ties.map((path) => (
            <Checkbox
              key={JSON.stringify(path)}
              label={<PathName path={path} />}
              checked={ties.includes(path)}
              onChange={(on) => setTies(on ? [...ties, path] : ties.filter((tie) => tie !== path))}
            />
          ))}
        </fieldset>
      ) : null}
      <div className="inbox-ends">
        <Field label={TEXT.uses}>
          <input
            type="number"
            min={1}
            max={MAX_USES}
            value={Number.isNaN(uses) ? '' : uses}
            onChange={({ target: field }) => setUses(field.valueAsNumber)}
          />
        </Field>
        <SelectField label={TEXT.until} value={ends} options={ENDS} onChange={setEnds} />
      </div>
      <div className="inbox-true" aria-live="polite">
        <h3>
          <Icon name="policy" /> {TEXT.effect}
        </h3>
        <Problem error={scope.error} />
        {current === undefined ? (
          <p className="soft">
            {kind === undefined ? TEXT.notPossible : wish === undefined ? TEXT.incomplete : TEXT.loading}
          </p>
        ) : (
          <p>
            <Untrusted
              text={current.words ?? (current.notPossible && grantRefusalText(current.notPossible)) ?? ''}
            />
          </p>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{consoleMessages.inbox.decide.back}</Button>
        <Button
          look="approve"
          disabled={busy || wish === undefined || (current?.words ?? null) === null}
          onClick={() => (wish === undefined ? undefined : onApprove(wish))}
        >
          {TEXT.approve}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
