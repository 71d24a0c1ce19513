import { DECODERS } from '../decode/decode-parameters.ts';
import { createMatcher } from '../match/match.ts';
import type { Api, Dialect, Schema, ShownParts } from '../model/api.ts';
import { createDiagnostics, type Diagnostics } from '../model/diagnostics.ts';
import { dialectOf, schemaDialectOf } from '../model/dialect.ts';
import type { FileSet } from '../model/file-set.ts';
import { once } from '../model/memoize.ts';
import { childOf, childrenOf, type NodeLocation } from '../model/node-location.ts';
import { entriesOf, extensionsOf, isRaw, member, textOf } from '../model/raw.ts';
import { refuseDocument } from '../model/source-file.ts';
import { createOperation, findOperations, findWebhooks, nameOperations } from '../operations/operations.ts';
import { securitySchemesOf } from '../operations/security.ts';
import { serversBelow, serversOfDocument } from '../operations/servers.ts';
import { createBundler } from '../schema/bundle.ts';
import { type Context, createContext } from '../schema/context.ts';
import { type Converter, createConverter } from '../schema/convert.ts';
import { createDeref } from '../schema/deref.ts';
import { indexResources } from '../schema/id-index.ts';
import { createResolver, type Resolver } from '../schema/resolve.ts';
import { isSchemaOfSchemas } from '../source/references.ts';
import { leadsBack } from '../source/refused-reference.ts';
import { checkShape } from '../structure/document-shape.ts';
import { bundleDocument } from './bundle-document.ts';
import { diagnoseAll } from './diagnose.ts';
import { linesOf } from './strict.ts';

export interface ApiOptions {
  /** Path below which all of the API stands, such as `/api`. */
  readonly base?: string;
  /**
   * Reads schemas unchanged, even if nothing can fit them. Default false: rules that exclude everything are
   * left out.
   */
  readonly exact?: boolean;
  /** Gives an answer of which the document has only examples the schema that they show. Default: any value fits it, and it has no properties. */
  readonly shown?: ShownParts | undefined;
}

/** The readers of a document that its Apis share: what they have read is kept once. */
interface Readers {
  readonly diagnostics: Diagnostics;
  readonly resolver: Resolver;
  readonly converter: Converter;
  readonly deref: Api['deref'];
  readonly bundle: Api['bundle'];
}

function createReaders(files: FileSet, dialect: Dialect, exact: boolean): Readers {
  const diagnostics = createDiagnostics(files.positionOf);
  const resolver = createResolver(
    files,
    once(() => indexResources(files)),
  );
  const { root } = files.entry;
  const converter = createConverter({ files, resolver, dialect: schemaDialectOf(dialect, root), diagnostics, exact });
  return { diagnostics, resolver, converter, deref: createDeref(converter.target), bundle: createBundler(converter) };
}

/** An `Api` over loaded files, below `base`. Reads paths and methods; everything else on first use. */
export function createApi(files: FileSet, source: string, options: ApiOptions = {}): Api {
  return apiWith(files, source, options);
}

function apiWith(files: FileSet, source: string, options: ApiOptions, given?: Readers): Api {
  const { base = '', exact = false, shown } = options;
  const { root } = files.entry;
  const where = (pointer: string): string => {
    const position = files.positionOf(pointer);
    return position === undefined ? source : `${position.file}:${position.line}:${position.column}`;
  };
  const { dialect, isDraft, asNumber } = dialectOf(where, root);
  const readers = given ?? createReaders(files, dialect, exact);
  const { diagnostics, resolver, converter, deref, bundle } = readers;
  const context = createContext({ dialect, files, resolver, converter, diagnostics, shown });
  if (asNumber)
    context.error(childOf(context.root, 'openapi'), 'version-number', 'the version must be a string: put it in quotes');
  if (isDraft)
    context.warn(
      childOf(context.root, 'openapi'),
      'draft-version',
      'OpenAPI 3.3 is a draft; the document is read as 3.2',
    );
  if (!isRaw(member(root, 'paths')) && !hasOtherContent(context)) refuseWhole(context, where);
  refuseLoops(context);

  const found = findOperations(context);
  const ids = nameOperations(context, found);
  const schemes = once(() => securitySchemesOf(context));
  const operations = found.map((each, index) => createOperation(context, ids[index] ?? '', each, schemes));
  const byId = new Map(operations.map((each) => [each.id, each]));
  const owners = [context.root, ...new Set(found.flatMap((each) => [each.pathItem, each.place]))];
  const { basePaths, basePatterns, origins } = serversBelow(
    base,
    context,
    owners.filter((each) => member(each.node, 'servers') !== undefined),
  );
  const match = createMatcher(operations, { basePaths, basePatterns }, (operation, before) =>
    diagnostics.add(
      'equivalent-path',
      'error',
      parentOf(operation.pointer),
      `${operation.path} and ${before} match the same requests`,
    ),
  );
  const webhooks = once(() =>
    findWebhooks(context).map((each) => createOperation(context, `${each.method} ${each.path}`, each, schemes)),
  );
  const servers = once(() => serversOfDocument(context));
  const schemas = once(() => namedSchemas(context));
  const api: Api = {
    title: textOf(member(root, 'info'), 'title') ?? '',
    description: textOf(member(root, 'info'), 'description'),
    version: String(member(member(root, 'info'), 'version') ?? ''),
    dialect,
    source,
    tags: tagsOf(context.root),
    base,
    basePaths,
    origins,
    operations,
    get servers() {
      return servers();
    },
    get webhooks() {
      return webhooks();
    },
    get schemas() {
      return schemas();
    },
    get securitySchemes() {
      return schemes();
    },
    extensions: extensionsOf(root),
    operation: (id) => byId.get(id),
    match,
    deref,
    bundle,
    pointerOf: converter.pointerOf,
    lineOf: files.positionOf,
    valueAt: files.valueAt,
    diagnostics: diagnostics.list,
    diagnose: once(() => {
      diagnoseAll(context, api);
      return diagnostics.list;
    }),
    document: root,
    bundled: once(() => bundleDocument(files)),
    showing: (parts) => apiWith(files, source, { ...options, shown: parts }, readers),
    files: files.files.filter(({ name }) => !isSchemaOfSchemas(name)).map(({ name, text }) => ({ name, text })),
  };
  return Object.defineProperty(api, DECODERS, { value: new WeakMap() });
}

