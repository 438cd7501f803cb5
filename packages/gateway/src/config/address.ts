import { isIPv4, isIPv6 } from 'node:net';

/** What an address is good for. `metadata` and `reserved` are never connected to. */
export type AddressKind = 'public' | 'loopback' | 'private' | 'link-local' | 'metadata' | 'reserved';

type AddressRange = readonly [address: string, bits: number, kind: AddressKind];

/** Services that give credentials to every program on the machine. */
const METADATA: readonly string[] = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
];

const V4_RANGES: readonly AddressRange[] = [
  ['0.0.0.0', 8, 'reserved'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'private'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'reserved'],
  ['192.0.2.0', 24, 'reserved'],
  ['192.88.99.0', 24, 'reserved'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'reserved'],
  ['198.51.100.0', 24, 'reserved'],
  ['203.0.113.0', 24, 'reserved'],
  ['224.0.0.0', 3, 'reserved'],
];

const V6_RANGES: readonly AddressRange[] = [
  ['::1', 128, 'loopback'],
  ['64:ff9b:1::', 48, 'private'],
  ['fc00::', 7, 'private'],
  ['fec0::', 10, 'private'],
  ['fe80::', 10, 'link-local'],
  ['2001::', 23, 'reserved'],
  ['2001:db8::', 32, 'reserved'],
  ['2002::', 16, 'reserved'],
  ['3fff::', 20, 'reserved'],
];

/** Prefixes whose last four bytes are an IPv4 address that is reached through them. */
const EMBEDDING: readonly (readonly [string, number])[] = [
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
];

/** 4 or 16 bytes; undefined for what is no address. A zone does not count. */
export const addressBytes = (text: string): Uint8Array | undefined => {
  const address = text.replace(/%.*$/s, '');
  if (isIPv4(address)) return v4Bytes(address);
  return isIPv6(address) ? v6Bytes(address) : undefined;
};

const v4Bytes = (address: string): Uint8Array => Uint8Array.from(address.split('.'), Number);

const v6Bytes = (address: string): Uint8Array => {
  const dotted = /(?<=:)\d+\.\d+\.\d+\.\d+$/.exec(address)?.[0];
  const plain = dotted === undefined ? address : address.replace(dotted, dottedToHextets(dotted));
  const [head = '', tail] = plain.split('::');
  const left = parseHextets(head);
  const right = parseHextets(tail ?? '');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0);
  const all = tail === undefined ? left : [...left, ...zeros, ...right];
  return Uint8Array.from(all.flatMap((word) => [word >> 8, word & 0xff]));
};

const parseHextets = (part: string): readonly number[] =>
  part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16));

const dottedToHextets = (dotted: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
};

/** Whether the first `bits` of both are the same; addresses of different lengths never are. */
export const isInRange = (bytes: Uint8Array, start: Uint8Array, bits: number): boolean => {
  if (bytes.length !== start.length) return false;
  return bytes.every((byte, index) => {
    const left = Math.min(8, Math.max(0, bits - index * 8));
    return (byte ^ (start[index] ?? 0)) >> (8 - left) === 0;
  });
};

interface AddressBlock {
  readonly start: Uint8Array;
  readonly bits: number;
}

// Node takes milliseconds for its first look at whether something is IPv6, and these are made at every start
const block = (address: string, bits: number): AddressBlock => ({
  start: address.includes(':') ? v6Bytes(address) : v4Bytes(address),
  bits,
});

const isInBlock =
  (bytes: Uint8Array) =>
  ({ start, bits }: AddressBlock): boolean =>
    isInRange(bytes, start, bits);

const metadata = METADATA.map((address) => block(address, address.includes(':') ? 128 : 32));
const ranges = [...V4_RANGES, ...V6_RANGES].map(([address, bits, kind]) => ({
  ...block(address, bits),
  kind,
}));
const embedding = EMBEDDING.map(([address, bits]) => block(address, bits));
const globalUnicast = block('2000::', 3);

/** The IPv4 address that is meant, where one is written inside an IPv6 address. */
export const unwrapEmbeddedIpv4 = (bytes: Uint8Array): Uint8Array =>
  embedding.some(isInBlock(bytes)) ? bytes.subarray(12) : bytes;

export const addressKind = (address: Uint8Array): AddressKind => {
  const bytes = unwrapEmbeddedIpv4(address);
  const within = isInBlock(bytes);
  if (metadata.some(within)) return 'metadata';
  const known = ranges.find(within);
  if (known !== undefined) return known.kind;
  return bytes.length === 4 || isInBlock(bytes)(globalUnicast) ? 'public' : 'reserved';
};
