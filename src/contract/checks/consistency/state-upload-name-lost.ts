import { isObject } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { entity } from '../../responses/entity-diff.ts';

export const stateUploadNameLost: Check = defineCheck({
  id: 'state.upload-name-lost',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['uploaded'],
  question: 'Does the file name of an upload come back?',
  guard:
    'Only properties that are called a file name, or that the document calls so. Two uploads of one name must show the same other name: a service may choose names itself, or add to them. The extension may stand in another property, and a file whose type the document gives may get another one.',
  judge(exchange) {
    const { story } = exchange.purpose;
    const item = entity(exchange);
    if (story.kind !== 'uploaded' || item === undefined || !isObject(item)) return [];
    if (item[story.property] !== story.earlier) return [];
    return [
      {
        messagePointer: `/body/${story.property}`,
        subject: story.property,
        expected: story.fileName,
        actual: story.earlier,
        message: `${exchange.operation?.id ?? 'The operation'} took a file called \`${story.fileName}\`, and shows \`${story.earlier}\` as its \`${story.property}\`.`,
      },
    ];
  },
});
