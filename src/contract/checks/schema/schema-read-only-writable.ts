import { isObject, stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const schemaReadOnlyWritable: Check = defineCheck({
  id: 'schema.read-only-writable',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['read-only'],
  question: 'Does the service ignore values for read-only properties?',
  guard:
    'Only if a request sent a value for a read-only property, or for an id that the documented body does not have, the write was accepted, and the answer shows exactly that value. An id that the documented body does not have is a warning: the body may have other properties.',
  judge(exchange) {
    const { story } = exchange.purpose;
    const { body } = exchange.response;
    if (story.kind !== 'read-only' || exchange.response.status > 299 || body.kind !== 'parsed') return [];
    const at = exchange.operation === undefined ? undefined : exchange.model.roleOf(exchange.operation).responseEntity;
    const value = body.value;
    const entity = at === '' || at === undefined ? value : isObject(value) ? value[at.slice(1)] : undefined;
    if (!isObject(entity) || !Object.hasOwn(entity, story.property)) return [];
    if (stringifyJson(entity[story.property] ?? null) !== stringifyJson(story.value)) return [];
    return [
      {
        messagePointer: `/body/${story.property}`,
        subject: story.property,
        expected: story.isUnlisted ? 'a value of the service, or a refusal' : 'the service’s own value',
        actual: stringifyJson(story.value),
        ...(story.isUnlisted ? { severity: 'warning' as const } : {}),
        message: story.isUnlisted
          ? `${exchange.operation?.id} stored the \`${story.property}\` of the request (${stringifyJson(story.value)}). The body in the document has no \`${story.property}\`: a service ignores it or refuses it.`
          : `${exchange.operation?.id} took the value of \`${story.property}\` from the request, although the document lets only the service set it (readOnly).`,
      },
    ];
  },
});
