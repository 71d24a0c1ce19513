import { lifecycleChanges } from '../judge/lifecycle-changes.ts';
import { parameterProof } from '../judge/message-proof.ts';
import { pairParameters, parameterNoun } from '../judge/parameter-pairs.ts';
import { type OperationRule, requestFlow, sidesOf } from '../judge/rule.ts';
import { defaultNotes, defaultOf } from '../judge/schema-notes.ts';

/** Values that a parameter accepts. Only whole requests decide, since text in a request has no type. */
export const parameterSchema: OperationRule = {
  name: 'parameter-schema',
  compare: (pair, tools) => {
    const flow = requestFlow(pair);
    return pairParameters(pair.base, pair.revision).pairs.flatMap(({ base, revision }) => {
      const [before, after] = [base.schema ?? base.content?.schema, revision.schema ?? revision.content?.schema];
      const noun = parameterNoun(base);
      const places = { base: base.pointer, revision: revision.pointer };
      const lifecycle = lifecycleChanges(base.lifecycle, revision.lifecycle, { ...places, noun }, tools.context);
      if (before === undefined || after === undefined) return lifecycle;
      const sides = sidesOf(pair, tools, flow);
      return [
        ...lifecycle,
        ...tools.schemas.of({
          base: before,
          revision: after,
          flow,
          noun,
          stability: base.lifecycle.stability,
          pointers: { base: base.pointer, revision: revision.pointer },
          isText: flow === 'sent',
          ...(flow === 'sent' ? { prove: (value) => parameterProof(sides, base, value) } : {}),
        }),
        ...(base.required && revision.required
          ? []
          : defaultNotes(defaultOf(tools.context.base.api, before), defaultOf(tools.context.revision.api, after))
        ).map((note) => ({ ...places, ...note, message: `${noun}: ${note.message}` })),
        ...tools
          .notes(before, after, flow)
          .filter(({ check }) => !check.startsWith('lifecycle.'))
          .map((note) => ({ ...note, message: `${noun}: ${note.message}` })),
      ];
    });
  },
};
