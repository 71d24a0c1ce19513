import type { HttpRequest, Json } from '../../core/index.ts';
import { decodeParameters, type Parameter, typesOf } from '../../spec/index.ts';
import { isJson, jsonEquals } from '../../wire/index.ts';
import { sentRequest } from '../judge/curl.ts';
import { drawMessage } from '../judge/message-proof.ts';
import { pairParameters, parameterNoun } from '../judge/parameter-pairs.ts';
import { pathValuesOf } from '../judge/path-values.ts';
import { type OperationRule, requestFlow } from '../judge/rule.ts';
import { type Misreading, misreading } from '../judge/wire-form.ts';
import type { Change } from '../model/change.ts';

/** A value that is serialized as in the base must be read as the same value by the revision. */
export const parameterWireForm: OperationRule = {
  name: 'parameter-wire-form',
  compare: (pair, { context }) => {
    if (requestFlow(pair) !== 'sent') return [];
    return pairParameters(pair.base, pair.revision)
      .pairs.filter(({ base, revision }) => formOf(base) !== formOf(revision))
      .flatMap(({ base, revision }) => {
        if (base.content === undefined && revision.content === undefined) return formChanges(base, revision);
        for (const value of valuesFor(base)) {
          const request = drawMessage(
            { accepts: context.base, acceptor: pair.base },
            { [`${base.in}.${base.name}`]: value },
          );
          if (request === undefined) continue;
          const read = (['base', 'revision'] as const).map((side) => {
            const operation = pair[side];
            const path = pathValuesOf(operation.path, request.path) ?? {};
            const parameter = side === 'base' ? base : revision;
            return decodeParameters(operation, request, path, context[side].api)[parameter.in as 'query']?.[
              keyOf(parameter)
            ];
          });
          if (read[0] === undefined) continue;
          // A lenient reader takes a text without the quotes of JSON; another one does not.
          const isQuoted = typeof value === 'string' && isJsonText(base) !== isJsonText(revision);
          if (!isQuoted && read[1] !== undefined && jsonEquals(read[0], read[1])) continue;
          return [wireFormChange(base, revision, { value, read: isQuoted ? undefined : read[1] }, request)];
        }
        return [];
      });

    /** Two styles: what one writes is read by the other. */
    function formChanges(one: Parameter, other: Parameter): readonly Change[] {
      const found = misreading({ ...one, name: other.name }, other, valuesFor(one));
      if (found === undefined) return [];
      const known = { [`${one.in}.${one.name}`]: found.value };
      return [wireFormChange(one, other, found, drawMessage({ accepts: context.base, acceptor: pair.base }, known))];
    }

    function valuesFor(parameter: Parameter): readonly Json[] {
      if (parameter.schema === undefined) return [];
      const drawn = [0, 1, 2, 3].flatMap((seed) => {
        const made = context.base.generator.value(
          parameter.schema ?? true,
          { seed, at: 'wire-form' },
          { direction: 'request' },
        );
        return made.ok ? [made.value] : [];
      });
      const isList = typesOf(context.base.api, parameter.schema).includes('array');
      // The style is about lists of plain values; what becomes of objects in them is not defined.
      const isPlain = (value: Json): boolean => Array.isArray(value) && value.length > 1 && !value.some(isContainer);
      return isList ? [...drawn.filter(isPlain), ['a', 'b'], ...drawn] : drawn;
    }
  },
};

function wireFormChange(one: Parameter, other: Parameter, { value, read }: Misreading, request?: HttpRequest): Change {
  return {
    check: 'parameter.wire-form',
    severity: 'error',
    proof: 'witness',
    base: one.pointer,
    revision: other.pointer,
    keyword: 'style',
    subject: one.name,
    stability: one.lifecycle.stability,
    message: `${parameterNoun(one)} is written otherwise now (${formOf(one)} → ${formOf(other)}): ${JSON.stringify(value)} is read as ${read === undefined ? 'nothing' : JSON.stringify(read)}`,
    witness: { kind: 'request', value, ...(request === undefined ? {} : sentRequest(request)) },
  };
}

const isJsonText = ({ content }: Parameter): boolean => content !== undefined && isJson(content.mediaType);

const isContainer = (value: Json): boolean => typeof value === 'object' && value !== null;

const keyOf = ({ in: place, name }: Parameter): string => (place === 'header' ? name.toLowerCase() : name);

const formOf = ({ style, explode, allowReserved, content }: Parameter): string =>
  content === undefined
    ? `style ${style}${explode ? ', exploded' : ''}${allowReserved ? ', reserved characters' : ''}`
    : `content ${content.mediaType}`;
