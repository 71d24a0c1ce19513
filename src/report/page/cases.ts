import type { CaseResult } from '../../contract/index.ts';
import { EMPTY_MARKUP, type Markup, markup, markupIf, prose } from '../../look/index.ts';
import type { CaseSteps } from '../case-steps.ts';
import type { CaseStory } from '../story.ts';
import { plural } from '../words.ts';

const ORDER = ['failed', 'errored', 'inconclusive', 'passed', 'skipped'] as const;
const MARKS: Readonly<Record<CaseResult['verdict'], string>> = {
  failed: '✗',
  errored: '✗',
  inconclusive: '?',
  passed: '✓',
  skipped: '–',
};

/** Every case of the run by operation: its verdict, reason, and requests. */
export function casesSection(cases: readonly CaseStory[], steps: CaseSteps, characters: number): Markup {
  if (cases.length === 0) return EMPTY_MARKUP;
  const rows = rowsThatFit(cases, steps, characters);
  const groups = new Map<string, CaseRow[]>();
  for (const row of rows) groups.set(groupOf(row.caseStory), [...(groups.get(groupOf(row.caseStory)) ?? []), row]);
  const left = cases.length - rows.length;
  return markup`<section id="cases" aria-labelledby="cases-title"><h2 id="cases-title">Cases <span class="n">${cases.length}</span></h2>
<fieldset class="filters"><legend>Show</legend>${ORDER.filter((verdict) => cases.some(({ result }) => result.verdict === verdict)).map((verdict) => markup`<label><input type="checkbox" id="case-${verdict}" checked> ${verdict} <span class="muted">${cases.filter(({ result }) => result.verdict === verdict).length}</span></label>`)}</fieldset>
<div class="cases panel">${[...groups].map(([name, list]) => markup`<details id="${caseGroupId(name)}"><summary>${name} <span class="muted">${verdictsText(list.map(({ caseStory }) => caseStory))}</span></summary><ul>${list.map(({ row }) => row)}</ul></details>`)}</div>
${markupIf(left > 0 && left, (more) => markup`<p class="muted">… and ${plural(more, 'more case')}, most of them passed: the json report lists all of them.</p>`)}</section>`;
}

interface CaseRow {
  readonly caseStory: CaseStory;
  readonly row: Markup;
}

/** The rows that fit into the page, the most important verdicts first, in the order of the run. */
function rowsThatFit(cases: readonly CaseStory[], steps: CaseSteps, characters: number): readonly CaseRow[] {
  const kept = new Map<CaseStory, Markup>();
  let room = characters;
  for (const verdict of ORDER)
    for (const caseStory of cases) {
      if (caseStory.result.verdict !== verdict) continue;
      const row = rowOf(caseStory, steps);
      room -= row.html.length;
      if (room > 0) kept.set(caseStory, row);
    }
  return cases.flatMap((caseStory) => {
    const row = kept.get(caseStory);
    return row === undefined ? [] : [{ caseStory, row }];
  });
}

function rowOf({ case: planned, result }: CaseStory, steps: CaseSteps): Markup {
  const { verdict } = result;
  const reason = 'reason' in result ? result.reason : undefined;
  const found = 'fingerprints' in result ? result.fingerprints : [];
  return markup`<li class="${verdict}"><span class="${verdict}" aria-hidden="true">${MARKS[verdict]}</span> <span class="hidden">${verdict}: </span>${prose(planned.description)} <span class="muted">${planned.phase}</span>${markupIf(reason, (text) => markup`<br><span class="muted">${verdict}: ${prose(text)}</span>`)}${found.map((each) => markup` <a href="#f-${each}">finding</a>`)}${markupIf(steps.of(planned.id), (text) => markup`<br><span class="steps">${text}</span>`)}</li>`;
}

function groupOf({ case: { operation } }: CaseStory): string {
  return operation ?? 'the API as a whole';
}

/** Id of the cases of an operation in the page. */
export function caseGroupId(operation: string): string {
  return `c-${operation.replace(/\W/g, (character) => `_${character.charCodeAt(0).toString(16)}`)}`;
}

function verdictsText(cases: readonly CaseStory[]): string {
  return ORDER.map((verdict) => [verdict, cases.filter(({ result }) => result.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(' · ');
}
