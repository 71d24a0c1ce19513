import { type Api, isReadOnly, jsonBodyOf, type Operation, propertiesOf } from '../../spec/index.ts';

const FIXED =
  /\b(?:can ?not|can't|must not|may not|never|not) (?:be )?(?:changed|modified|updated|edited|altered)\b|\bimmutable\b|\bonly (?:be )?set (?:on|at|during|when|by) (?:the )?creat/i;

/** Properties of the body of an update that the document calls immutable. */
export function fixedProperties(api: Api, operation: Operation): readonly string[] {
  const schema = operation.method === 'PUT' || operation.method === 'PATCH' ? jsonBodyOf(operation)?.schema : undefined;
  return Object.entries(schema === undefined ? {} : propertiesOf(api, schema)).flatMap(([name, { schema: own }]) => {
    const rules = [own, api.deref(own)].flatMap((rule) => (typeof rule === 'boolean' ? [] : [rule]));
    return rules.some(({ description = '' }) => FIXED.test(description)) && !isReadOnly(api, own) ? [name] : [];
  });
}
