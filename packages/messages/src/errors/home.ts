import type { ErrorText } from '../text/error-text.ts';
import { errorText } from '../text/error-text.ts';
import { suggestNearName } from '../text/suggest-near-name.ts';

const damagedPolicy = (path: string, why: string): ErrorText =>
  errorText(
    'POLICY_FILE_DAMAGED',
    `The activated policy in ${path} cannot be used: ${why}`,
    'Restore the file from a backup, or return to the policy of the configuration with `callgate policy activate --restore --reason WHY`.',
  );

/** Errors of Callgate's folder: configuration, policy, store and console. */
export const homeErrors = {
  configAbsentHere: ({ name, folder }: { name: string; folder: string }) =>
    errorText(
      'CONFIG_NONE',
      `There is no ${name} here or in ${folder}`,
      'Name one with -c FILE. Without a file, `callgate run --policy FILE -- COMMAND…` guards one server.',
    ),
  configAbsent: ({ path }: { path: string }) =>
    errorText(
      'CONFIG_NONE',
      `There is no configuration at ${path}`,
      'Give the file with which `callgate up -c` was started.',
    ),
  git: {
    pointer: ({ path }: { path: string }) =>
      errorText(
        'CONFIG_GIT',
        `The file ${path} does not name a configuration in a git repository as it must`,
        'Write `config: {git: {url, ref, path, signed}}` and nothing else.',
      ),
    fetch: ({ url, ref, why }: { url: string; ref: string; why: string }) =>
      errorText(
        'CONFIG_GIT',
        `Cannot take ${ref} of ${url}: ${why}`,
        'Try git fetch with the same address as the same user. With `signed`, git verify-commit must accept the commit.',
      ),
  },
  auditLogAbsent: ({ store }: { store: string }) =>
    errorText(
      'RECORD_MISSING',
      `There is no audit log at ${store}`,
      'Give the database with --db or the configuration with -c, or set CALLGATE_HOME to its folder.',
    ),
  storeAbsent: ({ store }: { store: string }) =>
    errorText('HOME_EMPTY', `There is no store at ${store}`, 'Give it with --store.'),
  storeNotPlace: ({ store, near }: { store: string; near: string | undefined }) =>
    errorText(
      'STORE_OPTION',
      `The store \`${store}\` is not a folder, a database or memory`,
      suggestNearName(near, "Give a folder, as './data', postgres://user@host/database, or 'memory'."),
    ),
  noGateway: ({ store }: { store: string }) =>
    errorText(
      'HOME_EMPTY',
      `No gateway is running, and there is no store at ${store}`,
      'Start a gateway, or set CALLGATE_HOME to the folder of one.',
    ),
  nowhereToWrite: ({ store }: { store: string }) =>
    errorText(
      'HOME_EMPTY',
      `There is no audit log at ${store} to write to`,
      'Name the configuration of the gateway with -c, or set CALLGATE_HOME to its folder.',
    ),
  readOnly: () => errorText('STORE_READ_ONLY', 'The store is open for reading only'),
  reasonMissing: () => errorText('WHO_AND_WHY', 'A reason is required', 'Say why with --reason.'),
  copyUnverified: {
    source: ({ problem }: { problem: string }) =>
      errorText(
        'COPY_UNVERIFIED',
        `The audit log of the source is not intact: ${problem}`,
        'Nothing was copied. Look at it with `callgate audit verify`.',
      ),
    copy: ({ problem }: { problem: string }) =>
      errorText(
        'COPY_UNVERIFIED',
        `The audit log of the copy is not intact: ${problem}`,
        'Do not use the copy. Remove it and copy again.',
      ),
  },
  backupExists: ({ path }: { path: string }) =>
    errorText('BACKUP_EXISTS', `There is already a file at ${path}`, 'Give a file that does not exist.'),
  backupAbsent: ({ path }: { path: string }) =>
    errorText('BACKUP_FILE', `There is no backup at ${path}`, 'Check the path.'),
  backupUnverified: ({ problem }: { problem: string }) =>
    errorText(
      'BACKUP_UNVERIFIED',
      `The audit log is not intact: ${problem}`,
      'No backup was written. Look at the store with `callgate audit verify`.',
    ),
  backupBroken: ({ problem }: { problem: string }) =>
    errorText(
      'BACKUP_UNVERIFIED',
      `The audit log in the backup is not intact: ${problem}`,
      'Nothing was restored. Use another backup.',
    ),
  backupSettings: ({ path }: { path: string }) =>
    errorText(
      'BACKUP_FILE',
      `What replicas share cannot be read in the backup ${path}`,
      'Nothing was restored. Use another backup.',
    ),
  backupKeyMissing: ({ path, key }: { path: string; key: string }) =>
    errorText(
      'BACKUP_KEY',
      `The backup needs the private key ${key}, and there is none at ${path}`,
      'Put your copy of callgate.key there.',
    ),
  backupOtherKey: ({ key }: { key: string }) =>
    errorText(
      'BACKUP_KEY',
      `The backup was written with another key (${key})`,
      'Set CALLGATE_HOME to a folder with that key.',
    ),
  copyToItself: () =>
    errorText(
      'COPY_SAME',
      'A store cannot be copied to itself',
      'Give another file, database or ?schema= parameter.',
    ),

  consoleFolder: ({ path }: { path: string }) =>
    errorText(
      'CONSOLE_FOLDER',
      `Other users can enter ${path}`,
      `Make the folder yours alone: \`chmod 700 ${path}\`.`,
    ),
  noConsole: () =>
    errorText(
      'CONSOLE_NONE',
      'No console is running',
      'Start one with `callgate up`, beside the servers, or alone with `callgate console`.',
    ),

  policy: {
    unreadable: ({ path, near }: { path: string; near: string | undefined }) =>
      errorText(
        'POLICY_UNREADABLE',
        `Cannot read the policy ${path}`,
        suggestNearName(near, 'Give a file, or a preset: strict, balanced, intent or observe.'),
      ),
    notAPolicy: () =>
      errorText(
        'POLICY_UNREADABLE',
        'The policy is not a name, a list of names or a loaded policy',
        "Give a preset, as 'balanced', or the path of a file.",
      ),
    configuredInForce: () =>
      errorText(
        'POLICY_NOT_ACTIVATED',
        'The policy of the configuration is in force',
        'There is nothing to restore.',
      ),
    changed: () =>
      errorText(
        'POLICY_CHANGED',
        'The policy in force is no longer the one that was compared, so nothing was changed',
        'Compare again.',
      ),
    configuredChanged: () =>
      errorText(
        'POLICY_TEXT_CHANGED',
        'The configuration names another policy than was compared, so nothing was changed',
        'Compare again.',
      ),
    damaged: {
      content: ({ path }: { path: string }) => damagedPolicy(path, 'the content is not what Callgate wrote'),
      digest: ({ path }: { path: string }) => damagedPolicy(path, 'the digest does not match'),
      otherConfig: ({ path }: { path: string }) => damagedPolicy(path, 'it belongs to another configuration'),
      unreadable: ({ path }: { path: string }) => damagedPolicy(path, 'it cannot be read'),
      layer: ({ path, problems }: { path: string; problems: string }) =>
        damagedPolicy(path, `a layer is not a valid policy any more: ${problems}`),
    },
    unwritable: ({ path }: { path: string }) =>
      errorText(
        'POLICY_FILE_UNWRITABLE',
        `Cannot write ${path}, so nothing was changed`,
        'Check the owner and mode of the folder, and the free space.',
      ),
    fileGone: ({ path }: { path: string }) =>
      errorText(
        'POLICY_FILE_GONE',
        `The file ${path} of the activated policy is gone`,
        'Restore it from a backup, or activate a policy or restore the configured one in the console. A restart would use the policy of the configuration.',
      ),
    answersUnknown: ({ problems }: { problems: string }) =>
      errorText(
        'CONFIG_INVALID',
        `The configuration is not valid: ${problems}`,
        'Correct it. Until then no call runs, because approvers are not known.',
      ),
  },
};
