import { fieldValue, parseMediaType } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const bodyCsvHeader: Check = defineCheck({
  id: 'body.csv-header',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  needs: ['success', 'content'],
  question: 'Does a CSV answer have the columns of the documented example?',
  guard:
    'Only if the first line of a documented example of the same media type holds two or more names. Additional columns, another order and other letter case are correct.',
  judge({ response, documented, raw, operation }) {
    const type = parseMediaType(fieldValue(response.headers, 'content-type') ?? '')?.essence;
    if (type !== 'text/csv' || documented === undefined) return [];
    if (response.status < 200 || response.status > 299 || raw.bytes.length === 0) return [];
    const content = documented.content.find(({ mediaType }) => parseMediaType(mediaType)?.essence === type);
    const examples =
      content?.examples.flatMap(({ value }) => (typeof value === 'string' ? [columnsOf(value)] : [])) ?? [];
    const columns = columnsOf(Buffer.from(raw.bytes.subarray(0, FIRST_LINE)).toString('utf8'));
    const [wanted] = examples.filter(isHeader);
    if (content === undefined || wanted === undefined) return [];
    const there = new Set(columns.map((each) => each.toLowerCase()));
    const missing = wanted.filter((each) => !there.has(each.toLowerCase()));
    if (missing.length === 0) return [];
    return [
      {
        pointer: content.pointer,
        messagePointer: '/body',
        expected: wanted.join(','),
        actual: columns.join(','),
        message: `The CSV of ${operation?.id ?? 'the operation'} has no column ${missing.join(', ')}, which the documented example has.`,
      },
    ];
  },
});

const FIRST_LINE = 4_096;

function columnsOf(text: string): readonly string[] {
  const [line = ''] = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const delimiter = line.includes(';') && !line.includes(',') ? ';' : ',';
  return line.split(delimiter).map((each) => each.trim().replace(/^"(.*)"$/, '$1'));
}

/** Header lines hold names. The first line of a file without a header line holds values. */
function isHeader(columns: readonly string[]): boolean {
  return columns.length > 1 && columns.every((each) => /^[a-z_][\w .-]*$/i.test(each));
}