/** The places of components; the first three are 2.0's. */
function componentGroups(root: NodeLocation): readonly NodeLocation[] {
  const own = ['definitions', 'parameters', 'responses'].map((key) => childOf(root, key));
  return [...own, ...childrenOf(childOf(root, 'components')).map(([, group]) => group)];
}

function namedSchemas({ root, dialect, converter }: Context): ReadonlyMap<string, Schema> {
  const at = dialect === '2.0' ? childOf(root, 'definitions') : childOf(childOf(root, 'components'), 'schemas');
  return new Map(childrenOf(at).map(([name, place]) => [name, converter.schemaAt(place)]));
}

/**
 * Refuses components that only refer to each other. Other loops are found when they are followed, and
 * diagnosed.
 */
function refuseLoops({ root, resolver, files }: Context): void {
  for (const group of componentGroups(root))
    for (const [key, value] of entriesOf(group.node)) {
      if (textOf(value, '$ref') === undefined) continue;
      const component = childOf(group, key);
      const followed = resolver.follow(component);
      if (followed.kind !== 'loop') continue;
      const position = files.positionOf(files.nameOf(component));
      const where = position === undefined ? files.entry.name : `${position.file}:${position.line}:${position.column}`;
      refuseDocument(where, `the reference ${leadsBack(followed.references)}`);
    }
}

/** 3.1 documents may have only webhooks or components. */
function hasOtherContent({ dialect, root: { node } }: Context): boolean {
  const isThere = (name: string): boolean =>
    dialect === '3.0' || dialect === '2.0' ? isRaw(member(node, name)) : member(node, name) !== undefined;
  return member(node, 'paths') === undefined && (isThere('webhooks') || isThere('components'));
}

/** Refuses a document without any content, together with its other faults. */
function refuseWhole(context: Context, where: (pointer: string) => string): never {
  const { dialect, root, diagnostics } = context;
  const isMissing = member(root.node, 'paths') === undefined;
  const all = dialect === '2.0' || dialect === '3.0' ? '`paths`' : '`paths`, `components` or `webhooks`';
  const reason = isMissing ? `an OpenAPI document must have ${all}` : '`paths` must be an object';
  checkShape(context);
  const others = diagnostics.list
    .filter(
      ({ severity, pointer, message }) =>
        severity === 'error' && pointer !== '/paths' && !message.endsWith('have `paths`'),
    )
    .sort((one, other) => (one.position?.line ?? 0) - (other.position?.line ?? 0));
  refuseDocument(where(isMissing ? '' : '/paths'), [reason, ...linesOf(others)].join('\n'));
}

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));

function tagsOf(root: NodeLocation): Api['tags'] {
  return childrenOf(childOf(root, 'tags')).flatMap(([, { node }]) => {
    const name = textOf(node, 'name');
    const description = textOf(node, 'description');
    const parent = textOf(node, 'parent');
    const kind = textOf(node, 'kind');
    if (name === undefined) return [];
    return [
      {
        name,
        ...(description === undefined ? {} : { description }),
        ...(parent === undefined ? {} : { parent }),
        ...(kind === undefined ? {} : { kind }),
      },
    ];
  });
}
