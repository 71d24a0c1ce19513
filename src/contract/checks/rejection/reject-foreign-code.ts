import type { Json } from '../../../core/index.ts';
import type { Operation } from '../../../spec/index.ts';
import { valueAt } from '../../../wire/index.ts';
import { jsonOf } from '../../model/case-context.ts';
import { type Check, defineCheck } from '../../model/check.ts';

/** Places in which error bodies have a machine-readable code. */
const PLACES = ['/code', '/type', '/error', '/error/code', '/errorCode', '/error_code', '/reason'];

export const rejectForeignCode: Check = defineCheck({
  id: 'reject.foreign-code',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  needs: ['failure', 'content'],
  question: 'Does an error code come with the status that the document shows for it?',
  guard:
    'Only codes that the examples of this operation show under another status, if examples of this status show codes too. A path that no item can have may be missing or malformed.',
  judge(exchange) {
    const { operation, response, documented } = exchange;
    const body = jsonOf(exchange);
    if (operation === undefined || documented === undefined || response.status < 400 || body === undefined) return [];
    const { story } = exchange.purpose;
    if (story.kind === 'broken' && story.pointer.startsWith('/path/')) return [];
    return PLACES.flatMap((pointer) => {
      const code = valueAt(body, pointer);
      if (!isCode(code)) return [];
      const codesByStatus = shownUnder(operation, pointer);
      const here = codesByStatus.get(documented.status);
      const elsewhere = [...codesByStatus].filter(([status, codes]) => status !== documented.status && codes.has(code));
      if (here === undefined || here.has(code) || elsewhere.length === 0) return [];
      const statuses = elsewhere.map(([status]) => status).join(' or ');
      return [
        {
          pointer: documented.pointer,
          messagePointer: `/body${pointer}`,
          keyword: code,
          expected: `${statuses} with ${code}`,
          actual: `${response.status} with ${code}`,
          message: `${operation.id} answers ${response.status} with the error code \`${code}\`, which the document shows with ${statuses}.`,
        },
      ];
    });
  },
});

function isCode(value: Json | undefined): value is string {
  return typeof value === 'string' && /^[\w.:/-]{2,100}$/.test(value) && value !== 'about:blank';
}

/** Codes in the examples of the responses at a place, by status. */
function shownUnder(operation: Operation, pointer: string): ReadonlyMap<string, ReadonlySet<string>> {
  const codesByStatus = new Map<string, Set<string>>();
  for (const { status, content } of operation.responses) {
    const codes = content
      .flatMap(({ examples }) => examples.map(({ value }) => valueAt(value, pointer)))
      .filter(isCode);
    if (codes.length > 0) codesByStatus.set(status, new Set(codes));
  }
  return codesByStatus;
}
