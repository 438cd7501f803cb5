import type { Finding } from '../finding.ts';
import { SEVERITIES } from '../finding.ts';
import type { Markup } from './markup.ts';
import { NOTHING, foreign, markup } from './markup.ts';
import { counted, placeOf } from './words.ts';

const row = (finding: Finding): Markup => {
  const { message, help } = finding;
  return markup`<tr><td class="place"><code>${foreign(placeOf(finding), 700)}</code></td><td class="says"><p>${foreign(message, 1200)}</p><p class="quiet small">${foreign(help, 800)}</p></td></tr>`;
};

const MOST = 300;

export const findingsTable = (
  findings: readonly Finding[],
  caption: Markup = NOTHING,
): Markup => markup`<div class="wide"><table class="stack">
${caption}<thead><tr><th scope="col">where</th><th scope="col">what, and what to do</th></tr></thead>
<tbody>${findings.slice(0, MOST).map(row)}</tbody>
</table>${findings.length > MOST ? markup`<p class="quiet">${counted(findings.length - MOST, 'more')} are left out; the JSON has all.</p>` : NOTHING}</div>`;

const FEW = 12;

const ofRule = (rule: string, findings: readonly Finding[]): Markup => {
  const severity = findings[0]?.severity ?? 'note';
  const open = severity === 'error' || (severity === 'warning' && findings.length <= FEW);
  const content = markup`<summary><b>${foreign(rule, 80)}</b><span class="severity ${severity}">${counted(findings.length, severity)}</span></summary>
${findingsTable(findings)}`;
  return open ? markup`<details open>${content}</details>` : markup`<details>${content}</details>`;
};

/** Findings by rule, what matters most first. */
export const htmlFindings = (findings: readonly Finding[]): Markup => {
  const parts = SEVERITIES.flatMap((severity) => {
    const some = findings.filter((finding) => finding.severity === severity);
    return [...Map.groupBy(some, ({ rule }) => rule)].map(([rule, found]) => ofRule(rule, found));
  });
  return markup`<section aria-labelledby="findings">
<h2 id="findings">Findings</h2>
${parts.length === 0 ? markup`<p>None.</p>` : parts}
</section>`;
};
