import type { LabelName } from '@callgate/core/label';
import { CallgateError, display } from '@callgate/core';
import { LABEL_NAMES } from '@callgate/core/label';

/** The label that an option names. */
export const labelFrom = (option: string, text: string): LabelName => {
  const found = LABEL_NAMES.find((name) => name === text);
  if (found !== undefined) return found;
  throw new CallgateError(
    'OPTION_VALUE',
    `--${option}: there is no label \`${display(text, { max: 40 })}\``,
    { help: 'write private or untrusted' },
  );
};
