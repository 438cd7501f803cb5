/** A text with values in it that a screen shows in its own way, such as a link. */
export type Sentence<V> = readonly (string | V)[];

/** For template literals: the text and its values in order. */
export const sentence = <V>(
  texts: TemplateStringsArray,
  ...values: readonly (V | string | number)[]
): Sentence<V> =>
  texts.flatMap((text, at): Sentence<V> => {
    const value = values[at];
    const shown = typeof value === 'number' ? String(value) : value;
    return [...(text === '' ? [] : [text]), ...(shown === undefined ? [] : [shown])];
  });
