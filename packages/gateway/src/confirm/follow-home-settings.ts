import type { Store } from '@callgate/gate/store';
import { addAlert } from '@callgate/gate/host';
import { logMessages } from '@callgate/messages/log';
import type { HomeSettings } from '../config/read-config.ts';
import { describeError } from '../log/describe-error.ts';

/** Gives the settings as they are now, the same object while nothing changed. */
export type HomeSettingsSource = () => Promise<HomeSettings>;

export interface FollowHomeSettingsOptions {
  readonly source: HomeSettingsSource;
  /** Changed settings are in force when it returns. */
  readonly use: (settings: HomeSettings) => void;
  /** The settings cannot be read: no answer counts until they can. */
  readonly unreadable?: (message: string) => void;
}

/** Tells the operator in `callgate status` and the console. The caller does not wait for it. */
export const alertSettingsUnreadable = (store: Pick<Store, 'transact'>, reason: string): void => {
  const code = 'ANSWERS_UNREADABLE';
  const message = logMessages.settingsUnreadable({ problem: reason });
  store
    .transact((tx) =>
      addAlert(tx, { code, message, call: null, to: ['operator'], now: tx.now(), onceAnHour: reason }),
    )
    // it is kept to all the same
    .catch(() => undefined);
};

/** Looks at the settings again, and uses them where they changed. While they cannot be read no answer in band counts. */
export const followHomeSettings = (
  first: HomeSettings,
  { source, use, unreadable }: FollowHomeSettingsOptions,
): (() => Promise<void>) => {
  let readable = first;
  let used: HomeSettings | undefined;
  return async () => {
    const [settings, error] = await source().then(
      (read) => [read, undefined] as const,
      (why: unknown) => [undefined, why] as const,
    );
    if (settings !== undefined) {
      if (settings !== used) use(settings);
      readable = used = settings;
      return;
    }
    if (used === undefined || used === readable) {
      used = { ...readable, approvals: { ...readable.approvals, answersInBand: false }, clients: [] };
      unreadable?.(describeError(error));
    }
    use(used);
  };
};
