import type { Violation } from '../../../core/index.ts';
import type { Operation } from '../../../spec/index.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { BreakingStimulus } from '../../model/purpose.ts';
import { sentText } from '../../requests/request-rule.ts';
import { asMissing, inSentence, ruleIn } from '../../responses/rule-words.ts';

/** The rule that a broken request breaks, in words, and its place in the document. */
export interface BrokenRule {
  /** Continues a sentence that ends in "accepted". */
  readonly words: string;
  /** Why the request must be refused. */
  readonly reason?: string;
  /** JSON Pointer into the document. */
  readonly rule?: string;
  /** The value that was sent in that place. */
  readonly sent?: string;
}

export function brokenRuleOf(exchange: Exchange, story: BreakingStimulus): BrokenRule {
  const { operation } = exchange;
  const form = operation === undefined ? undefined : ruleOfForm(operation, story);
  if (form !== undefined) return form;
  const violation = violationOf(exchange.wrongInRequest(), story);
  if (violation === undefined) return { words: `a request in which ${story.pointer} breaks its \`${story.keyword}\`` };
  const sent = sentText(exchange.request, story.pointer);
  return {
    words: `an invalid request: ${inSentence(asMissing(violation.message))}`,
    reason: inSentence(ruleIn(violation.message)),
    ...(violation.rule === undefined ? {} : { rule: violation.rule }),
    ...(sent === undefined ? {} : { sent }),
  };
}

/** The violation that the request was made for, at the place it was made for. */
function violationOf(all: readonly Violation[], { pointer, keyword }: BreakingStimulus): Violation | undefined {
  return (
    all.find((each) => each.pointer === pointer && each.keyword === keyword) ??
    all.find((each) => each.pointer === pointer) ??
    all.find((each) => each.pointer.startsWith(pointer)) ??
    all[0]
  );
}

/** The rule for faults in the form of a request: its body or media type is malformed. */
function ruleOfForm(
  { body, parameters }: Operation,
  { fault, pointer, keyword }: BreakingStimulus,
): BrokenRule | undefined {
  const content = body === undefined ? {} : { rule: `${body.pointer}/content` };
  switch (fault) {
    case 'empty-body':
      return {
        words: 'a request without a body, which is required',
        reason: 'a body is required',
        ...(body === undefined ? {} : { rule: `${body.pointer}/required` }),
      };
    case 'malformed-body':
      return {
        words: 'a body that is cut off and cannot be parsed',
        reason: `the body is not valid ${keyword.toUpperCase()}`,
        ...content,
      };
    case 'unsupported-media-type':
      return {
        words: `a body of the media type \`${keyword}\`, which is not documented`,
        reason: `documented is ${(body?.content ?? []).map(({ mediaType }) => `\`${mediaType}\``).join(', ')}`,
        ...content,
      };
    case 'duplicate-query': {
      const name = pointer.slice('/query/'.length);
      const at = parameters.find((each) => each.in === 'query' && each.name === name)?.pointer;
      return {
        words: `a request with the query parameter \`${name}\` twice`,
        reason: `\`${name}\` has one value`,
        ...(at === undefined ? {} : { rule: at }),
      };
    }
    default:
      return undefined;
  }
}
