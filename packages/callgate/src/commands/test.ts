import { CallgateError } from '@callgate/core';
import { policyTestMessages as texts } from '@callgate/messages/cli/policy-tests';
import { optionErrors } from '@callgate/messages/errors/option';
import { AUDIT_LOG_OPTIONS } from '../options/audit-log-location.ts';
import { flagOption, textOption } from '../options/option.ts';
import { recordTests } from '../tests/record-tests.ts';
import { showTestRun, watchTests } from '../tests/show-test-run.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

/** Options of one use of the command, which the other does not have. */
const OF_RECORDING = ['policy', 'output', 'db', 'config'] as const;
const OF_RUNNING = ['watch', 'junit', 'json'] as const;

export const commands: Commands = {
  test: command(
    {
      files: { type: 'positional', required: false, description: texts.files },
      watch: flagOption(texts.watch),
      junit: textOption(texts.junit),
      json: flagOption(texts.json),
      record: textOption(texts.record),
      policy: textOption(texts.policy),
      output: textOption(texts.output, { alias: 'o' }),
      ...AUDIT_LOG_OPTIONS,
    },
    async (given) => {
      const { record, policy, output, db, config } = given;
      if (record !== undefined) {
        const other = OF_RUNNING.find((name) => given[name] !== undefined);
        if (other !== undefined || given._.length > 0)
          throw new CallgateError(
            optionErrors.cannotCombine({
              name: 'record',
              other: other === undefined ? 'FILES' : `--${other}`,
              command: 'test',
            }),
          );
        return await recordTests({ session: record, policy, output, db, config });
      }
      const other = OF_RECORDING.find((name) => given[name] !== undefined);
      if (other !== undefined)
        throw new CallgateError(optionErrors.needsOption({ name: other, needed: 'record' }));
      const request = {
        paths: given._.length === 0 ? ['.'] : given._,
        json: given.json === true,
        junit: given.junit,
      };
      if (given.watch === true) return await watchTests(request);
      await showTestRun(request);
    },
  ),
};
