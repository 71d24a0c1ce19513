import type { Check, Draft, Verdictless } from './check.ts';
import { curlOf } from './curl.ts';
import type { Finding } from './events.ts';
import { toFinding } from './judge.ts';
import { isOfOthers } from './purpose.ts';
import { recordExchange } from './record.ts';
import type { Gathered } from './run-flow.ts';
import type { Sent, StageParts } from './stage-parts.ts';
import type { Outcome } from './target/target.ts';

/** A finding for each thing that was said and is asked. */
type Speak = (said: readonly { readonly check: Check | Verdictless; readonly draft: Draft }[]) => readonly Finding[];

/** Says what checks found in one exchange, with its request and how to send it again. */
export function speaker(parts: StageParts, gathered: Gathered, sent: Sent, outcome: Outcome): Speak {
  const { operation, request, url, purpose, options } = sent;
  const { policy } = parts;
  const redactor = isOfOthers(purpose) ? parts.redactor.ofOthers : parts.redactor;
  const finding = (check: Check | Verdictless, draft: Draft): Finding =>
    toFinding(check, options.pointer === undefined ? draft : { pointer: options.pointer, ...draft }, {
      operation,
      lineOf: (pointer) => parts.api.lineOf(pointer),
      case: gathered.case.id,
      phase: gathered.case.phase,
      exchange: recordExchange(request, url, outcome, redactor),
      curl: curlOf(request, url, redactor),
      redact: redactor.message,
      ...(purpose.caller === undefined ? {} : { caller: purpose.caller }),
      ...(purpose.story.kind === 'scenario' && purpose.story.position !== undefined
        ? { input: purpose.story.position }
        : {}),
    });
  return (said) =>
    said.flatMap(({ check, draft }) => {
      const settled = policy.settle(check, draft, operation);
      return settled === undefined ? [] : [finding(settled.check, settled.draft)];
    });
}
