import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { defaultServerConfig } from '../config/defaults.ts';
import { addressBytes, addressKind } from '../config/address.ts';
import type { AddressResolver } from './egress.ts';
import { createDestination, reservePort } from './egress.ts';
import { parseAllowedHost } from '../config/allowed-host.ts';

/** Spellings of one IPv4 address that some reader of urls takes for it. */
const spellings = (address: string): readonly string[] => {
  const bytes = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (n: number, width = 0): string => n.toString(16).padStart(width, '0');
  const octal = (n: number): string => `0${n.toString(8)}`;
  const mapped = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  return [
    address,
    `${address}.`,
    bytes.map(octal).join('.'),
    bytes.map((n) => `0x${hex(n)}`).join('.'),
    bytes.map((n) => `0X${hex(n, 2).toUpperCase()}`).join('.'),
    bytes.map((n) => `000${n.toString(8)}`).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `0x${hex(a)}.${(b * 256 + c) * 256 + d}`,
    String(whole),
    `0x${hex(whole, 8)}`,
    `0X${hex(whole, 8).toUpperCase()}`,
    octal(whole),
    `00000${whole.toString(8)}`,
    `[::ffff:${address}]`,
    `[::FFFF:${address}]`,
    `[::ffff:${mapped}]`,
    `[0:0:0:0:0:ffff:${mapped}]`,
    `[0000:0000:0000:0000:0000:FFFF:${mapped.toUpperCase()}]`,
    `[::${mapped}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b::${mapped}]`,
    `[2002:${mapped}::]`,
    `[2002:${mapped}::1]`,
    address.replaceAll('.', '。'),
    address.replaceAll('.', '．'),
    address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    address.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x2460 + Number(digit) - 1)),
    `%${[...address].map((each) => hex(each.codePointAt(0) ?? 0)).join('%')}`,
  ];
};

const FORBIDDEN = [
  '127.0.0.1',
  '169.254.169.254',
  '10.1.2.3',
  '192.168.0.1',
  '172.16.9.9',
  '100.100.100.200',
  '0.0.0.0',
];

const OTHERS = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'LocalHost.',
  'a.localhost',
  'ip6-localhost',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::0001]',
  '[fe80::1]',
  '[FE80::1]',
  '[febf::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fd00:ec2::254]',
  '[FD00:EC2::254]',
  '[fd00:0ec2:0:0:0:0:0:254]',
  '[fd20:ce::254]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001::1]',
  '[2001:db8::1]',
  '[100::1]',
  '[64:ff9b:1::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '127.1',
  '127.0.1',
  '127.255.255.255',
  '127.0.0.2',
  '0',
  '0x0',
  '0.0.0.1',
  '169.254.170.2',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '172.31.255.255',
  'metadata.google.internal',
  'METADATA.google.internal.',
  'metadata',
  'metadata.goog',
  'x.metadata.google.internal',
  'instance-data',
];

/** What a name that is not an address resolves to, if something asks. */
const LOCAL: AddressResolver = async () => [{ address: '127.0.0.1', family: 4 }];

/** The address a connection would be made to, or the code of the refusal. */
const outcome = async (
  host: string,
  allow: readonly string[] = [],
  resolve: AddressResolver = LOCAL,
  port = 80,
): Promise<string> => {
  try {
    const to = createDestination(`http://${host}:${port}/mcp`, allow, resolve);
    if (addressBytes(to.host) !== undefined) return to.host;
    return await new Promise((done) => {
      to.lookup(to.host, { all: true }, (error, found) =>
        done(error === null ? JSON.stringify(found) : String((error as { code?: string }).code)),
      );
    });
  } catch (error) {
    return String((error as { code?: string }).code);
  }
};

