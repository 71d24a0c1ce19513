import type { Json, JsonObject } from '../../core/index.ts';
import type { Schema } from '../../spec/index.ts';
import { isObject, withoutSeparators } from '../../wire/index.ts';
import { drawnAround } from '../fields/draw.ts';
import { instantFor, withOwnPart } from '../fields/server-fields.ts';
import type { MockContext } from '../model/context.ts';

/** Times at which something came into a list: `joinedAt`, `granted_on`. */
const CAME_IN =
  /^(?:added|joined|granted|assigned|attached|linked|shared|subscribed|followed|invited|enrolled|tagged|reacted)(?:at|on|date|time)?$/;

/** A new object of a list in a record, with what is known of it. It has come in now, and counts one. */
export function newPart(mock: MockContext, schema: Schema, at: string, known: JsonObject): JsonObject | undefined {
  const begun = [...mock.fieldsOf(schema).properties].flatMap(
    ([name, property]): readonly (readonly [string, Json])[] => {
      const word = withoutSeparators(name);
      const value = word === 'count' ? 1 : CAME_IN.test(word) ? instantFor(mock, property) : undefined;
      return value !== undefined && mock.validator.accepts(property, value, 'response') ? [[name, value]] : [];
    },
  );
  const whole = withOwnPart(mock, schema, { ...Object.fromEntries(begun), ...known });
  const drawn = drawnAround(mock, schema, at, { known: whole, optional: 'required' });
  return drawn !== undefined && isObject(drawn) ? drawn : undefined;
}
