export interface SeatbeltRights {
  /** Absolute, without links. */
  readonly writable: readonly string[];
  readonly hidden: readonly string[];
  readonly network: boolean;
}

const quote = (path: string): string => `"${path.replaceAll(/[\\"]/gu, '\\$&')}"`;

const subpaths = (paths: readonly string[]): string =>
  paths.map((path) => `\n  (subpath ${quote(path)})`).join('');

const SERVICES = [
  'com.apple.system.opendirectoryd.libinfo',
  'com.apple.system.opendirectoryd.membership',
  'com.apple.system.notification_center',
  'com.apple.system.logger',
  'com.apple.logd',
];

const NETWORK_SERVICES = [
  'com.apple.SystemConfiguration.configd',
  'com.apple.SystemConfiguration.DNSConfiguration',
  'com.apple.trustd',
  'com.apple.trustd.agent',
  'com.apple.networkd',
];

const services = (names: readonly string[]): string =>
  names.map((name) => `\n  (global-name ${quote(name)})`).join('');

/**
 * A profile of `sandbox-exec`. The last rule that fits counts. Everything is denied first: services of the system start
 * programs outside of the sandbox for those who may speak to them.
 */
export const seatbeltProfile = ({ writable, hidden, network }: SeatbeltRights): string => `(version 1)
(deny default)
(allow process-exec)
(allow process-fork)
(allow process-info* (target same-sandbox))
(allow signal (target same-sandbox))
(allow sysctl-read)
(allow pseudo-tty)
(allow file-ioctl (regex #"^/dev/tty"))
(allow file-read*)
${hidden.length === 0 ? '' : `(deny file-read*${subpaths(hidden)})\n`}(allow file-write*
  (literal "/dev/null")
  (literal "/dev/zero")
  (literal "/dev/tty")${subpaths(writable)})
${hidden.length === 0 ? '' : `(deny file-write*${subpaths(hidden)})\n`}(allow mach-lookup${services([...SERVICES, ...(network ? NETWORK_SERVICES : [])])})
${
  network
    ? `(allow network*)
(deny network* (remote unix-socket))
(allow network-outbound (literal "/private/var/run/mDNSResponder"))
(allow system-socket)
`
    : ''
}`;
