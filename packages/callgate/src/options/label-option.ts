import type { LabelName } from '@callgate/core/label';
import { CallgateError, display } from '@callgate/core';
import { LABEL_NAMES } from '@callgate/core/label';
import { optionErrors } from '@callgate/messages/errors/option';
import { optionMessages } from '@callgate/messages/cli/options';

/** The same, where it may be a label of one's own. */
export const anyLabelFrom = (option: string, text: string): string =>
  /^[a-z0-9][a-z0-9-]{0,63}$/.test(text) ? text : labelFrom(option, text);

/** The label that an option names. */
export const labelFrom = (option: string, text: string): LabelName => {
  const found = LABEL_NAMES.find((name) => name === text);
  if (found !== undefined) return found;
  throw new CallgateError(
    optionErrors.valueUnknown({
      name: option,
      value: display(text, { max: 40 }),
      values: optionMessages.values.labels,
    }),
  );
};
