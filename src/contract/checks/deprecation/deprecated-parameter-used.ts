import type { HttpRequest } from '../../../core/index.ts';
import { fieldValue, parseCookies, parseQuery } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const deprecatedParameterUsed: Check = defineCheck({
  id: 'deprecated.parameter-used',
  tier: 1,
  severity: 'warning',
  about: 'usage',
  layer: 'free',
  needs: ['caller'],
  question: 'Does a client use a deprecated parameter?',
  guard: 'Only requests of other clients: scenarios, recorded traffic, journals. Never requests that the run planned.',
  judge({ purpose: { caller }, operation, request }) {
    if (caller === undefined || operation === undefined) return [];
    return operation.parameters
      .filter((parameter) => parameter.lifecycle.deprecated && carries(request, parameter.in, parameter.name))
      .map((parameter) => ({
        pointer: parameter.pointer,
        messagePointer: `/${parameter.in}/${parameter.name}`,
        subject: caller,
        expected: `${parameter.name} left out`,
        actual: `${parameter.name} sent`,
        message: `${caller} sends ${parameter.name} to ${operation.id}, which is deprecated.`,
      }));
  },
});

function carries(request: HttpRequest, place: string, name: string): boolean {
  if (place === 'path') return true;
  if (place === 'header') return fieldValue(request.headers, name) !== undefined;
  if (place === 'cookie') return parseCookies(request.headers).some((cookie) => cookie.name === name);
  const query = parseQuery(request.query);
  return query.ok && query.pairs.some((pair) => pair.name === name || pair.name.startsWith(`${name}[`));
}
