import type { Finding } from '../finding.ts';
import type { Markup } from './markup.ts';
import { NOTHING, foreign, markup } from './markup.ts';
import type { FoundByRule } from './totals.ts';
import { byRule, isForAuthors } from './totals.ts';
import { counted, placeOf, whole } from './words.ts';

const row = (finding: Finding): Markup => {
  const { message, help } = finding;
  return markup`<tr><td class="place"><code>${foreign(placeOf(finding), 700)}</code></td><td class="says"><p>${foreign(message, 1200)}</p><p class="quiet small">${foreign(help, 800)}</p></td></tr>`;
};

const MOST = 100;

export const findingsTable = (
  findings: readonly Finding[],
  caption: Markup = NOTHING,
): Markup => markup`<div class="wide"><table class="stack">
${caption}<thead><tr><th scope="col">where</th><th scope="col">what, and what to do</th></tr></thead>
<tbody>${findings.slice(0, MOST).map(row)}</tbody>
</table>${findings.length > MOST ? markup`<p class="quiet">${whole(findings.length - MOST)} more stand at their tools.</p>` : NOTHING}</div>`;

const FEW = 12;

const ruleHtml = ({ rule, severity, findings }: FoundByRule, mayOpen: boolean): Markup => {
  const open = mayOpen && severity !== 'note' && (severity === 'error' || findings.length <= FEW);
  const content = markup`<summary><b>${foreign(rule, 80)}</b><span class="severity ${severity}">${counted(findings.length, severity)}</span></summary>
${findingsTable(findings)}`;
  return open ? markup`<details open>${content}</details>` : markup`<details>${content}</details>`;
};

/** Findings by rule, what matters most first. */
export const htmlFindings = (findings: readonly Finding[]): Markup => {
  const authors = findings.filter(isForAuthors);
  const others = findings.filter((finding) => !isForAuthors(finding));
  return markup`<section aria-labelledby="findings">
<h2 id="findings">Findings</h2>
${others.length === 0 ? markup`<p>None for whoever runs the servers.</p>` : byRule(others).map((found) => ruleHtml(found, true))}
${
  authors.length === 0
    ? NOTHING
    : markup`<h3>For the authors of the servers</h3>${byRule(authors).map((found) => ruleHtml(found, false))}`
}
</section>`;
};
