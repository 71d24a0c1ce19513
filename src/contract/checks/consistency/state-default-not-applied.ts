import type { Schema, SchemaObject } from '../../../spec/index.ts';
import { escapeToken, isJson, isObject, jsonEquals, stringifyJson, valueAt, withValueAt } from '../../../wire/index.ts';
import { jsonOf } from '../../model/case-context.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { memberPath } from '../../model/member-path.ts';
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
    const { requestEntity = '', responseEntity = '' } = exchange.model.roleOf(operation);
    const places = defaultedIn(exchange, schemaOfBody(exchange) ?? true, '', 0);
    return places.flatMap(({ pointer, rule }) => {
      if (!pointer.startsWith(`${requestEntity}/`) || rule.default === undefined || rule.readOnly === true) return [];
      const shown = pointer.slice(requestEntity.length);
      const value = valueAt(item, shown);
      // A default counts where the object around it was sent.
      const around = valueAt(sent, pointer.slice(0, pointer.lastIndexOf('/')));
      if (!isObject(around) || valueAt(sent, pointer) !== undefined) return [];
      if (value === undefined || value === null || jsonEquals(value, rule.default)) return [];
      if (!exchange.couldShow(withValueAt(jsonOf(exchange) ?? null, `${responseEntity}${shown}`, rule.default)))
        return [];
      const written = requestRuleAt(exchange.api, operation, `/body${pointer}`, 'default');
      const name = memberPath(shown);
      return [
        {
          ...(written === undefined ? {} : { rule: written.pointer }),
          messagePointer: `/body${shown}`,
          subject: shown.slice(1),
          expected: stringifyJson(rule.default),
          actual: stringifyJson(value),
          message: `${operation.id} was sent without \`${name}\`, whose default is ${stringifyJson(rule.default)}, and the service set it to ${shortJson(value)}.`,
        },
      ];
    });
  },
});

/** A property whose schema has a default. */
interface DefaultedProperty {
  /** Its pointer in the body. */
  readonly pointer: string;
  readonly rule: SchemaObject;
}

const DEEPEST = 3;

/** The properties of a sent body, and of the objects in it, whose schemas have a default. */
function defaultedIn(exchange: Exchange, schema: Schema, at: string, depth: number): readonly DefaultedProperty[] {
  const { api } = exchange;
  const rule = api.deref(schema);
  return Object.entries(typeof rule === 'boolean' ? {} : (rule.properties ?? {})).flatMap(([name, member]) => {
    const target = api.deref(member);
    if (typeof target !== 'object' || typeof member !== 'object') return [];
    const pointer = `${at}/${escapeToken(name)}`;
    const isDefaulted = target.default !== undefined || member.default !== undefined;
    const own = isDefaulted ? [{ pointer, rule: { ...target, ...member } }] : [];
    return depth < DEEPEST ? [...own, ...defaultedIn(exchange, member, pointer, depth + 1)] : own;
  });
}

/** The schema of the sent body. */
function schemaOfBody({ operation, request: { body } }: Exchange): Schema | undefined {
  const content = body.kind === 'parsed' && isJson(body.mediaType) ? operation?.body?.content : undefined;
  return content?.find(({ mediaType }) => body.kind === 'parsed' && mediaType === body.mediaType)?.schema;
}
