const NUMBER: Intl.NumberFormat = new Intl.NumberFormat('en-US');

/** So many things: `1 entry`, `2,000 entries`. */
export const countNoun = (count: number, singular: string, plural = `${singular}s`): string =>
  `${NUMBER.format(count)} ${count === 1 ? singular : plural}`;