describe('egress', () => {
  const all = [...FORBIDDEN.flatMap(spellings), ...OTHERS];

  it('knows more than 150 spellings', () => {
    expect(new Set(all).size).toBeGreaterThan(200);
  });

  it.each(all)('refuses %s', async (host) => {
    expect(await outcome(host)).toBe('EGRESS_REFUSED');
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '[2606:4700:4700::1111]',
    '[::ffff:8.8.8.8]',
    '0x08080808',
  ])('reaches %s', async (host) => {
    expect(await outcome(host)).not.toMatch(/EGRESS/);
  });

  it.each([
    ['127.0.0.1', ['127.0.0.1']],
    ['127.0.0.1', ['127.0.0.1:80']],
    ['127.0.0.1', ['127.0.0.0/8']],
    ['[::ffff:127.0.0.1]', ['127.0.0.1']],
    ['[::1]', ['[::1]:80']],
    ['[::1]', ['::1']],
    ['10.9.8.7', ['10.0.0.0/8']],
    ['[fd12::9]', ['fd00::/8']],
    ['localhost', ['localhost']],
    ['LOCALHOST.', ['localhost:80']],
    ['localhost', ['127.0.0.1:80']],
  ])('reaches %s where the operator allows %j', async (host, allow) => {
    expect(await outcome(host, allow)).not.toMatch(/EGRESS/);
  });

  it.each([
    ['127.0.0.1', ['127.0.0.1:81']],
    ['127.0.0.2', ['127.0.0.1']],
    ['127.0.0.1', ['localhost']],
    ['11.evil.example', ['wiki.corp']],
    ['10.9.8.7', ['10.0.0.0/16']],
    ['[::1]', ['127.0.0.1', '0.0.0.0/0']],
    ['169.254.169.254', ['169.254.169.254', '0.0.0.0/0']],
    ['[fd00:ec2::254]', ['::/0']],
    ['metadata.google.internal', ['metadata.google.internal', '0.0.0.0/0']],
    ['0.0.0.0', ['0.0.0.0', '0.0.0.0/0']],
  ])('refuses %s although %j is allowed', async (host, allow) => {
    expect(await outcome(host, allow)).toBe('EGRESS_REFUSED');
  });

  it.each([
    '',
    '*',
    'http://x',
    'a b',
    '10.0.0.0/33',
    '::/129',
    '1.2.3',
    '127.0.0.1:99999',
    '127.0.0.1:',
    'a/b',
    '[::1',
    '-x.y',
    '0x7f.1/8',
  ])('does not take %o for something to allow', (entry) => {
    expect(() => parseAllowedHost(entry)).toThrow(expect.objectContaining({ code: 'EGRESS_ALLOW' }));
  });

  it.each([
    'file:///etc/passwd',
    'ftp://example.com/',
    'javascript:1',
    'example.com',
    '//example.com',
    'http://',
    'http://a:b@example.com/',
    'https://token@example.com/',
    'data:,x',
    'ws://example.com',
    'unix:/run/x',
  ])('refuses the url %s', (url) => {
    expect(() => createDestination(url, ['0.0.0.0/0', '::/0'])).toThrow(
      expect.objectContaining({ code: 'EGRESS_REFUSED' }),
    );
  });

  it('does not repeat credentials of a url', () => {
    expect(() => createDestination('http://user:canary-3@example.com/', [])).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('canary-3') }),
    );
  });

  it('refuses a name of which one address is bad', async () => {
    const mixed: AddressResolver = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '::ffff:7f00:1', family: 6 },
    ];
    expect(await outcome('rebind.example', [], mixed)).toBe('EGRESS_REFUSED');
  });

  it('resolves once for each connection, and connects to what was checked', async () => {
    const server = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const answers = ['203.0.113.9', '127.0.0.1', '127.0.0.1'];
    let asked = 0;
    let reached = 0;
    server.on('connection', () => {
      reached += 1;
    });
    const rebinding: AddressResolver = async () => {
      asked += 1;
      return [{ address: answers.shift() ?? '127.0.0.1', family: 4 }];
    };
    const attempt = async (allow: readonly string[]): Promise<string> => {
      const { lookup, host } = createDestination(`http://rebind.example:${port}/`, allow, rebinding);
      return await new Promise((done) => {
        const socket = connect({ host, port, lookup });
        socket.on('connect', () => {
          done(String(socket.remoteAddress));
          socket.destroy();
        });
        socket.on('error', (error) => done(String((error as { code?: string }).code)));
      });
    };
    expect(await attempt([])).toBe('EGRESS_REFUSED');
    expect(asked).toBe(1);
    // the name now points at this machine: it is checked again and refused
    expect(await attempt([])).toBe('EGRESS_REFUSED');
    expect(asked).toBe(2);
    expect(reached).toBe(0);
    expect(await attempt(['rebind.example'])).toBe('127.0.0.1');
    expect(asked).toBe(3);
    await new Promise((resolve) => server.close(resolve));
  });

  it('refuses a name without addresses and passes on what the resolver says', async () => {
    expect(await outcome('none.example', [], async () => [])).toBe('EGRESS_UNKNOWN_HOST');
    const broken: AddressResolver = () =>
      Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(await outcome('gone.example', [], broken)).toBe('ENOTFOUND');
    const odd: AddressResolver = async () => [{ address: 'not an address', family: 4 }];
    expect(await outcome('odd.example', [], odd)).toBe('EGRESS_REFUSED');
  });

  const asWritten = async (host: string, port = 80): Promise<string> => {
    const url = `http://${host}:${port}/mcp`;
    const { allowPrivate } = defaultServerConfig('s', { kind: 'http', url, headers: {} });
    return await outcome(host, allowPrivate, LOCAL, port);
  };

  it.each(['192.168.1.5', '10.0.0.1', '[fd12::5]', '0x0a000001', '127.0.0.9', '[::ffff:10.0.0.1]'])(
    'reaches %s where the operator wrote it as the address of a server',
    async (host) => {
      expect(await asWritten(host)).not.toMatch(/EGRESS/);
    },
  );

  it.each([
    '169.254.169.254',
    '[fd00:ec2::254]',
    '[::ffff:169.254.169.254]',
    '169.254.1.1',
    '0.0.0.0',
    'wiki.corp',
  ])('refuses %s although it was written so', async (host) => {
    expect(await asWritten(host)).toBe('EGRESS_REFUSED');
  });

  it('refuses a written address of this machine at a port of its own', async () => {
    const release = reservePort(8445);
    expect(await asWritten('127.0.0.1', 8445)).toBe('EGRESS_REFUSED');
    release();
    expect(await asWritten('127.0.0.1', 8445)).toBe('127.0.0.1');
  });

  it.each([
    ['http://10.0.0.1/', '10.0.0.1:80'],
    ['https://[fd12::5]/', '[fd12::5]:443'],
  ])('says of %s what to write to allow it', (url, entry) => {
    const help: unknown = expect.stringContaining(
      `To allow it, write \`allowPrivate: ['${entry}']\` at the server in callgate.yaml, or \`callgate run --allow-private '${entry}'\``,
    );
    expect(() => createDestination(url, [])).toThrow(expect.objectContaining({ help }));
    expect(() => createDestination(url, [entry])).not.toThrow();
  });

  it('never reaches the ports this process listens on, at any address of this machine', async () => {
    const allow = ['127.0.0.0/8', '::1', 'localhost', '0.0.0.0/0'];
    const release = reservePort(8443);
    const again = reservePort(8443);
    for (const host of ['127.0.0.1', '127.0.0.9', '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
      expect(await outcome(host, allow, LOCAL, 8443)).toBe('EGRESS_REFUSED');
      expect(await outcome(host, allow, LOCAL, 8444)).not.toBe('EGRESS_REFUSED');
    }
    expect(await outcome('8.8.8.8', allow, LOCAL, 8443)).toBe('8.8.8.8');
    release();
    release();
    expect(await outcome('127.0.0.1', allow, LOCAL, 8443)).toBe('EGRESS_REFUSED');
    again();
    expect(await outcome('127.0.0.1', allow, LOCAL, 8443)).toBe('127.0.0.1');
  });
});

