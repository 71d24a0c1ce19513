import { ambiguousPaths } from '../match/ambiguous-paths.ts';
import type { Api, Operation } from '../model/api.ts';
import { childOf, childrenOf, rootOf } from '../model/node-location.ts';
import { marksOf, type PathMark, pathTemplateOf } from '../model/path-marks.ts';
import { textOf } from '../model/raw.ts';
import { walkObjects } from '../model/walk.ts';
import type { Context } from '../schema/context.ts';
import { createFiniteness, quarrelOf } from '../schema/finite.ts';
import { hasUndefinedForm } from '../schema/loose-nesting.ts';
import { arrivesNowhere, leadsBack } from '../source/refused-reference.ts';
import { checkShape } from '../structure/document-shape.ts';

/** Reads everything that is otherwise read on first use, and finds faults of the document as a whole. */
export function diagnoseAll(context: Context, api: Pick<Api, 'operations' | 'deref' | 'securitySchemes'>): void {
  void api.securitySchemes;
  for (const operation of api.operations) touch(operation);
  convertComponents(context);
  checkSchemas(context, api);
  checkReferences(context);
  checkPaths(context, api.operations);
  checkForms(context, api);
  checkUnapplied(context);
  checkShape(context);
}

function touch(operation: Operation): void {
  void [operation.parameters, operation.body, operation.responses, operation.security, operation.lifecycle];
}

function convertComponents({ root, converter }: Context): void {
  for (const group of [childOf(root, 'definitions'), childOf(childOf(root, 'components'), 'schemas')])
    for (const [, component] of childrenOf(group)) converter.target(`#${component.pointer}`);
}

/** One reference may lead to further ones, so the list is read until it no longer grows. */
function checkSchemas({ converter, diagnostics }: Context, api: Pick<Api, 'deref'>): void {
  const hasFiniteValue = createFiniteness(api);
  const seen = new Set<string>();
  for (let more = true; more; ) {
    const fresh = converter.references().filter((each) => !seen.has(each));
    more = fresh.length > 0;
    for (const reference of fresh) {
      seen.add(reference);
      const schema = converter.target(reference);
      const pointer = schema === undefined ? undefined : converter.pointerOf(schema);
      if (schema === undefined || pointer === undefined) continue;
      if (!hasFiniteValue(schema))
        diagnostics.add(
          'no-finite-value',
          'error',
          pointer,
          'every value of this schema would have to hold another one of it',
        );
      const quarrel = quarrelOf(api, schema);
      if (quarrel !== undefined) diagnostics.add('unsatisfiable-schema', 'error', pointer, `nothing fits: ${quarrel}`);
    }
  }
}

/** References in webhooks, callbacks and unused components, which nothing else follows. */
function checkReferences(context: Context): void {
  for (const file of context.files.files)
    walkObjects(rootOf(file), (place) => {
      const reference = textOf(place.node, '$ref');
      if (reference === undefined) return;
      const at = childOf(place, '$ref');
      const followed = context.resolver.follow(place);
      if (followed.kind === 'loop') context.error(at, 'reference-loop', leadsBack(followed.references));
      else if (context.resolver.resolve(reference, place) === undefined)
        context.error(at, 'unresolvable-reference', arrivesNowhere(context.files, reference));
    });
}

/** Reports features that a document cannot express. */
function checkForms({ diagnostics }: Context, api: Pick<Api, 'operations' | 'deref'>): void {
  for (const { parameters } of api.operations)
    for (const parameter of parameters)
      if (hasUndefinedForm(api, parameter))
        diagnostics.add(
          'undefined-form',
          'warning',
          parameter.pointer,
          `style ${parameter.style} does not say how lists or objects within the value of ${parameter.name} are written; JSON is taken, and in a query brackets (\`a[0][b]=c\`) and dots (\`a.1.b=c\`)`,
        );
}

function checkUnapplied({ root, warn }: Context): void {
  const parameters = childOf(root, 'parameters');
  if (Array.isArray(parameters.node) && textOf(root.node, 'openapi') !== undefined)
    warn(
      parameters,
      'unapplied-parameters',
      'parameters for the whole document are from a draft of OpenAPI, and are ignored',
    );
}

function checkPaths(context: Context, operations: readonly Operation[]): void {
  const paths = childOf(context.root, 'paths');
  checkMarks(context, operations);
  for (const [first, second] of ambiguousPaths([...new Set(operations.map((each) => each.path))]))
    context.warn(
      childOf(paths, second),
      'ambiguous-path',
      `some requests fit both ${first} and ${second}; the one that is concrete further left is used`,
    );
}

/** Marks that distinguish operations of one path must be values that a request can have. */
function checkMarks(context: Context, operations: readonly Operation[]): void {
  const byPlace = new Map<string, Operation[]>();
  for (const operation of operations) {
    const place = `${operation.method} ${pathTemplateOf(operation.path)}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), operation]);
  }
  for (const [first, ...rest] of byPlace.values())
    for (const operation of rest) {
      const marks = marksOf(operation.path);
      const isSendable = ({ name, inQuery }: PathMark): boolean =>
        inQuery || operation.parameters.some((each) => each.name === name && each.in !== 'path');
      if (first === undefined || operation.path === first.path || (marks.length > 0 && marks.every(isSendable)))
        continue;
      const before = `${operation.path} and ${first.path} match the same requests`;
      context.diagnostics.add('equivalent-path', 'error', operation.pointer.replace(/\/[^/]*$/, ''), before);
    }
}
