import { spawn } from 'node:child_process';

const TIMEOUT_MS = 5000;
const SERVICE = 'callgate';
const MAX_OUTPUT = 64 * 1024;

/** The keyring of the operating system. Both methods give up after seconds: a locked keyring may ask a person. */
export interface SystemKeyring {
  /** Null where the entry does not exist or the keyring does not answer. */
  read(account: string): Promise<string | null>;
  /** `secret` has letters, digits, `-` and `_` only. False where it was not kept. */
  write(account: string, secret: string): Promise<boolean>;
}

/** What a program prints, if it ends well. `input` goes to its standard input, where no other process sees it. */
const runProgram = (program: string, args: readonly string[], input: string): Promise<string | null> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    const end = (printed: string | null): void => {
      clearTimeout(timer);
      resolve(printed);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.on('error', () => end(null));
    child.on('close', (code) => end(code === 0 ? Buffer.concat(chunks).toString('utf8') : null));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });

const readEntry = async (program: string, args: readonly string[]): Promise<string | null> => {
  const printed = (await runProgram(program, args, ''))?.trim();
  return printed === undefined || printed === '' ? null : printed;
};

/** libsecret: GNOME Keyring, KWallet, KeePassXC. */
const secretService: SystemKeyring = {
  read: (account) => readEntry('secret-tool', ['lookup', 'service', SERVICE, 'account', account]),
  write: async (account, secret) => {
    const args = ['store', '--label=Callgate', 'service', SERVICE, 'account', account];
    return (await runProgram('secret-tool', args, secret)) !== null;
  },
};

const SECURITY = '/usr/bin/security';

const macKeychain: SystemKeyring = {
  read: (account) => readEntry(SECURITY, ['find-generic-password', '-s', SERVICE, '-a', account, '-w']),
  // an argument would be seen by every process, so the command itself goes to standard input
  write: async (account, secret) => {
    const written = `add-generic-password -U -s ${SERVICE} -a ${account} -w ${secret}\n`;
    return (await runProgram(SECURITY, ['-i'], written)) !== null;
  },
};

/** The keyring of this system; null where there is none, or where `CALLGATE_KEYRING` is `none`. */
export const findKeyring = (
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
): SystemKeyring | null => {
  if (env['CALLGATE_KEYRING'] === 'none') return null;
  if (platform === 'darwin') return macKeychain;
  return platform === 'linux' ? secretService : null;
};
