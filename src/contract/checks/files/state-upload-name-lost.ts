import { fieldValue, isSameFileName, parseDisposition } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { shownAgain } from './uploaded-facts.ts';

export const stateUploadNameLost: Check = defineCheck({
  id: 'state.upload-name-lost',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['uploaded', 'downloaded'],
  question: 'Does the file name of an upload come back?',
  guard:
    'Only properties that are called a file name, or that the document calls so. Two uploads of one name must show the same other name: a service may choose names itself, or add to them. The extension may stand in another property, and a file whose type the document gives may get another one. Capitals and letters beyond ASCII, and the name in `Content-Disposition` of a download, only where the document says that the name is kept as it was uploaded; UTF-8 that was read as ISO 8859-1 is accepted. Silent where the document says that the service makes names of its own (replaces, shortens, detects).',
  judge(exchange) {
    const { story } = exchange.purpose;
    const operation = exchange.operation?.id ?? 'The operation';
    if (story.kind === 'downloaded') {
      const field = fieldValue(exchange.response.headers, 'content-disposition');
      const shown = field === undefined ? undefined : parseDisposition(field).filename;
      const { name, write } = story;
      if (exchange.response.status !== 200 || name === undefined || shown === undefined) return [];
      // A name in ASCII may stand in for the name (RFC 6266 §4.3), also as an encoded word of mail (RFC 2047).
      const letters = [...name].map((each) => (/[A-Za-z0-9]/.test(each) ? each : '.*')).join('');
      if (isSameFileName(shown, name) || new RegExp(letters).test(shown) || shown.startsWith('=?')) return [];
      return [
        {
          messagePointer: '/headers/content-disposition',
          subject: 'Content-Disposition',
          expected: name,
          actual: shown,
          message: `${operation} names the file \`${shown}\` that ${write} took as \`${name}\`.`,
        },
      ];
    }
    const uploaded = shownAgain(exchange, 'name');
    if (uploaded === undefined) return [];
    const { property, fileName, earlier } = uploaded;
    return [
      {
        messagePointer: `/body/${property}`,
        subject: property,
        expected: fileName,
        actual: String(earlier),
        message: `${operation} took a file called \`${fileName}\`, and shows \`${String(earlier)}\` as its \`${property}\`.`,
      },
    ];
  },
});
