import { type Operation, templateNames } from '../../spec/index.ts';
import { hasOperationId } from '../judge/pair-operations.ts';
import type { OperationRule } from '../judge/rule.ts';
import type { Change } from '../model/change.ts';

/** Names that only generated code uses: of operations, of path parameters, and of the groups that tags make. */
export const sourceNames: OperationRule = {
  name: 'source-names',
  compare: ({ base, revision }, { context }) => {
    if (context.level !== 'source') return [];
    const places = { base: base.pointer, revision: revision.pointer };
    return [
      ...lostId(base, revision),
      ...renamedParameters(base.path, revision.path),
      ...lostGroups(base, revision),
    ].map((change) => ({ ...places, ...change }));
  },
};

function lostId(base: Operation, revision: Operation): readonly Change[] {
  if (!hasOperationId(base) || base.id === revision.id) return [];
  const now = hasOperationId(revision) ? `\`${revision.id}\` now` : 'gone';
  return [
    {
      check: 'source.operation-id',
      severity: 'error',
      proof: 'promise',
      keyword: 'operationId',
      subject: base.id,
      message: `the operation id \`${base.id}\` is ${now}: generated functions have another name`,
    },
  ];
}

function renamedParameters(before: string, after: string): readonly Change[] {
  const names = templateNames(after);
  return templateNames(before).flatMap((name, index): readonly Change[] => {
    const now = names[index];
    if (now === undefined || now === name) return [];
    return [
      {
        check: 'source.path-parameter-name',
        severity: 'error',
        proof: 'promise',
        subject: name,
        message: `path parameter \`${name}\` is \`${now}\` now: generated functions have another argument`,
      },
    ];
  });
}

/** Many generators make one class for each tag, and one for operations without tags. */
function lostGroups({ tags: before }: Operation, { tags: after }: Operation): readonly Change[] {
  const lost = before.filter((tag) => !after.includes(tag));
  const isGrouped = before.length === 0 && after.length > 0;
  const made = (message: string, subject?: string): Change => ({
    check: 'source.tag',
    severity: 'warning',
    keyword: 'tags',
    subject,
    message: `${message}: a generator that makes one class for each tag puts it into another class`,
  });
  return [
    ...lost.map((tag) => made(`the operation no longer has the tag \`${tag}\``, tag)),
    ...(isGrouped ? [made(`the operation has the tag \`${after[0]}\` now, and had none`)] : []),
  ];
}
