import { fieldValue, parseMediaType, parseQuery } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const bodyCsvHeader: Check = defineCheck({
  id: 'body.csv-header',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  needs: ['success', 'content'],
  question: 'Does a CSV answer have the columns of the documented example, in its order?',
  guard:
    'Only if the first line of a documented example of the same media type holds two or more names. Additional columns and other letter case are correct, and a request that names columns may get others.',
  judge({ request, response, documented, raw, operation }) {
    const type = parseMediaType(fieldValue(response.headers, 'content-type') ?? '')?.essence;
    if (type !== 'text/csv' || documented === undefined) return [];
    if (response.status < 200 || response.status > 299 || raw.bytes.length === 0) return [];
    const content = documented.content.find(({ mediaType }) => parseMediaType(mediaType)?.essence === type);
    const examples =
      content?.examples.flatMap(({ value }) => (typeof value === 'string' ? [columnsOf(value)] : [])) ?? [];
    const columns = columnsOf(Buffer.from(raw.bytes.subarray(0, FIRST_LINE)).toString('utf8'));
    const [wanted] = examples.filter(isHeader);
    if (content === undefined || wanted === undefined) return [];
    if (namesColumn(request.query, wanted)) return [];
    const there = columns.map((each) => each.toLowerCase());
    const missing = wanted.filter((each) => !there.includes(each.toLowerCase()));
    const places = wanted.map((each) => there.indexOf(each.toLowerCase()));
    const isOrdered = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
    if (missing.length === 0 && isOrdered) return [];
    const csv = `The CSV of ${operation?.id ?? 'the operation'}`;
    return [
      {
        pointer: content.pointer,
        messagePointer: '/body',
        expected: wanted.join(','),
        actual: columns.join(','),
        message:
          missing.length > 0
            ? `${csv} has no column ${missing.join(', ')}, which the documented example has.`
            : `${csv} has the columns of the documented example in another order.`,
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

/** Whether a query names a column, such as `columns=id,crew`. */
function namesColumn(query: string, columns: readonly string[]): boolean {
  const parsed = parseQuery(query);
  const words = parsed.ok ? parsed.pairs.flatMap(({ value }) => value.split(/[,;\s]/)) : [];
  return columns.some((column) => words.includes(column));
}

/** Header lines hold names. The first line of a file without a header line holds values. */
function isHeader(columns: readonly string[]): boolean {
  return columns.length > 1 && columns.every((each) => /^[a-z_][\w .-]*$/i.test(each));
}
