import { writeFileSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { exportMessages as texts } from '@callgate/messages/cli/export';
import { commandErrors } from '@callgate/messages/errors/command';
import { optionErrors } from '@callgate/messages/errors/option';
import type { PortablePolicy } from '@callgate/policy/export';
import { portablePolicy, writeCedar, writeRego } from '@callgate/policy/export';
import { openPolicy } from '../input/open-policy.ts';
import { textOption } from '../options/option.ts';
import { writeAndWait } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const WRITERS: Readonly<Record<string, (policy: PortablePolicy) => string>> = {
  cedar: writeCedar,
  rego: writeRego,
};

export const commands: Commands = {
  export: command(
    {
      policies: { type: 'positional', required: true, description: texts.policies },
      output: textOption(texts.output, { alias: 'o' }),
    },
    async (given) => {
      const [language = '', ...names] = given._;
      const writer = Object.hasOwn(WRITERS, language) ? WRITERS[language] : undefined;
      if (writer === undefined) throw new CallgateError(optionErrors.exportLanguage());
      if (names.length === 0)
        throw new CallgateError(commandErrors.argumentMissing({ command: 'export', argument: 'POLICY' }));
      const policy = openPolicy(names);
      if (policy.mode === 'observe') throw new CallgateError(optionErrors.exportObserve());
      const portable = portablePolicy(policy);
      const text = writer(portable);
      if (given.output === undefined) await writeAndWait(text.trimEnd());
      else writeFileSync(given.output, text);
      for (const loss of portable.losses)
        process.stderr.write(`${display(texts.loss[loss.kind](loss), { max: 400 })}\n`);
      // what is not exported is not lost silently
      if (portable.losses.length > 0) process.exitCode = 2;
    },
  ),
};
