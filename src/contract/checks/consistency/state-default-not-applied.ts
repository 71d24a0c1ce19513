import type { SchemaObject } from '../../../spec/index.ts';
import { escapeToken, isJson, jsonEquals, stringifyJson, withValueAt } from '../../../wire/index.ts';
import { jsonOf } from '../../model/case-context.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { bodyAsObject, sentObject } from '../../requests/draw-request.ts';
import { requestRuleAt, shortJson } from '../../requests/request-rule.ts';
import { entity } from '../../responses/entity-diff.ts';

export const stateDefaultNotApplied: Check = defineCheck({
  id: 'state.default-not-applied',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  needs: ['valid', 'success', 'content'],
  question: 'Does an omitted property get its documented default?',
  guard:
    'Only the answer to an accepted create, and only properties with another value than the default of the request. Properties that only the service sets are not judged, nor defaults that the answer may not have (an empty string for a URL).',
  judge(exchange) {
    const { operation, request, response } = exchange;
    if (operation === undefined || response.status > 299 || exchange.model.roleOf(operation).kind !== 'create')
      return [];
    const sent = sentObject(request);
    const item = bodyAsObject(entity(exchange));
    if (sent === undefined || item === undefined || exchange.purpose.expect !== 'valid') return [];
    return Object.entries(defaultedIn(exchange)).flatMap(([name, rule]) => {
      const value = item[name];
      if (Object.hasOwn(sent, name) || rule.default === undefined || rule.readOnly === true) return [];
      if (value === undefined || value === null || jsonEquals(value, rule.default)) return [];
      const at = `${exchange.model.roleOf(operation).responseEntity ?? ''}/${escapeToken(name)}`;
      if (!exchange.couldShow(withValueAt(jsonOf(exchange) ?? null, at, rule.default))) return [];
      const written = requestRuleAt(exchange.api, operation, `/body/${escapeToken(name)}`, 'default');
      return [
        {
          ...(written === undefined ? {} : { rule: written.pointer }),
          messagePointer: `/body/${name}`,
          subject: name,
          expected: stringifyJson(rule.default),
          actual: stringifyJson(value),
          message: `${operation.id} was sent without \`${name}\`, whose default is ${stringifyJson(rule.default)}, and the service set it to ${shortJson(value)}.`,
        },
      ];
    });
  },
});

/** The properties in the sent body whose schemas have a default, with these schemas. */
function defaultedIn({ api, operation, request }: Exchange): Readonly<Record<string, SchemaObject>> {
  const { body } = request;
  const content = body.kind === 'parsed' && isJson(body.mediaType) ? operation?.body?.content : undefined;
  const schema = content?.find(({ mediaType }) => body.kind === 'parsed' && mediaType === body.mediaType)?.schema;
  const rule = schema === undefined ? true : api.deref(schema);
  const found: Record<string, SchemaObject> = Object.create(null);
  for (const [name, member] of typeof rule === 'boolean' ? [] : Object.entries(rule.properties ?? {})) {
    const target = api.deref(member);
    if (typeof target !== 'object' || typeof member !== 'object') continue;
    if (target.default !== undefined || member.default !== undefined) found[name] = { ...target, ...member };
  }
  return found;
}
