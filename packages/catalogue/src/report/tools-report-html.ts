import { HINTS } from '@callgate/core';
import type { ReportHeader } from './html-page.ts';
import { htmlPage, minuteText } from './html-page.ts';
import { figure } from './html-summary.ts';
import type { Markup } from './markup.ts';
import { NO_MARKUP, isolateForeignText, markup } from './markup.ts';
import type { ReportedTool, ReportedUse, ToolsReport } from './tools-report.ts';
import {
  REACHABILITY_TEXTS,
  REPORTED_SITUATIONS,
  groundedPhrases,
  statementText,
  toolsSummary,
  countTools,
} from './tools-report.ts';
import { OUTCOME_WORDS, formatCount, formatPercent, formatInteger } from './report-phrases.ts';

const FIGURES = [
  ['calls', 'calls'],
  ['asked', 'prompts'],
  ['refused', 'refused'],
  ['blocked', 'blocked'],
] as const satisfies readonly (readonly [keyof ReportedUse, string])[];

const classification = (tool: ReportedTool): Markup => {
  const words = groundedPhrases(tool);
  const said = words.some(({ words: text }) => text === HINTS.agency.badge.yes);
  const chips = words.map(({ words: text, ground, careful }) =>
    careful
      ? markup`<li class="careful">${text} <span class="quiet">${ground}</span></li>`
      : markup`<li>${text} <span class="quiet">${ground}</span></li>`,
  );
  return markup`${tool.agent && !said ? markup`<p class="small warning">${HINTS.agency.badge.yes}</p>` : NO_MARKUP}${
    words.length === 0
      ? markup`<span class="quiet">nothing on a ground</span>`
      : markup`<ul class="chips">${chips}</ul>`
  }`;
};

const outcomes = (tool: ReportedTool): Markup => {
  const plain = tool.outcomes.plain;
  return markup`<span class="outcome ${plain}">${OUTCOME_WORDS[plain]}</span><details><summary>more</summary><ul>${REPORTED_SITUATIONS.map(
    (situation) => markup`<li>${situation}: ${OUTCOME_WORDS[tool.outcomes[situation]]}</li>`,
  )}</ul><p>${isolateForeignText(tool.reason, 300)}</p><p>Definition <code>${tool.digest}</code></p></details>`;
};

const row = (tool: ReportedTool): Markup => {
  const { use, words, standing, reachable, title } = tool;
  const last = use?.lastRanAt ?? null;
  return markup`<tr><th scope="row"><code>${isolateForeignText(tool.tool, 160)}</code>${title === null ? NO_MARKUP : markup`<br><span class="small quiet">${isolateForeignText(title, 120)}</span>`}</th><td class="short" data-of="agents can call it">${reachable === 'no' ? markup`<b>no</b>` : REACHABILITY_TEXTS[reachable]}${standing.length === 0 ? NO_MARKUP : markup`<br><span class="small quiet">${standing.join(', ')}</span>`}</td><td data-of="classification">${classification(tool)}</td><td data-of="reviewed or set by">${words.length === 0 ? markup`<span class="quiet">nobody</span>` : words.map((word) => markup`<p class="small">${isolateForeignText(statementText(word), 400)}</p>`)}</td><td data-of="outcome">${outcomes(tool)}</td><td class="short" data-of="last use">${last === null ? markup`<span class="quiet">never</span>` : markup`<time datetime="${new Date(last).toISOString()}">${minuteText(last)}</time>`}</td>${FIGURES.map(
    ([name, heading]) =>
      markup`<td class="number" data-of="${heading}">${use === null ? '–' : formatInteger(use[name])}</td>`,
  )}</tr>
`;
};

const HEAD = ['tool', 'agents can call it', 'classification', 'reviewed or set by', 'outcome', 'last use'];

const serverHtml = (tools: readonly ReportedTool[]): Markup => {
  const [first] = tools;
  if (first === undefined) return NO_MARKUP;
  return markup`<details open><summary><b>${isolateForeignText(first.server, 120)}</b><span class="quiet">${first.trust}, ${formatCount(tools.length, 'tool')}</span></summary>
<div class="wide" tabindex="0" role="region" aria-label="Tools of ${first.server}"><table class="stack">
<thead><tr>${HEAD.map((name) => markup`<th scope="col">${name}</th>`)}${FIGURES.map(([, name]) => markup`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>
${tools.map(row)}</tbody>
</table></div></details>`;
};

/** The list an auditor asks for, in one file that loads nothing. */
export const toolsReportHtml = (report: ToolsReport, options: ReportHeader): string => {
  const { reachable, reviewed, auto, confirm, block } = countTools(report);
  const byServer = Map.groupBy(report.tools, ({ server, identity }) => `${server} ${identity}`);
  return htmlPage(
    options,
    markup`<section aria-labelledby="summary">
<h2 id="summary">Summary</h2>
<p>Judged by the policy ${isolateForeignText(report.policy, 200)}.</p>
${toolsSummary(report).map((sentence) => markup`<p>${sentence}</p>`)}
<dl class="figures">${[
      figure(formatInteger(reachable), 'tools agents can call'),
      figure(formatPercent(reviewed, reachable), 'of them reviewed'),
      figure(formatInteger(auto), 'run by themselves'),
      figure(formatInteger(confirm), 'ask'),
      figure(formatInteger(block), 'are blocked'),
    ]}</dl>
</section>
<section aria-labelledby="tools">
<h2 id="tools">Tools, server by server</h2>
${[...byServer.values()].map(serverHtml)}
</section>
<footer class="quiet small"><p>Prompts are calls that people were asked about. Refused: a person said no; blocked: policy did. Calls are counted by the name of the server and of the tool, whatever command or address the name stood for.</p></footer>`,
  );
};
