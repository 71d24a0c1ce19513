import type { Operation, Schema } from '../../spec/index.ts';
import type { Role } from '../model/model.ts';
import type { Segment } from '../model/paths.ts';
import { clusterKey, plain } from '../model/words.ts';
import { requestSchema } from '../schema/bodies.ts';
import { isScalar, scalarTypesOf } from '../schema/identity.ts';
import { type Shapes, withAlternatives } from '../schema/shape.ts';

/** A value in query or body by which a call may name something. */
export interface Name {
  readonly text: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly says: NonNullable<Role['says']>;
}

/** The parameter in query or body that identifies the item. */
export function callIdIn(shapes: Shapes, operation: Operation, base: readonly Segment[]): Name | undefined {
  const all = namesIn(shapes, operation).filter(({ text }) => !CREDENTIALS.has(plain(text)) && !isRangeEnd(text));
  const required = all.filter((each) => each.required);
  const names = required.length > 0 ? required : all;
  const last = base.at(-1);
  const word = last?.kind === 'literal' ? clusterKey(last.text) : '';
  const before = base.at(-2);
  const front = before?.kind === 'literal' ? plain(before.text) : '';
  const usual = [
    'id',
    'uuid',
    'guid',
    `${word}id`,
    `${word}uuid`,
    // `access_user_id` of `/access/users/get`
    `${front}${word}id`,
    word,
    `${word}key`,
    `${word}name`,
    'name',
    'slug',
    'email',
  ];
  for (const each of usual) {
    const found = names.find(({ text }) => plain(text) === each);
    if (found !== undefined) return found;
  }
  const [only, ...others] = names.filter(({ schema }) => !scalarTypesOf(shapes, schema).includes('boolean'));
  return others.length === 0 ? only : undefined;
}

/** The plain values in query and body. */
export function namesIn(shapes: Shapes, operation: Operation): readonly Name[] {
  const sent = shapes.maybe(requestSchema(operation));
  const isChoice = sent?.properties.size === 0;
  const forms = sent === undefined ? [] : isChoice ? withAlternatives(shapes, sent) : [sent];
  const properties = new Map(forms.flatMap((form) => [...form.properties]));
  // What one of several forms requires, another one leaves out.
  const inBody = [...properties].map(
    ([text, schema]): Name => ({
      text,
      schema,
      required: !isChoice && sent?.required.has(text) === true,
      says: 'body',
    }),
  );
  const inQuery = operation.parameters.flatMap(({ name, in: at, schema = true, required }): readonly Name[] =>
    at === 'query' ? [{ text: name, schema, required, says: 'query' }] : [],
  );
  return [...inQuery, ...inBody].filter(({ schema }) => isScalar(shapes, schema));
}

/** Parameters that identify the caller, not the item. */
export const CREDENTIALS: ReadonlySet<string> = new Set([
  'key',
  'apikey',
  'token',
  'accesstoken',
  'secret',
  'auth',
  'signature',
  'session',
]);

/** Whether a property is the upper end of a range, such as `range_end` beside `key`. */
export function isRangeEnd(name: string): boolean {
  return /^(?:range_?end|end_?range|end|end_?at|end_?key|key_?end|range_?to|to)$/i.test(name);
}
