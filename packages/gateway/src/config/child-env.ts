/** How programs reach the network: proxies and certificate authorities. */
const NETWORK: readonly string[] = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_ENV_PROXY',
  'NODE_USE_SYSTEM_CA',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'AWS_CA_BUNDLE',
  'PIP_CERT',
];

/** What programs need in order to run at all. */
const INHERITED: readonly string[] = [
  ...NETWORK,
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
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
  ...NETWORK,
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
