import { createEqual } from '../../containment/index.ts';
import type { Api, Schema } from '../../spec/index.ts';
import { formatPointer } from '../../wire/index.ts';
import { documentedNames } from '../judge/schema-branches.ts';
import type { Change } from '../model/change.ts';

/** Named schemas that are gone or have another name: generated code has a type for each. */
export function schemaNames(base: Api, revision: Api): readonly Change[] {
  const gone = [...base.schemas].filter(([name]) => !revision.schemas.has(name));
  const come = [...revision.schemas].filter(([name]) => !base.schemas.has(name));
  const isEqual = createEqual(base, revision);
  const isSame = (one: Schema, other: Schema): boolean =>
    isEqual(one, other) && documentedNames(base, one).size === documentedNames(revision, other).size;
  return gone.map(([name, schema]): Change => {
    const twins = come.filter(([, other]) => isSame(schema, other));
    const [twin] =
      twins.length === 1 && gone.filter(([, other]) => isSame(other, twins[0]?.[1] ?? true)).length === 1 ? twins : [];
    return {
      check: 'source.schema-name',
      severity: 'error',
      proof: 'promise',
      base: pointerOf(base, name),
      ...(twin === undefined ? {} : { revision: pointerOf(revision, twin[0]) }),
      subject: name,
      message: `the schema \`${name}\` is ${twin === undefined ? 'gone' : `\`${twin[0]}\` now`}: generated code no longer has its type`,
    };
  });
}

const pointerOf = ({ dialect }: Api, name: string): string =>
  formatPointer(dialect === '2.0' ? ['definitions', name] : ['components', 'schemas', name]);
