import { fieldValue } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const deprecatedHeaderUndocumented: Check = defineCheck({
  id: 'deprecated.header-undocumented',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['deprecation'],
  question: 'Is an operation that sends Deprecation also deprecated in the document?',
  guard: 'Every way in which a document can mark an operation as deprecated counts.',
  judge({ operation, response }) {
    const value = fieldValue(response.headers, 'deprecation');
    if (operation === undefined || value === undefined || operation.lifecycle.deprecated) return [];
    return [
      {
        messagePointer: '/header/deprecation',
        expected: 'no Deprecation, or deprecated: true in the document',
        actual: value,
        message: `${operation.id} sends "Deprecation: ${value}"; the document does not mark it as deprecated.`,
      },
    ];
  },
});
