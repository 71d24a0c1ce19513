import { type Check, defineCheck } from '../../model/check.ts';
import { idIn } from '../../responses/created-id.ts';
import { entity } from '../../responses/entity-diff.ts';

export const idempotencyKeyIgnored: Check = defineCheck({
  id: 'idempotency.key-ignored',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['keyed'],
  question: 'Does a request with the same idempotency key do its work only once?',
  guard:
    'Only operations that document such a key; the same request with the same key right after a success. A refusal of the second is fine, and so is the first answer again; only another new record is not.',
  judge(seen) {
    const { story } = seen.purpose;
    if (story.kind !== 'keyed' || story.made === undefined || seen.operation === undefined) return [];
    const { resource } = seen.model.roleOf(seen.operation);
    const id = resource === undefined ? undefined : idIn(resource, entity(seen));
    if (id === undefined || Object.values(story.made).some((known) => String(known) === String(id))) return [];
    return [
      {
        messagePointer: `/header/${story.name}`,
        expected: `the record that the first request made, or a refusal`,
        actual: `another one, ${String(id)}`,
        message: `${seen.operation.id} did the same work twice for one ${story.name}: it made another record, ${String(id)}.`,
      },
    ];
  },
});