describe('an address', () => {
  it.each([
    ['1::', '00010000000000000000000000000000'],
    ['::1', '00000000000000000000000000000001'],
    ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
    ['::ffff:1.2.3.4', '00000000000000000000ffff01020304'],
    ['fe80::1%eth0', 'fe800000000000000000000000000001'],
    ['1.2.3.4', '01020304'],
  ])('%s has these bytes', (text, hex) => {
    expect(Buffer.from(addressBytes(text) ?? []).toString('hex')).toBe(hex);
  });

  it.each(['', '1.2.3', 'x', '1::2::3', '256.1.1.1'])('is not %o', (text) => {
    expect(addressBytes(text)).toBeUndefined();
  });

  it.each([
    ['127.8.8.8', 'loopback'],
    ['::1', 'loopback'],
    ['10.0.0.0', 'private'],
    ['169.254.1.1', 'link-local'],
    ['fe80::1%lo', 'link-local'],
    ['169.254.169.254', 'metadata'],
    ['::ffff:169.254.169.254', 'metadata'],
    ['0.0.0.0', 'reserved'],
    ['4000::1', 'reserved'],
    ['9.9.9.9', 'public'],
    ['2620:fe::fe', 'public'],
  ])('%s is %s', (text, kind) => {
    expect(addressKind(addressBytes(text) ?? new Uint8Array())).toBe(kind);
  });
});
