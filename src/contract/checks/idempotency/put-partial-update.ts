import type { JsonObject } from '../../../core/index.ts';
import { propertiesOf, saysServers } from '../../../spec/index.ts';
import { isObject, jsonEquals } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { entity, isOfCreation } from '../../responses/entity-diff.ts';

export const putPartialUpdate: Check = defineCheck({
  id: 'put.partial-update',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['partial-put'],
  question: 'Does PUT remove what it leaves out?',
  guard:
    'Only optional properties that the first PUT set to a new value and the second left out, and that the item may lack, or that were null when they had been left out before. A body without required properties may be meant as an update. Creation times stay, and so does what the document calls read-only.',
  judge(exchange) {
    const { story } = exchange.purpose;
    const after = entity(exchange);
    if (story.kind !== 'partial-put' || !isObject(after)) return [];
    const { full, base, sent } = story;
    const is = (entity: JsonObject, name: string): boolean => jsonEquals(entity[name] ?? null, full[name] ?? null);
    const { resource } = exchange.operation === undefined ? {} : exchange.model.roleOf(exchange.operation);
    const properties = propertiesOf(exchange.api, resource?.schema ?? true);
    // A property that every item has can go to null, if it was null when it had been left out before.
    const mayGo = (name: string): boolean =>
      !Object.hasOwn(properties, name) || properties[name]?.required !== true || base[name] === null;
    const kept = Object.keys(full).filter(
      (name) =>
        mayGo(name) &&
        !isOfCreation(name) &&
        !saysServers(exchange.api, properties[name]?.schema) &&
        !Object.hasOwn(sent, name) &&
        Object.hasOwn(after, name) &&
        is(after, name) &&
        !is(base, name),
    );
    return kept.map((name) => ({
      messagePointer: `/body/${name}`,
      subject: name,
      expected: `\`${name}\` is gone or at its default (RFC 9110 §9.3.4)`,
      actual: `\`${name}\` is as it was`,
      message: `A PUT without \`${name}\` left the property as it was, although a PUT replaces the whole item.`,
    }));
  },
});
