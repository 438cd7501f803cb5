import type { LabelName } from '@callgate/core/label';
import { CallgateError, display } from '@callgate/core';
import { LABEL_NAMES } from '@callgate/core/label';
import { optionErrors } from '@callgate/messages/errors/option';
import { optionMessages } from '@callgate/messages/cli/options';

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
