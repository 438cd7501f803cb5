const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;
const SLASH = /[/\\]+/u;
/** A drive has one letter. */
const SCHEME = /^([a-z][a-z\d+.-]+):(.*)$/isu;
const HOST = /^[\p{L}\p{N}][\p{L}\p{N}._$:-]*$/u;
const DOTTED = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+\.?$/u;
const IPV6 = /^\[[\da-f:.%]+\]$/iu;
/** This machine, and systems that run inside it. */
const HERE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|wsl\$|wsl\.localhost)?$/iu;
/** `host@SSL`, `host@8443`: folders of the web as Windows writes them. */
const PORT_OR_TLS = /@(?:ssl|\d+|ssl@\d+)$/iu;
/** Folders below which a system mounts whatever machine is named. */
const MOUNTS = /^\/(?:net|afs|network\/servers)\/+([^/]+)/iu;
/** Names of Windows for devices: `\\?\UNC\host\share`, `\\.\C:\x`. */
const DEVICES = /^[/\\]{1,2}(?:[?.]|\?\?)[/\\]+(.*)$/su;

const withoutPort = (authority: string): string => authority.replace(/^[^@]*@(?=.*\.)|:\d*$/gu, '');

/** A name that can be nothing else than that of a machine: it has a dot inside, is an IPv6 address or has a port. */
const isPlainlyHost = (name: string): boolean =>
  !HERE.test(name) && (PORT_OR_TLS.test(name) || IPV6.test(name) || DOTTED.test(name));

const isHost = (name: string): boolean => !HERE.test(name) && (HOST.test(name) || isPlainlyHost(name));

const first = (path: string): string => path.split(SLASH).find((name) => name !== '') ?? '';

const inDevices = (path: string): boolean => {
  const [kind = '', host = ''] = path.split(SLASH);
  return /^globalroot$/iu.test(kind) || (/^unc$/iu.test(kind) && isHost(host));
};

/** After two slashes: where one of them is `\` any name is a machine; `//home/x` is also a way to write `/home/x`. */
const afterSlashes = (path: string): boolean =>
  /^(?:\/\\|\\)/u.test(path) ? isHost(first(path)) : isPlainlyHost(first(path));

const inUri = (scheme: string, rest: string): boolean => {
  const [, authority = '', path = ''] = /^[/\\]{2}([^/\\]*)(.*)$/su.exec(rest) ?? [];
  const host = withoutPort(authority);
  if (scheme.toLowerCase() !== 'file') return isPlainlyHost(host);
  return !HERE.test(host) || (/^[/\\]{2}/u.test(path) && afterSlashes(path));
};

/**
 * Whether a path leads to another machine: `\\host\share`, `//host.example/share`, `file://host/share`, `/net/host.example`.
 * After `//` alone a name counts as a host where it has a dot inside, a port or the form of an address, because on most
 * systems `//home/x` is `/home/x`; after `\\` and in a `file:` uri any name does, but for those of this machine.
 */
export const isRemotePath = (text: string): boolean => {
  const path = text.normalize('NFKC').replaceAll(IGNORED, '').trim();
  const device = DEVICES.exec(path)?.[1];
  if (device !== undefined) return inDevices(device);
  if (/^[/\\]{2}/u.test(path)) return afterSlashes(path);
  const [, scheme, rest = ''] = SCHEME.exec(path) ?? [];
  if (scheme !== undefined) return inUri(scheme, rest);
  return isPlainlyHost(MOUNTS.exec(path)?.[1] ?? '');
};
