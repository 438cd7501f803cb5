import { poisonMessages } from '@callgate/messages/catalogue/poison';
import type { Severity } from '../finding.ts';
import type { TextFinding } from './text-finding.ts';
import type { ServerText } from './collect-texts.ts';

const { links: texts } = poisonMessages;

const LINK = /\b(?:https?|ftp|wss?):\/\/[^\s<>"'`)\]，。]+/giu;
const IMAGE =
  /!\[[^\]]{0,200}\]\(\s{0,20}(?:https?:)?\/\/[^)\s]{0,500}\)?|<img\b[^>]{0,300}\bsrc\s{0,20}=\s{0,20}["']?https?:/iu;
const DATA = /\bdata:[a-z]{1,40}\/[\w.+-]{1,100}[;,][^\s"')]{8}/iu;
const SCRIPT = /\b(?:javascript|vbscript):\s{0,40}\S/iu;
const RESERVED =
  /(?:^|\.)(?:example(?:\.(?:com|org|net))?|localhost|test|invalid|local)$|^(?:127\.|0\.0\.0\.0|10\.|192\.168\.|\[?::1\]?)/iu;
const CATCHERS =
  /(?:^|\.)(?:webhook\.site|requestbin\.\w{1,40}|pipedream\.net|ngrok(?:-free)?\.(?:io|app|dev)|interact\.sh|oast\.\w{1,40}|burpcollaborator\.net|beeceptor\.com|requestcatcher\.com|hookb\.in|trycloudflare\.com|serveo\.net)$/iu;
const SHORTENERS = /(?:^|\.)(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|is\.gd|rb\.gy|cutt\.ly|shorturl\.at)$/iu;
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]{2,45}\]|0x[0-9a-f]{1,16}|\d{8,10})$/iu;
const TO_FILL = /[?&][\w.-]{1,200}=(?:[{<[$]|%7B)/iu;

/** What ends a sentence is no part of the link before it. */
const withoutTail = (link: string): string => {
  let end = link.length;
  while (end > 0 && '.,;:!?'.includes(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
};

const judgeLink = (
  link: string,
): { readonly severity: Severity; readonly what: string; readonly host?: string } | undefined => {
  const url = URL.parse(withoutTail(link));
  if (url === null) return undefined;
  const host = url.hostname;
  if (url.username !== '' && url.password !== '') return { severity: 'error', what: texts.password };
  if (CATCHERS.test(host)) return { severity: 'error', what: texts.catcher };
  if (RESERVED.test(host) && !host.endsWith('.example')) return undefined;
  if (TO_FILL.test(link))
    return {
      severity: 'warning',
      what: texts.toFill,
    };
  if (ADDRESS.test(host)) return { severity: 'warning', what: texts.address };
  if (host.split('.').some((part) => part.startsWith('xn--')))
    return { severity: 'warning', what: texts.lookAlike };
  if (SHORTENERS.test(host)) return { severity: 'warning', what: texts.shortened };
  return { severity: 'note', what: texts.host({ host }), host };
};

const at = (match: RegExpMatchArray, severity: Severity, what: string): TextFinding => ({
  rule: 'poison/link',
  severity,
  span: [match.index ?? 0, (match.index ?? 0) + match[0].length],
  message: texts.found({ what, text: match[0].slice(0, 200) }),
  help: texts.help,
});

const ORDER: readonly Severity[] = ['error', 'warning', 'note'];

/** Addresses in what a server wrote; the worst of each text is told. */
export const findLinks = ({ text, place }: ServerText): readonly TextFinding[] => {
  if (!text.includes(':') && !text.includes('](')) return [];
  if (place === 'keyword') return [];
  const image = IMAGE.exec(text);
  if (image !== null) return [at(image, 'error', texts.picture)];
  const script = SCRIPT.exec(text);
  if (script !== null) return [at(script, 'error', texts.script)];
  const data = DATA.exec(text);
  if (data !== null && place !== 'example') return [at(data, 'warning', texts.data)];
  let worst: TextFinding | undefined;
  for (const match of text.matchAll(LINK)) {
    const judgement = judgeLink(match[0]);
    if (judgement === undefined) continue;
    if (worst === undefined || ORDER.indexOf(judgement.severity) < ORDER.indexOf(worst.severity))
      worst = {
        ...at(match, judgement.severity, judgement.what),
        ...(judgement.host === undefined ? {} : { once: judgement.host }),
      };
  }
  return worst === undefined ? [] : [worst];
};
