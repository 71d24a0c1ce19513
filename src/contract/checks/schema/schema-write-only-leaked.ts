import { type Check, defineCheck } from '../../model/check.ts';

export const schemaWriteOnlyLeaked: Check = defineCheck({
  id: 'schema.write-only-leaked',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'schema',
  needs: ['violations'],
  question: 'Are write-only properties absent from answers?',
  guard: 'As the validator says: properties that the schema marks writeOnly and the answer contains.',
  judge(seen) {
    return seen
      .violations()
      .filter(({ code }) => code === 'response.write-only')
      .map((violation) => ({
        ...(violation.rule === undefined ? {} : { pointer: violation.rule }),
        messagePointer: violation.pointer,
        keyword: 'writeOnly',
        expected: 'the property left out',
        actual: 'the property there',
        message: violation.message,
      }));
  },
});
