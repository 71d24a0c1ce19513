import { type Operation, templateNames } from '../../../spec/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { describedAnswer } from '../../model/document-sentence.ts';
import type { Exchange } from '../../model/exchange.ts';
import { itemsOf } from '../../responses/list-walk.ts';

export const stateUnknownAccepted: Check = defineCheck({
  id: 'state.unknown-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['unknown', 'broken'],
  question: 'Is a request for an item that does not exist refused, if the document says so?',
  guard:
    'Only if the operation documents 404, PUT does not document 201, and PATCH does not answer with a documented 201. An empty list under a missing parent is correct, unless the 404 of the list can only mean the parent: the path has one parameter, and lists without any have refusals, but no 404. An id that breaks its own format counts as missing.',
  judge(exchange) {
    const { response, operation } = exchange;
    const parameter = absentIn(exchange);
    if (parameter === undefined || operation === undefined || response.status > 299) return [];
    const documents = (status: string): boolean => operation.responses.some((each) => each.status === status);
    if (!documents('404') || isMade(operation.method, response.status, documents('201'))) return [];
    const { list } = exchange.model.roleOf(operation);
    if (list !== undefined && itemsOf(exchange, list)?.length === 0 && !meansParent(exchange, operation)) return [];
    const sentence = describedAnswer(operation, '404');
    return [
      {
        ...(sentence === undefined ? {} : { sentence }),
        pointer: `${operation.pointer}/responses/404`,
        messagePointer: `/path/${parameter}`,
        expected: '404',
        actual: String(response.status),
        message: `${operation.id} answers ${response.status} for an unknown \`${parameter}\`.`,
      },
    ];
  },
});

/** Whether the 404 of a list can only be about its parent: the document does not have a 404 for every operation. */
function meansParent({ api, model }: Exchange, { path, parameters }: Operation): boolean {
  if (templateNames(path).length !== 1 || parameters.some(({ in: place, required }) => place === 'query' && required))
    return false;
  const others = api.operations.filter(
    (each) => templateNames(each.path).length === 0 && model.roleOf(each).kind === 'list',
  );
  const isRefusing = ({ responses }: Operation): boolean => responses.some(({ status }) => status.startsWith('4'));
  return (
    others.some(isRefusing) &&
    !others.some(({ responses }) => responses.some(({ status }) => /^(404|4XX)$/i.test(status)))
  );
}

/** The path parameter whose value names no record. */
function absentIn({ purpose: { story }, operation, model }: Exchange): string | undefined {
  if (story.kind === 'unknown') return story.parameter;
  if (story.kind !== 'broken' || story.fault !== 'format' || operation === undefined) return undefined;
  const { resource, id } = model.roleOf(operation);
  const own = (id ?? resource?.id)?.parameter;
  return own !== undefined && story.pointer === `/path/${own}` ? own : undefined;
}

/** Whether a missing item is created: the document has a 201 (RFC 9110 §9.3.4, RFC 5789 §2). */
function isMade(method: string, status: number, documents201: boolean): boolean {
  return documents201 && (method === 'PUT' || (method === 'PATCH' && status === 201));
}
