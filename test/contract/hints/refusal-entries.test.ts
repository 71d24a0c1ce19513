import { expect, test } from 'vitest';
import { refusalEntries } from '../../../src/contract/hints/refusal-entries.ts';

test('the place of a violation is read from the elements of its path; that of its rule is left out', () => {
  const value = {
    code: 3,
    details: [
      {
        violations: [
          {
            field: { elements: [{ fieldNumber: 1, fieldName: 'rules', index: '0' }, { fieldName: 'title' }] },
            rule: { elements: [{ fieldNumber: 25, fieldName: 'required', fieldType: 'TYPE_BOOL' }] },
            message: 'value is required',
          },
        ],
      },
    ],
  };
  const body = { kind: 'parsed', mediaType: 'application/json', value, text: '' } as const;
  expect(refusalEntries(body)).toEqual([{ text: 'value is required', place: 'rules.title' }]);
});

test('a code is read as words, which name the place and what is wrong there', () => {
  const value = { error: { code: 400, message: 'MISSING_PHONE_NUMBER' } };
  const body = { kind: 'parsed', mediaType: 'application/json', value, text: '' } as const;
  expect(refusalEntries(body)).toEqual([{ text: 'missing "phone number"' }]);
});
