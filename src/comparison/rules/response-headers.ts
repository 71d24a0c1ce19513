import type { ResponseHeader } from '../../spec/index.ts';
import { lifecycleChanges } from '../judge/lifecycle-changes.ts';
import { type OperationRule, type RuleTools, responseFlow } from '../judge/rule.ts';
import type { Change } from '../model/change.ts';

/** Header fields of responses. */
export const responseHeaders: OperationRule = {
  name: 'response-headers',
  compare: (pair, tools) => {
    if (responseFlow(pair) !== 'received') return [];
    return pair.base.responses.flatMap((before) => {
      const after = pair.revision.responses.find(({ status }) => status === before.status);
      if (after === undefined) return [];
      const gone = before.headers.filter((each) => twin(after.headers, each) === undefined);
      const come = after.headers.filter((each) => twin(before.headers, each) === undefined);
      return [
        ...gone.map(
          (each): Change => ({
            check: each.required ? 'response.header-lost' : 'response.header-removed',
            severity: each.required ? 'error' : 'warning',
            ...(each.required ? { proof: 'promise' } : {}),
            base: each.pointer,
            revision: after.pointer,
            subject: each.name.toLowerCase(),
            message: `header \`${each.name}\` of ${before.status} is no longer documented`,
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
          return other === undefined ? [] : headerChanges(tools, each, other);
        }),
      ];
    });
  },
};

const twin = (headers: readonly ResponseHeader[], { name }: ResponseHeader): ResponseHeader | undefined =>
  headers.find((each) => each.name.toLowerCase() === name.toLowerCase());

function headerChanges(tools: RuleTools, before: ResponseHeader, after: ResponseHeader): readonly Change[] {
  const places = { base: before.pointer, revision: after.pointer };
  const noun = `header \`${before.name}\``;
  const found: Change[] = [...lifecycleChanges(before.lifecycle, after.lifecycle, { ...places, noun })];
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
      ...tools.schemas.of({ base: before.schema, revision: after.schema, flow: 'received', noun, pointers: places }),
    );
  return found;
}
