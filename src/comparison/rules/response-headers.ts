import type { ResponseHeader } from '../../spec/index.ts';
import { lifecycleChanges, removalOf } from '../judge/lifecycle-changes.ts';
import { headerProof } from '../judge/message-proof.ts';
import { pairResponses } from '../judge/response-pairs.ts';
import { type OperationRule, type RuleTools, responseFlow, sidesOf } from '../judge/rule.ts';
import type { Change, OperationPair } from '../model/change.ts';

/** Header fields of responses. */
export const responseHeaders: OperationRule = {
  name: 'response-headers',
  compare: (pair, tools) => {
    if (responseFlow(pair) !== 'received') return [];
    return pairResponses(pair.base.responses, pair.revision.responses).flatMap(([before, after]) => {
      const gone = before.headers.filter((each) => !isOwned(each) && twin(after.headers, each) === undefined);
      const come = after.headers.filter((each) => twin(before.headers, each) === undefined);
      return [
        ...gone.map(
          (each): Change => ({
            base: each.pointer,
            revision: after.pointer,
            subject: each.name.toLowerCase(),
            stability: each.lifecycle.stability,
            ...(removalOf(each.lifecycle, `header \`${each.name}\` of ${before.status}`, tools.context) ?? {
              check: each.required ? 'response.header-lost' : 'response.header-removed',
              severity: each.required ? 'error' : 'warning',
              ...(each.required ? { proof: 'promise' } : {}),
              message: `header \`${each.name}\` of ${before.status} is no longer documented`,
            }),
          }),
        ),
        ...come.map(
          (each): Change => ({
            check: 'response.header-added',
            severity: 'info',
            revision: each.pointer,
            subject: each.name.toLowerCase(),
            message: `header \`${each.name}\` of ${before.status} is new`,
          }),
        ),
        ...before.headers.flatMap((each) => {
          const other = twin(after.headers, each);
          return other === undefined ? [] : headerChanges(pair, tools, [each, other], [before.status, after.status]);
        }),
      ];
    });
  },
};

/** Their definitions are ignored (OpenAPI 3.1 §4.8.17.1). */
const isOwned = ({ name }: ResponseHeader): boolean => name.toLowerCase() === 'content-type';

const twin = (headers: readonly ResponseHeader[], { name }: ResponseHeader): ResponseHeader | undefined =>
  headers.find((each) => each.name.toLowerCase() === name.toLowerCase());

function headerChanges(
  pair: OperationPair,
  tools: RuleTools,
  [before, after]: readonly [ResponseHeader, ResponseHeader],
  [was, is]: readonly [string, string],
): readonly Change[] {
  const places = { base: before.pointer, revision: after.pointer };
  const noun = `header \`${before.name}\``;
  const found: Change[] = [...lifecycleChanges(before.lifecycle, after.lifecycle, { ...places, noun }, tools.context)];
  if (before.required && !after.required)
    found.push({
      ...places,
      check: 'response.header-lost',
      severity: 'error',
      proof: 'promise',
      keyword: 'required',
      message: `${noun} may be absent now`,
    });
  if (before.schema !== undefined && after.schema !== undefined)
    found.push(
      ...tools.schemas.of({
        base: before.schema,
        revision: after.schema,
        flow: 'received',
        noun,
        pointers: places,
        stability: before.lifecycle.stability,
        isText: true,
        ...(was === is ? { prove: (value) => headerProof(sidesOf(pair, tools, 'received'), is, after, value) } : {}),
      }),
    );
  return found;
}
