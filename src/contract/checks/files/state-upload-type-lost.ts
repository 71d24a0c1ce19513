import { fieldValue } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { shownAgain } from './uploaded-facts.ts';

export const stateUploadTypeLost: Check = defineCheck({
  id: 'state.upload-type-lost',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['uploaded', 'downloaded'],
  question: 'Does the media type of an upload come back, if the document says so?',
  guard:
    'Only where the document says without a condition that the media type is kept as it was uploaded, of a property that is called a media type, or of a download, and says nowhere that types are detected or files are changed. The file part of the form was sent with that type, which is not the general one (`application/octet-stream`). Parameters of the type do not count. Of a property, two uploads must show the same other type.',
  judge(exchange) {
    const { story } = exchange.purpose;
    const operation = exchange.operation?.id ?? 'The operation';
    if (story.kind === 'downloaded') {
      const shown = fieldValue(exchange.response.headers, 'content-type');
      const { type, write } = story;
      if (exchange.response.status !== 200 || type === undefined || shown === undefined) return [];
      if (shown.toLowerCase().startsWith(type)) return [];
      return [
        {
          messagePointer: '/headers/content-type',
          subject: 'Content-Type',
          expected: type,
          actual: shown,
          message: `${operation} answers with the media type ${shown}, and ${write} took the file as ${type}.`,
        },
      ];
    }
    const uploaded = shownAgain(exchange, 'type');
    if (uploaded === undefined) return [];
    const { property, sent, earlier } = uploaded;
    return [
      {
        messagePointer: `/body/${property}`,
        subject: property,
        expected: String(sent),
        actual: String(earlier),
        message: `${operation} took a file of the media type ${String(sent)}, and shows \`${String(earlier)}\` as its \`${property}\`.`,
      },
    ];
  },
});
