import type { AllowedHosts } from './remote-host.ts';
import { hasRemoteHost } from './remote-host.ts';

/** An image about which no two readers disagree. */
const PLAIN_IMAGE = /!\[[^[\]\\`<>!&]{0,1000}\]\(([^\s()<>\\&`[\]!]{1,2000})(?: "[^"\\\n<>&`]{0,200}")?\)/y;

const isPlainAndNear = (text: string, at: number, allowed: AllowedHosts): boolean => {
  PLAIN_IMAGE.lastIndex = at;
  const address = PLAIN_IMAGE.exec(text)?.[1];
  return address !== undefined && !hasRemoteHost(address, allowed);
};

/**
 * Makes links of Markdown images: what loads by itself becomes what a person has to choose. Only an image that
 * everybody reads alike, from an allowed host or from nowhere else, stays one.
 */
export const inertMarkdown = (text: string, allowed: AllowedHosts): string => {
  if (!text.includes('![')) return text;
  // an image needs one of these somewhere behind it
  const last = Math.max(...['](', '][', ']:', ']]'].map((mark) => text.lastIndexOf(mark)));
  return text.replace(/!(?=\[)/g, (mark, at: number) =>
    at > last || isPlainAndNear(text, at, allowed) ? mark : '! ',
  );
};

/** Images of AsciiDoc, reStructuredText, BBCode and TeX up to their address, with the beginning of the address. */
const OTHERS: readonly RegExp[] = [
  /(\bimage::?)([^\s[\]]{1,300})/gi,
  /(^[ \t]*\.\.[ \t]+(?:\|[^|\n]{1,200}\|[ \t]+)?(?:image|figure)::[ \t]*)(\S{1,300})/gim,
  /(\[img(?:[ =][^\]\n]{0,200})?\]\s{0,20})([^[\s]{1,300})/gi,
  /(\\includegraphics(?:\[[^\]\n]{0,200}\])?\{\s{0,20})([^}\s]{1,300})/gi,
];

/** As much of an address as is looked at. One that long is not looked into. */
const MAX_ADDRESS = 300;

/** Puts `inert:` before the address of images in markup other than Markdown and HTML. */
export const inertMarkup = (text: string, allowed: AllowedHosts): string =>
  OTHERS.reduce(
    (rest, pattern) =>
      rest.replace(pattern, (whole, before: string, address: string) =>
        !address.startsWith('inert:') && (address.length === MAX_ADDRESS || hasRemoteHost(address, allowed))
          ? `${before}inert:${address}`
          : whole,
      ),
    text,
  );
