import { globMatches } from '../condition/glob.ts';
import { addressKey, getMailDomain, getLinkHost } from '../user-message/address.ts';

/** What an operator says of the people and places a server reaches. */
export interface AudienceSettings {
  /** The person's own addresses and accounts. */
  readonly identities?: readonly string[];
  /**
   * What counts as internal: domains and hosts (with what is below them), and globs for the names of the server's own
   * spaces. Where nothing is said: the domains of the identities, and every name that is no address.
   */
  readonly internal?: readonly string[];
}

/** Domains at which anybody may have an address: sharing one does not make people colleagues. */
const ANYBODY: ReadonlySet<string> = new Set(
  `126.com 163.com aol.com bluewin.ch btinternet.com comcast.net daum.net fastmail.com free.fr gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com hotmail.co.uk
  hotmail.com hotmail.de hotmail.fr icloud.com laposte.net libero.it live.com mac.com mail.com mailbox.org mail.ru me.com msn.com naver.com o2.pl orange.fr
  outlook.com outlook.de pm.me posteo.de proton.me protonmail.com qq.com rediffmail.com seznam.cz t-online.de telenet.be tuta.com tutanota.com uol.com.br web.de wp.pl yahoo.co.jp
  yahoo.co.uk yahoo.com yahoo.de yahoo.fr yandex.com yandex.ru ymail.com ziggo.nl zoho.com`.split(/\s+/),
);

/** Only what is nothing but a host: `evil.test,x.example.com` could be two. */
const within = (host: string, domain: string): boolean =>
  host === domain || (host.endsWith(`.${domain}`) && /^[\p{L}\p{N}\p{M}._-]+$/u.test(host));

/** `corp.example://elsewhere.test`: what looks like a host is a scheme. */
const hasHostAsScheme = (value: string): boolean => {
  const end = value.indexOf('://');
  return end >= 0 && value.slice(0, end).includes('.');
};

export class Audience {
  readonly #own: ReadonlySet<string>;
  readonly #domains: readonly string[];
  readonly #spaces: readonly string[];

  constructor({ identities = [], internal }: AudienceSettings) {
    this.#own = new Set(identities.flatMap((identity) => [identity, addressKey(identity) ?? identity]));
    const domains = identities.map(getMailDomain).filter((domain) => domain !== undefined);
    const said =
      internal?.map((entry) => entry.replace(/^@/, '')) ?? domains.filter((domain) => !ANYBODY.has(domain));
    this.#domains = said.filter((entry) => entry.includes('.')).map((entry) => entry.toLowerCase());
    this.#spaces = internal?.filter((entry) => !entry.includes('.')) ?? ['*'];
  }

  isOwn(value: string): boolean {
    return this.#own.has(value) || this.#own.has(addressKey(value) ?? value);
  }

  /** Whether what a directory listed is inside: an address by its domain or host, a name by the server's spaces. */
  isInternal(value: string): boolean {
    if (hasHostAsScheme(value)) return false;
    const host = getMailDomain(value) ?? getLinkHost(value);
    if (host !== undefined) return this.#domains.some((domain) => within(host, domain));
    if (addressKey(value) !== undefined || /[@/\\:]|\d{8}/.test(value)) return false;
    return this.#spaces.some((space) => globMatches(space, value));
  }
}
