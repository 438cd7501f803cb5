/** So many sentences of each template, always the same; `{a|b}` is one of several words. */
export const writeSentences = (templates: readonly string[], each: number): readonly string[] => {
  let state = 7;
  const pick = (size: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * size);
  };
  const expand = (template: string): string => {
    let text = template;
    while (/\{[^{}]*\}/u.test(text))
      text = text.replaceAll(/\{([^{}]*)\}/gu, (_, choices: string) => {
        const list = choices.split('|');
        return list[pick(list.length)] ?? '';
      });
    return text.replaceAll(/\s+/gu, ' ').trim();
  };
  return templates.flatMap((template) => Array.from({ length: each }, () => `${expand(template)}.`));
};
