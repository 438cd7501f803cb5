import { scanReportMessages as texts } from '@callgate/messages/catalogue/scan-report';
import type { MarkupPart } from './markup.ts';
import { markup } from './markup.ts';

/** What a report does not know of itself. */
export interface ReportHeader {
  readonly title: string;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
}

/** To the minute, in UTC. */
export const minuteText = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** No text of a report gets in here. */
const STYLE = markup`<style>
:root { color-scheme: light dark; --text: light-dark(#1b1f24, #e6edf3); --quiet: light-dark(#57606a, #9aa4af); --page: light-dark(#ffffff, #0d1117); --raised: light-dark(#f6f8fa, #161b22); --line: light-dark(#d0d7de, #30363d); --link: light-dark(#0550ae, #79c0ff); --auto: light-dark(#116329, #56d364); --confirm: light-dark(#7d4e00, #e3b341); --block: light-dark(#a40e26, #ff7b72); --autobar: light-dark(#4ac26b, #238636); --confirmbar: light-dark(#d4a72c, #9e6a03); --blockbar: light-dark(#fa4549, #da3633); }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; margin: 0 auto; max-width: 76rem; padding: 1.5rem 1.25rem 4rem; color: var(--text); background: var(--page); overflow-wrap: break-word; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0; } h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; } h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: .5rem 0; max-width: 70ch; } a { color: var(--link); }
code { font: .9em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); } .small { font-size: .875rem; } .nowrap { white-space: nowrap; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 1rem 0 0; padding: .5rem 0; border-block: 1px solid var(--line); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: 1.25rem 0; padding: 0; }
.figures > div { background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; display: flex; flex-direction: column-reverse; justify-content: flex-end; }
.figures dt { color: var(--quiet); font-size: .875rem; line-height: 1.35; } .figures dd { margin: 0; font-size: 1.6rem; line-height: 1.3; font-variant-numeric: tabular-nums; font-weight: 600; }
.wide { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; color: var(--quiet); font-size: .875rem; padding-bottom: .35rem; }
th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; } th { font-weight: 600; } thead th { font-size: .8125rem; color: var(--quiet); white-space: nowrap; vertical-align: bottom; }
tbody th { font-weight: 500; overflow-wrap: anywhere; min-width: 9rem; } td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.outcomes { max-width: 46rem; } .outcomes tbody th { min-width: 0; } .outcomes thead th { white-space: normal; } .outcomes td:last-child { width: 45%; vertical-align: middle; padding-right: 0; } .bar { display: flex; height: .7rem; min-width: 8rem; border-radius: .35rem; overflow: hidden; background: var(--line); } .bar > span { display: block; } .bar .auto { background: var(--autobar); } .bar .confirm { background: var(--confirmbar); } .bar .block { background: var(--blockbar); }
.auto { color: var(--auto); } .confirm { color: var(--confirm); } .block { color: var(--block); } .outcome { font-weight: 600; white-space: nowrap; }
.error { color: var(--block); } .warning { color: var(--confirm); } .note { color: var(--quiet); } .severity { font-weight: 600; white-space: nowrap; }
.chips { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0; padding: 0; list-style: none; } .chips li { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .5rem; font-size: .8125rem; background: var(--raised); white-space: nowrap; } .chips li.careful { border-color: var(--confirm); }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; } details > :not(summary) { margin-inline: 1rem; } details > .wide { margin-bottom: 1rem; } summary { cursor: pointer; padding: .6rem 1rem; overflow-wrap: anywhere; } summary:focus-visible, a:focus-visible, input:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; } details[open] > summary { border-bottom: 1px solid var(--line); }
summary b { font-weight: 600; margin-right: .5rem; } td details { border: 0; margin: .15rem 0 0; } td details > summary { padding: 0; color: var(--quiet); font-size: .8125rem; } td details[open] > summary { border: 0; } td details > :not(summary) { margin-inline: 0; font-size: .8125rem; } td details ul { padding-left: 1.1rem; margin: .25rem 0; }
.chain { border: 1px solid var(--line); border-left: .25rem solid var(--blockbar); border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0; background: var(--raised); break-inside: avoid; } .chain p { margin: 0 0 .5rem; } .chain ol { margin: 0; padding-left: 1.25rem; } .chain li { margin: .2rem 0; }
td.claims { min-width: 10rem; } .place { overflow-wrap: anywhere; min-width: 12rem; width: 34%; } td > p { margin: 0 0 .25rem; } .says { min-width: 18rem; } .says p { margin: 0 0 .25rem; }
fieldset { border: 1px solid var(--line); border-radius: .5rem; display: flex; flex-wrap: wrap; gap: .35rem 1rem; padding: .5rem 1rem .75rem; margin: .75rem 0; } legend { color: var(--quiet); font-size: .875rem; padding: 0 .35rem; } label { display: inline-flex; gap: .4rem; align-items: center; min-height: 1.75rem; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
@media (max-width: 40rem) { body { padding: 1rem .75rem 3rem; } details > :not(summary) { margin-inline: .5rem; } .chain, summary { padding-inline: .75rem; } table.stack thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; } table.stack, table.stack tbody { display: block; } table.stack tr { display: block; border-bottom: 1px solid var(--line); padding: .6rem 0; } table.stack th, table.stack td { display: block; border: 0; padding: .1rem 0; text-align: left; min-width: 0; } table.stack td[data-of]::before { content: attr(data-of) ": "; color: var(--quiet); font-size: .8125rem; } table.stack td.number, table.stack td.short { display: inline-block; margin-right: .9rem; } table.stack td:empty { display: none; } .outcomes th:last-child, .outcomes td:last-child { display: none; } }
@media print { :root { color-scheme: light; } body { max-width: none; padding: 0; font-size: 10pt; } nav, fieldset { display: none; } thead { display: table-header-group; } tr, .chain { break-inside: avoid; } h2, h3, summary { break-after: avoid; } .wide { overflow: visible; } a { color: inherit; text-decoration: none; } .bar, .figures > div { print-color-adjust: exact; } @page { margin: 15mm; } }
</style>`;

/** One page that loads nothing and runs nothing. */
export const htmlPage = ({ title, at }: ReportHeader, body: MarkupPart): string =>
  `<!doctype html>\n${markup`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${STYLE}
</head>
<body>
<header>
<h1><bdi>${title}</bdi></h1>
<p class="quiet">${texts.madeBy} <time datetime="${new Date(at).toISOString()}">${minuteText(at)}</time></p>
</header>
<main>
${body}
</main>
</body>
</html>`.toString()}`;
