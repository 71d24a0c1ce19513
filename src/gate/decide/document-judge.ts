import { createGenerator } from '../../generation/index.ts';
import type { Api } from '../../spec/index.ts';
import type { ClientUse } from '../../traffic/index.ts';
import { createUseJudge, type UseJudge } from '../../usage/index.ts';
import { createPrism, createValidator } from '../../validation/index.ts';
import type { GateProblem } from '../model/decision.ts';

/** A document that uses are checked against. */
export interface JudgedDocument {
  readonly api: Api;
  /** Uses that the document certainly does not serve. */
  problems(uses: readonly ClientUse[]): readonly GateProblem[];
}

/** Checks uses against documents; each document is compiled once. */
export interface DocumentJudge {
  judged(api: Api): JudgedDocument;
}

export function createDocumentJudge(): DocumentJudge {
  const prism = createPrism();
  const known = new WeakMap<Api, JudgedDocument>();
  const judgedAnew = (api: Api): JudgedDocument => {
    const validator = createValidator({ api, prism, fast: false });
    const judge = createUseJudge({ api, validator, generator: createGenerator({ api, accepts: validator.accepts }) });
    return { api, problems: (uses) => problemsOf(judge, uses) };
  };
  return {
    judged: (api) => {
      const made = known.get(api) ?? judgedAnew(api);
      known.set(api, made);
      return made;
    },
  };
}

/** Problems by client and place, with the calls that have them. */
function problemsOf(judge: UseJudge, uses: readonly ClientUse[]): readonly GateProblem[] {
  const found = new Map<string, GateProblem>();
  for (const use of uses)
    for (const { at, message, certain, calls, keyword } of judge.breaches(use)) {
      if (!certain) continue;
      const key = [use.client, labelOf(use), at, keyword].join('\u0000');
      const before = found.get(key);
      found.set(
        key,
        before === undefined
          ? { client: use.client, at, message: `${labelOf(use)}: ${message}`, calls, input: use.source }
          : { ...before, calls: before.calls + calls },
      );
    }
  return [...found.values()];
}

/** Paths of recordings may contain personal data, so their ids are left out. */
const labelOf = (use: ClientUse): string =>
  use.kind === 'distilled'
    ? `${use.method} ${use.path}`
    : `${use.request.method} ${use.request.path.replace(/\/[^/]*\d[^/]*(?=\/|$)/g, (part) => (/^\/v\d+$/.test(part) ? part : '/…'))}`;
