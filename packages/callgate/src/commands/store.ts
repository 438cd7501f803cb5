import { resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { getStoreName, isPostgresUrl } from '@callgate/gate/store';
import { optionMessages } from '@callgate/messages/cli/options';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { acceptErrors } from '@callgate/messages/errors/accept';
import { commandErrors } from '@callgate/messages/errors/command';
import { optionErrors } from '@callgate/messages/errors/option';
import { pathsBesideDatabase } from '../audit/open-audit-log.ts';
import { locateHomeStore } from '../home/locate-home-store.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { homePaths } from '../home/home-paths.ts';
import { flagOption, textOption } from '../options/option.ts';
import { write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command, requiredOption } from './command.ts';

const { accept: texts } = setUpMessages;

/** Whether gates that have this home open the store at a place that was named. */
const isStoreOfHome = async (place: string, home: HomePaths, config: string | undefined): Promise<boolean> =>
  isPostgresUrl(place)
    ? getStoreName(place) === getStoreName(await locateHomeStore(process.env, undefined, config))
    : resolve(place) === resolve(home.database);

export const commands: Commands = {
  'store copy': command(
    {
      from: textOption(setUpMessages.storeCopy.from),
      to: textOption(setUpMessages.storeCopy.to),
      key: textOption(optionMessages.publicKey),
      json: flagOption(optionMessages.json),
    },
    async ({ from, to, key, json }) => {
      const { copyVerifiedStore } = await import('../store/copy-verified-store.ts');
      const wish = {
        from: requiredOption(from, 'from', 'store copy'),
        to: requiredOption(to, 'to', 'store copy'),
        key,
        json: json === true,
      };
      await copyVerifiedStore(wish);
      const { carrySettings } = await import('../store/carry-settings.ts');
      await carrySettings(wish.from, wish.to, homePaths(process.env));
    },
  ),
  'store backup': command(
    {
      to: textOption(setUpMessages.backup.to),
      from: textOption(setUpMessages.backup.from),
      config: textOption(texts.config, { alias: 'c' }),
      'with-key': flagOption(setUpMessages.backup.withKey),
      json: flagOption(optionMessages.json),
    },
    async (given) => {
      const { backUpStore } = await import('../store/back-up-store.ts');
      const place = await locateHomeStore(process.env, given.from, given.config);
      await backUpStore({
        place,
        to: requiredOption(given.to, 'to', 'store backup'),
        home: given.from === undefined ? homePaths(process.env) : pathsBesideDatabase(place),
        withKey: given['with-key'] === true,
        json: given.json === true,
      });
    },
  ),
  'store restore': command(
    {
      from: textOption(setUpMessages.restore.from),
      to: textOption(setUpMessages.restore.to),
      config: textOption(texts.config, { alias: 'c' }),
      reason: textOption(setUpMessages.restore.reason),
      key: textOption(optionMessages.publicKey),
      json: flagOption(optionMessages.json),
    },
    async (given) => {
      const { restoreStore } = await import('../store/restore-store.ts');
      const place = await locateHomeStore(process.env, given.to, given.config);
      const home = given.to === undefined ? homePaths(process.env) : pathsBesideDatabase(place);
      await restoreStore({
        from: requiredOption(given.from, 'from', 'store restore'),
        place,
        home,
        isOwn: given.to === undefined || (await isStoreOfHome(place, home, given.config)),
        reason: requiredOption(given.reason, 'reason', 'store restore'),
        key: given.key,
        json: given.json === true,
      });
    },
  ),
  lock: command(
    {
      config: textOption(setUpMessages.lock.config, { alias: 'c' }),
      output: textOption(setUpMessages.lock.output, { alias: 'o' }),
      check: flagOption(setUpMessages.lock.check),
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
        process.stderr.write(`${setUpMessages.lock.unseen({ server: display(server) })}\n`);
      for (const server of made.several)
        process.stderr.write(`${setUpMessages.lock.several({ server: display(server) })}\n`);
      if (check === true) {
        if (made.current) return;
        throw new CallgateError(acceptErrors.lock.stale({ path: display(made.path) }));
      }
      write(
        setUpMessages.lock.written({
          path: display(made.path),
          servers: made.servers,
          definitions: made.entries,
        }),
      );
    },
  ),
  accept: command(
    {
      what: { type: 'positional', required: false, description: texts.what },
      trust: flagOption(texts.trust),
      'lost-entries': flagOption(texts.lostEntries),
      reason: textOption(texts.reason),
      store: textOption(texts.store),
      config: textOption(texts.config, { alias: 'c' }),
      digest: textOption(texts.digest),
      json: flagOption(texts.json),
    },
    async (given) => {
      const [what, ...tools] = given._;
      if (given['lost-entries'] === true) {
        if (what !== undefined || given.trust === true || given.digest !== undefined)
          throw new CallgateError(optionErrors.lostEntriesAlone());
        const { acceptStoreLoss } = await import('../store/accept-store-loss.ts');
        return await acceptStoreLoss({
          place: await locateHomeStore(process.env, given.store, given.config),
          home: homePaths(process.env),
          reason: requiredOption(given.reason, 'reason', 'accept'),
          json: given.json === true,
        });
      }
      for (const option of ['reason', 'store'] as const)
        if (given[option] !== undefined)
          throw new CallgateError(optionErrors.needsOption({ name: option, needed: 'lost-entries' }));
      if (what === undefined)
        throw new CallgateError(commandErrors.argumentMissing({ command: 'accept', argument: 'WHAT' }));
      const { runAccept } = await import('../accept/run-accept.ts');
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
};
