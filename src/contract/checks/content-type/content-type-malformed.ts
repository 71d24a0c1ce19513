import type { Api } from '../../../spec/index.ts';
import { fieldValue, parseMediaType } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const contentTypeMalformed: Check = defineCheck({
  id: 'content-type.malformed',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'media-type',
  question: 'Is Content-Type a valid media type?',
  guard:
    'Judged by the grammar alone (RFC 9110 §8.3.1). Unknown types and parameters are valid, and a value that the document itself uses (`xls`) is not an error of the service.',
  judge({ response, api }) {
    const value = fieldValue(response.headers, 'content-type');
    if (value === undefined) return [];
    const parsed = parseMediaType(value);
    if (parsed !== undefined && parsed.type !== '*' && parsed.subtype !== '*') return [];
    if (isDocumented(api, value)) return [];
    return [
      {
        messagePointer: '/header/content-type',
        expected: 'type/subtype (RFC 9110 §8.3.1)',
        actual: value,
        message: `The Content-Type of the answer, "${value}", is not a media type.`,
      },
    ];
  },
});

/** Whether an answer of any operation has the value: an answer to HEAD, or to an undocumented method, has no operation. */
function isDocumented({ operations }: Api, value: string): boolean {
  return operations.some(({ responses }) =>
    responses.some(({ content }) => content.some(({ mediaType }) => mediaType === value)),
  );
}
