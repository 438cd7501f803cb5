/** What programs need in order to run at all; nothing here holds a secret. */
const INHERITED: readonly string[] = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TERM',
  'TMPDIR',
  'XDG_RUNTIME_DIR',
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
];

/** The same for Windows, where names have no case. */
const INHERITED_ON_WINDOWS: readonly string[] = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];

/** The whole environment of a server: a small base of our own, and what the operator named. Never all of ours. */
export const childEnv = (
  named: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
): Record<string, string> => {
  const env: Record<string, string> = {};
  const names = platform === 'win32' ? INHERITED_ON_WINDOWS : INHERITED;
  for (const [name, value] of Object.entries(own)) {
    const plain = platform === 'win32' ? name.toUpperCase() : name;
    // A function exported by a shell would run where a shell starts.
    if (value !== undefined && names.includes(plain) && !value.startsWith('()')) env[name] = value;
  }
  return { ...env, ...named };
};
