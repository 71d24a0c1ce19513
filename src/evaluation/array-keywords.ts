import type { Json } from '../core/index.ts';
import type { Keywords } from './evaluation.ts';
import { areDistinct } from './identity.ts';
import { isArray } from './json-kind.ts';
import { restKeyword, unevaluatedNames } from './rest-keyword.ts';

/** Keywords for arrays. */
export const ARRAY_KEYWORDS: Keywords<readonly unknown[]> = {
  maxItems: { fits: (most: number) => (items) => items.length <= most },
  minItems: { fits: (least: number) => (items) => items.length >= least },
  items: {
    fits: (schema: unknown, { member }, { prefixItems }) => {
      const each = member(schema);
      const from = isArray(prefixItems) ? prefixItems.length : 0;
      return (items) => {
        for (let index = from; index < items.length; index += 1) if (!each(items[index])) return false;
        return true;
      };
    },
    tell: (schema: unknown, { node, value, listener }) => {
      const from = isArray(node['prefixItems']) ? node['prefixItems'].length : 0;
      if (schema === false && from > 0 && value.length > from) listener.breach('items', { limit: from });
      else for (let at = from; at < value.length; at += 1) listener.inside(schema, value[at], String(at));
    },
  },
  contains: {
    fits: (schema: unknown, { member }, { minContains, maxContains }) => {
      const each = member(schema);
      const [least, most] = [Number(minContains ?? 1), Number(maxContains ?? Number.POSITIVE_INFINITY)];
      return (items) => {
        const count = items.filter((item) => each(item)).length;
        return count >= least && count <= most;
      };
    },
    tell: (schema: unknown, { node, value, evaluator, listener }) => {
      const { minContains = 1, maxContains } = node;
      const broken = !evaluator.keeps(node, 'contains', value);
      value.forEach((item, at) => {
        if (broken) listener.attempt(schema, item, String(at));
        else listener.glance(schema, item);
      });
      const limits = maxContains === undefined ? { minContains } : { minContains, maxContains };
      if (broken) listener.breach('contains', limits);
    },
  },
  prefixItems: {
    fits: (schemas: readonly unknown[], { member }) => {
      const all = schemas.map(member);
      return (items) => all.every((each, index) => index >= items.length || each(items[index]));
    },
    tell: (schemas: readonly unknown[], { value, listener }) => {
      schemas.slice(0, value.length).forEach((schema, at) => {
        listener.inside(schema, value[at], String(at));
      });
    },
  },
  unevaluatedItems: {
    ...restKeyword('items'),
    tell: (schema: unknown, reported) => {
      const [first, ...others] = unevaluatedNames('items', reported);
      if (first === undefined) return;
      if (schema === false) reported.listener.breach('unevaluatedItems', { limit: first });
      else for (const name of [first, ...others]) reported.listener.inside(schema, reported.value[Number(name)], name);
    },
  },
  uniqueItems: { fits: (wanted: boolean) => (items) => !wanted || areDistinct(items as readonly Json[]) }, // The judged values are JSON.
};
