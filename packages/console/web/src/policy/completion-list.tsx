import { consoleMessages } from '@callgate/messages/console';
import type { Completion, LayerText } from '@callgate/operations/api';
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { Button } from '../parts/form.tsx';
import { Problem } from '../parts/page.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useDebouncedQuery } from '../shell/use-debounced-query.ts';

const TEXT = consoleMessages.policy.edit;

/** What can be written at the caret, asked for by Ctrl+Space or the button; the focus stays in the text. */
export const useCompletions = (
  layers: readonly LayerText[],
  layer: number,
  area: RefObject<HTMLTextAreaElement | null>,
  onText: (text: string) => void,
) => {
  const id = useId();
  /** null: closed. */
  const [offset, setOffset] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const [caret, setCaret] = useState<number>();
  const asked = useDebouncedQuery('policy.complete', offset === null ? null : { layers, layer, offset });
  const items = offset === null ? [] : (asked.data ?? []);
  const at = Math.min(chosen, items.length - 1);
  useEffect(() => {
    if (caret === undefined) return;
    area.current?.focus();
    area.current?.setSelectionRange(caret, caret);
    setCaret(undefined);
  }, [area, caret]);
  const open = (): void => {
    setChosen(0);
    setOffset(area.current?.selectionStart ?? 0);
    area.current?.focus();
  };
  const take = ({ text, from, to }: Completion): void => {
    const written = layers[layer]?.text ?? '';
    onText(`${written.slice(0, from)}${text}${written.slice(to)}`);
    setCaret(from + text.length);
    setOffset(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === ' ' && event.ctrlKey) open();
    else if (offset === null) return;
    else if (event.key === 'Escape') setOffset(null);
    else if (items.length === 0) return;
    else if (event.key === 'ArrowDown') setChosen((at + 1) % items.length);
    else if (event.key === 'ArrowUp') setChosen((at + items.length - 1) % items.length);
    else if (event.key === 'Enter') {
      // what is listed answers an earlier text
      const item = asked.stale ? undefined : items[at];
      if (item !== undefined) take(item);
    } else return;
    event.preventDefault();
  };
  return {
    id,
    items,
    at,
    isOpen: offset !== null,
    isStale: asked.stale,
    error: asked.error,
    open,
    take,
    /** For the field that is completed. */
    field: {
      onKeyDown,
      onSelect: () => {
        if (offset !== null) setOffset(area.current?.selectionStart ?? 0);
      },
      'aria-autocomplete': 'list',
      'aria-controls': items.length === 0 ? undefined : id,
      'aria-activedescendant': items.length === 0 ? undefined : `${id}-${at}`,
    } as const,
  };
};

export const CompletionList = ({ completions }: { completions: ReturnType<typeof useCompletions> }) => {
  const { id, items, at, isOpen, isStale, error, open, take } = completions;
  return (
    <div className="policy-completions">
      <Button look="quiet" hotkey="Ctrl+Space" onClick={open}>
        {TEXT.suggest}
      </Button>
      <span role="status" className="soft">
        {!isOpen || isStale ? '' : TEXT.suggestions({ count: items.length })}
      </span>
      <Problem error={error} />
      {items.length === 0 ? null : (
        <ul id={id} role="listbox" aria-label={TEXT.suggestionsLabel}>
          {items.map((item, index) => (
            <li
              key={index}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              // the focus stays in the text
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                if (!isStale) take(item);
              }}
            >
              <Untrusted text={item.label} max={200} />{' '}
              <span className="soft">
                <Untrusted className="prose" text={item.says} max={300} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
