export interface TextOption {
  readonly type: 'string';
  readonly description: string;
  readonly alias?: string;
  readonly valueHint?: string;
}

export interface FlagOption {
  readonly type: 'boolean';
  readonly description: string;
}

/** An option with a value that may be absent. */
export const textOption = (
  description: string,
  more: Pick<TextOption, 'alias' | 'valueHint'> = {},
): TextOption => ({ type: 'string', description, ...more });

export const flagOption = (description: string): FlagOption => ({ type: 'boolean', description });
