import { isIP } from 'node:net';

const PARTS = /^\[?(.*?)\]?:(\d+)$/s;
const NAMES_PORT = '53';

interface AddressParts {
  readonly host: string;
  readonly port: string;
}

const partsOf = (written: string): AddressParts | undefined => {
  const [, host, port] = PARTS.exec(written) ?? [];
  return host === undefined || port === undefined ? undefined : { host, port };
};

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1']);

/**
 * Whether an address that was seen is one that the operator named. What is seen has numbers: `localhost` stands for its
 * two, and any other name for the question to a name server, because no answer comes in the sandbox.
 */
export const allowedAddresses = (written: readonly string[]): ((address: string) => boolean) => {
  const allowed = written.flatMap((each) => partsOf(each) ?? []);
  return (address) => {
    const seen = partsOf(address);
    if (seen === undefined) return written.includes(address);
    return allowed.some(({ host, port }) => {
      if (host === 'localhost') return LOOPBACK.has(seen.host) && seen.port === port;
      return isIP(host) === 0 ? seen.port === NAMES_PORT : seen.host === host && seen.port === port;
    });
  };
};
