import type { RecordedExchange } from '../contract/index.ts';

/** How many requests of a case are listed. The rest is counted. */
const MOST_STEPS = 12;

/** A short list of the requests of each case. */
export interface CaseSteps {
  add(caseId: string, exchange: RecordedExchange): void;
  /** Such as `POST /pets 201 → GET /pets/7 200`; undefined if none is known. */
  of(caseId: string): string | undefined;
}

export function createCaseSteps(): CaseSteps {
  const all = new Map<string, string[]>();
  const counts = new Map<string, number>();
  return {
    add(id, { request, response, failure }) {
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      if (count > MOST_STEPS) return;
      const steps = all.get(id) ?? [];
      steps.push(`${request.method} ${pathOf(request.url)} ${response?.status ?? failure?.code ?? 'no answer'}`);
      all.set(id, steps);
    },
    of(id) {
      const steps = all.get(id);
      const more = (counts.get(id) ?? 0) - MOST_STEPS;
      return steps === undefined ? undefined : [...steps, ...(more > 0 ? [`${more} more`] : [])].join(' → ');
    },
  };
}

const MOST_PATH = 120;

function pathOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url;
  return path.length > MOST_PATH ? `${path.slice(0, MOST_PATH)}…` : path;
}
