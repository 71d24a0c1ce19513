import { type Check, defineCheck } from '../../model/check.ts';
import { idIn, shownId } from '../../responses/created-id.ts';
import { entity } from '../../responses/entity-diff.ts';

export const idempotencyKeyIgnored: Check = defineCheck({
  id: 'idempotency.key-ignored',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['keyed'],
  question: 'Is a request with the same idempotency key done only once?',
  guard:
    'Only operations that document such a key. The same request is sent again right after a success. A refusal is correct, and so is the first answer again; a second new record is not.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'keyed' || story.made === undefined || exchange.operation === undefined) return [];
    const { resource } = exchange.model.roleOf(exchange.operation);
    const item = entity(exchange);
    const id = (resource === undefined ? undefined : idIn(resource, item)) ?? shownId(exchange.api, resource, item);
    if (id === undefined || Object.values(story.made).some((known) => String(known) === String(id))) return [];
    return [
      {
        messagePointer: `/header/${story.name}`,
        expected: `the record that the first request made, or a refusal`,
        actual: `another one, ${String(id)}`,
        message: `${exchange.operation.id} did the same work twice for one ${story.name}: it created a second record, ${String(id)}.`,
      },
    ];
  },
});
