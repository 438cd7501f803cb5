import type { Json, JsonObject } from '@callgate/core';
import { display, isJsonObject, getOwn } from '@callgate/core';
import { digestText } from '@callgate/core/receive';

/** Texts up to this length are shown whole at once. */
export const SHOWN_LENGTH = 200;

/** A text of the arguments that is shown in part until a person opens it. */
export interface FoldedValue {
  /** Where it stands, safe to show. */
  readonly place: string;
  readonly length: number;
  readonly digest: string;
}

/** Every text of the arguments that is too long to be shown whole at once. */
export const listFoldedValues = (args: JsonObject): readonly FoldedValue[] => {
  const folded: FoldedValue[] = [];
  const visit = (value: Json, place: string): void => {
    if (typeof value === 'string') {
      if (value.length > SHOWN_LENGTH)
        folded.push({ place, length: value.length, digest: digestText('argument-value', value) });
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item as Json, `${place}[${index}]`);
    } else if (isJsonObject(value)) {
      for (const key of Object.keys(value).toSorted())
        visit(getOwn(value, key) ?? null, place === '' ? display(key) : `${place}.${display(key)}`);
    }
  };
  visit(args, '');
  return folded;
};
