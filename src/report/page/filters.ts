import { type Markup, markup } from '../../look/index.ts';

/** One list of values that findings are filtered by. `key` is the `data-` attribute of a finding. */
export function filterChoice(name: string, key: string, options: readonly (readonly [string, string])[]): Markup {
  return markup`<label>${name} <select data-filter="${key}"><option value="">all</option>${options.map(([value, text]) => markup`<option value="${value}">${text}</option>`)}</select></label>`;
}

/** Search, lists and buttons, which the page's script enables. */
export function filterTools(placeholder: string, choices: readonly Markup[]): Markup {
  return markup`<div class="tools" role="search" aria-label="Filter the findings" data-tools hidden><label class="search">Search <input type="search" data-search autocomplete="off" placeholder="${placeholder}"></label>${choices}</div><div class="acts" data-tools hidden><button type="button" data-expand>Expand all</button><button type="button" data-collapse>Collapse all</button><button type="button" data-reset>Show all</button><span role="status" data-count></span></div>`;
}

interface SeverityCount {
  readonly severity: 'error' | 'warning' | 'info';
  readonly word: string;
  readonly count: number;
}

/** A box for each severity that occurs. They work without the script. */
export function severityBoxes(counts: readonly SeverityCount[]): Markup {
  return markup`<fieldset class="filters"><legend>Show</legend>${counts
    .filter(({ count }) => count > 0)
    .map(
      ({ severity, word, count }) =>
        markup`<label><input type="checkbox" id="show-${severity}" checked> ${word} <span class="muted">${count}</span></label>`,
    )}</fieldset>`;
}
