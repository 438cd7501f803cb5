import { resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { locateHomeStore } from '../home/locate-home-store.ts';
import { homePaths } from '../home/home-paths.ts';
import { flagOption, textOption } from '../options/option.ts';
import { formatCount } from '../show/format-columns.ts';
import { write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command, requiredOption } from './command.ts';

export const commands: Commands = {
  'store copy': command(
    {
      from: textOption('A file, or postgres://user@host/database'),
      to: textOption('The same, where nobody has used a store yet'),
      key: textOption('The public key (PEM) of whoever signed; callgate.key.pub beside the store if absent'),
      json: flagOption('The same as JSON'),
    },
    async ({ from, to, key, json }) => {
      const { copyVerifiedStore } = await import('../store/copy-verified-store.ts');
      await copyVerifiedStore({
        from: requiredOption(from, 'from', 'store copy'),
        to: requiredOption(to, 'to', 'store copy'),
        key,
        json: json === true,
      });
    },
  ),
  'store accept': command(
    {
      reason: textOption('Why; it stands in the record'),
      store: textOption('A file, or postgres://user@host/database; the store of this user if absent'),
      config: textOption('The configuration whose store it is, as given to callgate up -c', { alias: 'c' }),
      json: flagOption('What was accepted as JSON'),
    },
    async ({ reason, store, config, json }) => {
      const { acceptStoreLoss } = await import('../store/accept-store-loss.ts');
      await acceptStoreLoss({
        place: await locateHomeStore(process.env, store, config),
        home: homePaths(process.env),
        reason: requiredOption(reason, 'reason', 'store accept'),
        json: json === true,
      });
    },
  ),
  lock: command(
    {
      config: textOption(
        'Lock the servers of this configuration; everything that is pinned if there is none',
        {
          alias: 'c',
        },
      ),
      output: textOption('Where to write; callgate.lock.yaml beside the configuration', { alias: 'o' }),
      check: flagOption('Write nothing; exit with 1 where the lock is not current'),
    },
    async ({ config, output, check }) => {
      const { makeLockFile } = await import('../accept/make-lock-file.ts');
      const made = await makeLockFile({
        config,
        output: output === undefined ? undefined : resolve(output),
        here: process.cwd(),
        home: homePaths(process.env),
        check: check ?? false,
      });
      for (const server of made.unseen)
        process.stderr.write(`note: nothing of ${display(server)} is pinned yet; it is not in the lock\n`);
      for (const server of made.several)
        process.stderr.write(
          `note: ${display(server)} stands for several commands or urls; the one seen last is in the lock\n`,
        );
      if (check === true) {
        if (made.current) return;
        throw new CallgateError(
          'LOCK_STALE',
          `${display(made.path)} is not what is pinned and reviewed now`,
          {
            help: 'callgate lock writes it anew',
          },
        );
      }
      write(
        `${display(made.path)}: ${formatCount(made.servers, 'server')}, ${formatCount(made.entries, 'definition')}, accepted on this machine`,
      );
    },
  ),
  accept: command(
    {
      what: {
        type: 'positional',
        required: true,
        description:
          'A configuration, policy, lock or pack file (a pack also as pack:NAME); or a server, and the names of its changed tools',
      },
      trust: flagOption(
        'The trust the configuration gives this server is meant for its command or url as it is now',
      ),
      config: textOption('With --trust: the configuration', { alias: 'c' }),
      digest: textOption('Ask nobody, and accept only what has this digest'),
      json: flagOption('What would be accepted, as JSON'),
    },
    async (given) => {
      const { runAccept } = await import('../accept/run-accept.ts');
      const [what = '', ...tools] = given._;
      await runAccept({
        what,
        tools,
        trust: given.trust ?? false,
        config: given.config,
        digest: given.digest,
        json: given.json ?? false,
        home: homePaths(process.env),
      });
    },
  ),
  review: command(
    {
      what: {
        type: 'positional',
        required: false,
        description: 'SERVER or SERVER/TOOL; everything if absent',
      },
      accept: flagOption('With SERVER/TOOL and --digest: accept it as suggested, and ask nobody'),
      'keep-out': flagOption('With SERVER/TOOL and --digest: keep it out, and ask nobody'),
      digest: textOption('You have looked at what has this digest'),
      reason: textOption('Why; it stands in the record'),
      'yes-tightening': textOption(
        'Accept for all tools of this server what is suggested and only asks for more care',
      ),
      lock: flagOption('Write what was decided to the lock afterwards'),
      identity: textOption(
        'Which command or url, where the server has stood for several: the beginning of its digest',
      ),
      config: textOption('The configuration', { alias: 'c' }),
      json: flagOption('List what needs review, one tool a line as JSON; decide nothing'),
    },
    async (given) => {
      const { runReview } = await import('../review/run-review.ts');
      if (given.accept === true && given['keep-out'] === true)
        throw new CallgateError('OPTION_TWICE', '--accept and --keep-out are opposites; give one');
      const say = given.accept === true ? 'accept' : given['keep-out'] === true ? 'keep-out' : undefined;
      await runReview({
        what: given._[0],
        say,
        digest: given.digest,
        reason: given.reason,
        tightening: given['yes-tightening'],
        lock: given.lock ?? false,
        identity: given.identity,
        config: given.config,
        json: given.json ?? false,
        home: homePaths(process.env),
      });
    },
  ),
};
