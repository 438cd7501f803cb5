import { HINTS } from '@callgate/core';
import { toolsReportMessages as texts } from '@callgate/messages/catalogue/tools-report';
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
import { OUTCOME_WORDS, formatPercent, formatInteger } from './report-phrases.ts';

const FIGURES = [
  ['calls', texts.columns.calls],
  ['asked', texts.columns.prompts],
  ['refused', texts.columns.denied],
  ['blocked', texts.columns.blocked],
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
      ? markup`<span class="quiet">${texts.noClassification}</span>`
      : markup`<ul class="chips">${chips}</ul>`
  }`;
};

const outcomes = (tool: ReportedTool): Markup => {
  const plain = tool.outcomes.plain;
  return markup`<span class="outcome ${plain}">${OUTCOME_WORDS[plain]}</span><details><summary>${texts.details}</summary><ul>${REPORTED_SITUATIONS.map(
    (situation) => markup`<li>${situation}: ${OUTCOME_WORDS[tool.outcomes[situation]]}</li>`,
  )}</ul><p>${isolateForeignText(tool.reason, 300)}</p><p>${texts.definition} <code>${tool.digest}</code></p></details>`;
};

const row = (tool: ReportedTool): Markup => {
  const { use, words, standing, reachable, title } = tool;
  const last = use?.lastRanAt ?? null;
  return markup`<tr><th scope="row"><code>${isolateForeignText(tool.tool, 160)}</code>${title === null ? NO_MARKUP : markup`<br><span class="small quiet">${isolateForeignText(title, 120)}</span>`}</th><td class="short" data-of="${texts.columns.reachable}">${reachable === 'no' ? markup`<b>${REACHABILITY_TEXTS.no}</b>` : REACHABILITY_TEXTS[reachable]}${standing.length === 0 ? NO_MARKUP : markup`<br><span class="small quiet">${standing.join(', ')}</span>`}</td><td data-of="${texts.columns.classification}">${classification(tool)}</td><td data-of="${texts.columns.statements}">${words.length === 0 ? markup`<span class="quiet">${texts.unreviewed}</span>` : words.map((word) => markup`<p class="small">${isolateForeignText(statementText(word), 400)}</p>`)}</td><td data-of="${texts.columns.outcome}">${outcomes(tool)}</td><td class="short" data-of="${texts.columns.lastUse}">${last === null ? markup`<span class="quiet">${texts.never}</span>` : markup`<time datetime="${new Date(last).toISOString()}">${minuteText(last)}</time>`}</td>${FIGURES.map(
    ([name, heading]) =>
      markup`<td class="number" data-of="${heading}">${use === null ? '–' : formatInteger(use[name])}</td>`,
  )}</tr>
`;
};

const HEAD = [
  texts.columns.tool,
  texts.columns.reachable,
  texts.columns.classification,
  texts.columns.statements,
  texts.columns.outcome,
  texts.columns.lastUse,
];

const serverHtml = (tools: readonly ReportedTool[]): Markup => {
  const [first] = tools;
  if (first === undefined) return NO_MARKUP;
  return markup`<details open><summary><b>${isolateForeignText(first.server, 120)}</b><span class="quiet">${texts.serverLine({ trust: first.trust, tools: tools.length })}</span></summary>
<div class="wide" tabindex="0" role="region" aria-label="${texts.toolsOf({ server: first.server })}"><table class="stack">
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
<h2 id="summary">${texts.headings.summary}</h2>
<p>${texts.judgedBy} ${isolateForeignText(report.policy, 200)}.</p>
${toolsSummary(report).map((sentence) => markup`<p>${sentence}</p>`)}
<dl class="figures">${[
      figure(formatInteger(reachable), texts.figures.reachable),
      figure(formatPercent(reviewed, reachable), texts.figures.reviewed),
      figure(formatInteger(auto), texts.figures.auto),
      figure(formatInteger(confirm), texts.figures.confirm),
      figure(formatInteger(block), texts.figures.block),
    ]}</dl>
</section>
<section aria-labelledby="tools">
<h2 id="tools">${texts.headings.tools}</h2>
${[...byServer.values()].map(serverHtml)}
</section>
<footer class="quiet small"><p>${texts.footer}</p></footer>`,
  );
};
