import { type Api, type Operation, once, onceForEach } from '../../spec/index.ts';
import { aboutItem, deletesItem } from '../actions/about-item.ts';
import { changesAll, changesSeveral } from '../actions/bulk-changes.ts';
import { createsSeveral, putsByIds, sendsList } from '../actions/bulk-create.ts';
import {
  altersCollection,
  deletesCollection,
  deletesNamed,
  deletesSeveral,
  emptiesCollection,
} from '../actions/collection-deletion.ts';
import { addedBelow, isCopying, isCopyingItself, madeElsewhere } from '../actions/created-by-action.ts';
import { deletionEffects } from '../actions/effects.ts';
import { emptiedWords, isDeleted, wordsBelow } from '../actions/item-contents.ts';
import { findProcedures, type Procedure } from '../actions/procedures.ts';
import { findsOne, looksFor } from '../actions/searches.ts';
import { sentElsewhere } from '../actions/sent-elsewhere.ts';
import { documentedOperations } from '../actions/stand-in-api.ts';
import { isStandIn } from '../actions/stand-ins.ts';
import { uploadedRecord } from '../actions/uploads.ts';
import { draftCollection } from '../drafts/collection-drafts.ts';
import { NOTHING_NAMED, type RoleDraft, unknown } from '../drafts/draft.ts';
import { draftItem } from '../drafts/item-drafts.ts';
import { draftPart } from '../drafts/part-drafts.ts';
import { findView, itemInFront, lastParameter, type View } from '../drafts/views.ts';
import { type Evidence, entityShownIn, gatherEvidence, listIn } from '../evidence/evidence.ts';
import { gatherParts, writesBelow } from '../evidence/parts.ts';
import type { FoundList } from '../lists/envelope.ts';
import { readListing } from '../lists/list-parameters.ts';
import { listedIds } from '../lists/listed-ids.ts';
import { observationTime } from '../lists/newest-first.ts';
import { withRelatedFilters } from '../lists/related-filters.ts';
import { withRepeatedPage } from '../lists/repeated-page.ts';
import { isStatisticsWord, statisticsCalled } from '../lists/statistics.ts';
import { correctionOf } from '../model/corrections.ts';
import { withoutMixedVersions } from '../model/mixed-versions.ts';
import type {
  Corrections,
  ListDetails,
  RecordStatistics,
  Resource,
  ResourceId,
  ResourceModel,
  Role,
} from '../model/model.ts';
import { mapPaths, type PathGroup, pathKey, rootWordOf, segmentsOf, templateOf } from '../model/paths.ts';
import { pointerTo } from '../model/pointers.ts';
import { clusterKey, plain, singular } from '../model/words.ts';
import { answerSchemas, requestSchema, succeedsWith } from '../schema/bodies.ts';
import { learnCompanions } from '../schema/companions.ts';
import { IDS } from '../schema/identity.ts';
import { itemShape } from '../schema/item-shape.ts';
import { createShapes, isClose, type Shape } from '../schema/shape.ts';
import { uniqueBy, uniqueInChanges, uniqueNames } from '../schema/unique.ts';
import { buildCluster, type Cluster, type ClusterSources } from './clusters.ts';
import { mayName } from './hidden-item.ts';
import { overriddenRole } from './overrides.ts';
import { findPlaceOf, type ResourcePlace } from './place.ts';
import {
  calledSo,
  type ListBelow,
  listedRelations,
  type MeantResource,
  nearest,
  readRelations,
  withoutOwnLists,
} from './relations.ts';
import { withScopedLists } from './scoped-lists.ts';

/**
 * Infers the resources of an Api, lazily: paths are grouped at once, and an operation is built when its
 * role, or that of another one with the same word in its path, is first read. `resources` builds all.
 * Corrections win over `x-standin-*` extensions. Without a look at bodies, a call by name (`POST
 * /templates/info`) is an action.
 */
export function inferResources(
  api: Api,
  corrections?: Corrections,
  reading: 'calls by name' | 'paths alone' = 'calls by name',
): ResourceModel {
  const shapes = createShapes(api, (own) => learnCompanions(own, api.operations));
  const called = findProcedures(shapes, documentedOperations(api));
  const procedures = reading === 'calls by name' ? called : new Map<Operation, Procedure>();
  const unversioned = withoutMixedVersions(api.operations);
  const standing = onceForEach(
    (operation: Operation): Operation =>
      procedures.get(operation)?.stands ?? withPath(operation, unversioned(operation.path)),
  );
  const documented = new Map(api.operations.map((operation) => [standing(operation), operation]));
  const mapped = mapPaths(
    [...documented.keys()],
    rootWordOf(api.operations, api.basePaths),
    (operation) => listIn(shapes, operation, '') !== undefined,
  );
  const paths = withScopedLists(shapes, mapped);
  const evidence: (group: PathGroup) => Evidence = onceForEach(
    (group: PathGroup) =>
      gatherParts(shapes, paths, group, evidence) ??
      withWrites(gatherEvidence(shapes, group, undefined, paths.itemsBeside(group))),
  );
  const withWrites = (gathered: Evidence): Evidence => {
    const below = gathered.single === undefined ? [] : writesBelow(shapes, paths, gathered);
    return below.length === 0 ? gathered : { ...gathered, writesBelow: below };
  };
  const view = onceForEach((group: PathGroup): View | undefined => findView(shapes, paths, group, evidence));
  const correctionFor = onceForEach((operation: Operation) => correctionOf(operation, corrections));
  const operationsThatWrite = once(() => api.operations.filter(({ method }) => method === 'POST' || method === 'PUT'));
  let all: readonly Resource[] | undefined;
  const everything = (): readonly Resource[] => {
    all ??= [...new Set([...paths.groups.values()].flatMap((group) => cluster(group.word).resources))];
    return all;
  };
  const clusters = new Map<string, Cluster>();
  const cluster = (word: string): Cluster => {
    const key = clusterKey(word);
    const known = clusters.get(key);
    if (known !== undefined) return known;
    const made = buildCluster(word, sources);
    clusters.set(key, made);
    return made;
  };
  const meanings = new Map<string, readonly MeantResource[]>();
  const meant = (word: string): readonly MeantResource[] => {
    const known = meanings.get(word) ?? calledSo(cluster(word).resources, word);
    meanings.set(word, known);
    return known;
  };
  const collectionAt = (group: PathGroup): Resource | undefined => cluster(group.word).collectionOf(group)?.resource;
  const named = (name: string): Resource | undefined => {
    const last = name.split('.').at(-1) ?? name;
    const near = [...cluster(name).resources, ...cluster(last).resources].find((resource) => resource.name === name);
    // A fallback name is a path, and its resource may be in any cluster.
    return near ?? (name.startsWith('/') ? everything().find((resource) => resource.name === name) : declared(name));
  };
  const declared = (name: string): Resource | undefined => {
    const operation = api.operations.find((o) => correctionFor(o).resource === name);
    const group = operation && paths.groupOf(standing(operation));
    return group && cluster(group.word).resources.find((resource) => resource.name === name);
  };
  /** Resources whose relations are being read. */
  const relating = new Set<Resource>();
  const sources: ClusterSources = {
    shapes,
    paths,
    correctionFor,
    pathOf: (operation) => (documented.get(operation) ?? operation).path,
    evidenceOf: evidence,
    viewOf: view,
    isCorrected: (group) => [...group.collection, ...group.items].some((o) => isStateful(correctionFor(o).role)),
    parentAt: (path) => {
      const group = paths.ofItem(path);
      const own = group && collectionAt(group);
      const elsewhere = own === undefined && group === undefined ? paths.ofItemElsewhere(path) : undefined;
      return own ?? (elsewhere && collectionAt(elsewhere));
    },
    named,
    isMadeBelow: (group) =>
      [...paths.groups.values()].some((each) => {
        const isBelow = each.base.length === group.base.length + 1 && each.key.startsWith(`${group.key}/`);
        if (!isBelow || each.collection.every(({ method }) => method !== 'POST')) return false;
        const seen = view(each);
        return seen?.kind === 'made' && seen.at === group;
      }),
    relations(resource, shape) {
      const { collectionPath, itemPath } = resource;
      const sent = operationsThatWrite()
        .filter(({ path }) => path === collectionPath || path === itemPath)
        .flatMap((operation) => shapes.maybe(requestSchema(operation)) ?? []);
      const resolve = (word: string, from: Resource): Resource | undefined =>
        nearest(withoutOwnLists(shapes, meant(word), from), from);
      const named = readRelations({ shapes, resolve, keyed, sent }, shape, resource);
      const replies = itemPath === undefined ? undefined : paths.groups.get(`${pathKey(segmentsOf(itemPath))}/replies`);
      const answered = replies === undefined ? undefined : view(replies);
      const isNew = answered?.kind === 'children' && !named.some(({ pointer }) => pointer === answered.pointer);
      const read = isNew ? [...named, { pointer: answered.pointer, resource: resource.name, required: false }] : named;
      // The filters of those lists may ask for the relations that they are read for.
      if (relating.has(resource)) return read;
      relating.add(resource);
      try {
        return [...read, ...listedRelations(shapes, resource, listsBelowOthers(resource), read)];
      } finally {
        relating.delete(resource);
      }
    },
  };
  /** The groups of paths by the parameter of their items: `/products/{sku}` by `sku`. */
  const groupsByParameter = once(() => {
    const found = new Map<string, PathGroup[]>();
    for (const group of paths.groups.values()) {
      const last = segmentsOf(group.items[0]?.path ?? '').at(-1);
      if (last?.kind === 'parameter') found.set(last.name, [...(found.get(last.name) ?? []), group]);
    }
    return found;
  });
  /** The only resource whose items are addressed by a property of that name. */
  const keyed = (name: string, from: Resource): Resource | undefined => {
    const groups = groupsByParameter().get(name) ?? [];
    const [only] = groups.length === 1 ? groups : [];
    const resource = only && collectionAt(only);
    return resource?.id?.property === name && resource !== from && resource.enumerable ? resource : undefined;
  };
  /** The items below which lists show records of a resource that name them: `/districts/{id}/schools`. */
  function listsBelowOthers(resource: Resource): readonly ListBelow[] {
    const ending = segmentsOf(resource.collectionPath ?? '').at(-1);
    if (ending?.kind !== 'literal') return [];
    return paths.named(ending.text).flatMap(({ base, collection }): readonly ListBelow[] => {
      const [get] = collection;
      const of = base.at(-2);
      if (get?.method !== 'GET' || of?.kind !== 'parameter' || get.path === resource.collectionPath) return [];
      if (roleOf(get).kind !== 'list' || roleOf(get).resource !== resource) return [];
      const named = roleOf(get).scope?.find(({ parameter }) => parameter === of.name);
      const owner = sources.parentAt(base.slice(0, -1));
      return named?.property === undefined || named.home !== undefined || owner === undefined
        ? []
        : [{ property: named.property, owner }];
    });
  }

  /** The collections whose path ends with a plural, by that path with the singular: `/notes` by `/note`. */
  const plurals = once(() => {
    const found = new Map<string, PathGroup>();
    for (const group of paths.groups.values()) {
      const path = group.collection[0]?.path ?? '';
      const start = path.slice(0, path.lastIndexOf('/') + 1);
      const one = singular(path.slice(start.length));
      if (one !== path.slice(start.length)) found.set(start + one, group);
    }
    return found;
  });
  const roleOf = onceForEach((documented: Operation): Role => {
    const operation = standing(documented);
    const inferred = withMaking(operation, withSeveral(operation, atPlural(operation, infer(operation))));
    const found = asCalled(documented, inferred, called.get(documented), operation !== documented);
    const correction = correctionFor(operation);
    if (correction.role === undefined && correction.resource === undefined) return found;
    const resource = correction.resource === undefined ? found.resource : named(correction.resource);
    return overriddenRole(shapes, operation, found, { correction, resource, placeOf: (r) => placeOf(operation, r) });
  });

  /** A POST whose path has the singular of a collection's name creates in that collection: `POST /note` beside `GET /notes`. */
  function atPlural(operation: Operation, role: Role): Role {
    const group = role.kind === 'action' && operation.method === 'POST' ? plurals().get(operation.path) : undefined;
    const resource = group && collectionAt(group);
    if (group === undefined || resource === undefined) return role;
    const { on, ...draft } = draftCollection(shapes, operation, evidence(group), true);
    return draft.kind === 'create' && on === 'collection'
      ? full(operation, { on, ...draft }, resource, { isItem: false })
      : role;
  }

  /** An action on a collection whose body lists the items to create, or has search criteria. */
  function withSeveral(operation: Operation, role: Role): Role {
    if (role.kind !== 'action' && role.kind !== 'create') return role;
    const homes = { shapes, paths, homeAt: (group: PathGroup) => cluster(group.word).collectionOf(group) };
    if (role.kind === 'create') {
      if (role.names !== undefined) return role;
      const ids = operation.method === 'POST' ? putsByIds(homes, operation) : undefined;
      return severalOf(
        operation,
        role,
        ids ?? (sendsList(shapes, operation) ? createsSeveral(homes, operation) : undefined),
      );
    }
    const several =
      createsSeveral(homes, operation) ??
      changesSeveral(homes, operation) ??
      changesAll(homes, operation) ??
      deletesSeveral(homes, operation) ??
      emptiesCollection(homes, operation) ??
      looksFor(homes, operation) ??
      findsOne(homes, operation);
    return severalOf(operation, role, several);
  }

  function severalOf(operation: Operation, role: Role, several: Partial<Role> | undefined): Role {
    const { resource, why = [] } = several ?? {};
    if (several === undefined || resource === undefined) return role;
    return { kind: 'action', ...several, why, ...placeOf(operation, resource, false) };
  }

  /** An action whose answer shows a created record of another resource. */
  function withMaking(operation: Operation, role: Role): Role {
    if (role.kind === 'patch' && isCopyingItself(operation)) return copying(role);
    if (role.kind !== 'action' || role.creates?.shown !== undefined) return role;
    const upload = uploadedRecord(shapes, operation, (word) => cluster(word).resources);
    if (upload !== undefined) return withUpload(role, upload);
    const added = addedBelow(shapes, operation, (word) => cluster(word).resources);
    const { responseEntity: _, ...alone } = role;
    if (added !== undefined && role.id !== undefined) return making(alone, added);
    if (role.responseEntity !== undefined && !isCopying(operation)) return role;
    // Below an item without a role, creates are not known.
    const isMeant = role.id !== undefined || role.creates !== undefined || !operation.path.includes('{');
    const makes = isMeant
      ? (madeElsewhere(shapes, operation, (word) => cluster(word).resources) ??
        copyOf(operation, role) ??
        (role.id === undefined ? sentElsewhere(shapes, operation, everything) : undefined))
      : undefined;
    return makes === undefined ? role : making(role, makes);
  }

  /** The role of an operation that makes a record of another collection. */
  function making(role: Role, makes: NonNullable<Role['makes']>): Role {
    const { resource = makes.resource } = role;
    return { ...role, resource, makes, why: [...role.why, `its answer shows a new entity of ${makes.resource.name}`] };
  }

  /** A POST with an id that copies its item instead of changing it. */
  function copying({ requestEntity: _, responseEntity = '', ...role }: Role): Role {
    const { resource } = role;
    if (resource === undefined || resource.collectionPath?.includes('{') !== false) return { responseEntity, ...role };
    const why = [...role.why, 'its text says that it copies the item'];
    return { ...role, kind: 'action', why, makes: { resource, responseEntity, copies: true } };
  }

  /** The copy that an action makes of its item, which the answer shows without a name for its schema. */
  function copyOf(operation: Operation, { id, resource, responseEntity }: Role): Role['makes'] {
    const isTop = resource?.parent === undefined && resource?.collectionPath?.includes('{') === false;
    if (id === undefined || !isTop || responseEntity === undefined || !isCopying(operation)) return undefined;
    return { resource, responseEntity };
  }

  /** An upload to an item changes that item: it is a new version of the file. Any other upload makes a record. */
  function withUpload(role: Role, upload: NonNullable<Role['makes']>): Role {
    const { resource, ...places } = upload;
    if (role.id !== undefined && role.resource === resource)
      return { ...role, ...places, why: [...role.why, `its answer shows the ${resource.singular} with the new file`] };
    const why = [...role.why, `its answer shows a new entity of ${resource.name} with the file`];
    return { ...role, resource: role.resource ?? resource, makes: upload, why };
  }

  function infer(operation: Operation): Role {
    const group = paths.groupOf(operation);
    if (group === undefined || group.beyond.includes(operation))
      return plainRole(unknown(operation, 'no id can be read off this path'));
    const seen = view(group);
    const other = seen && viaView(operation, group, seen);
    if (other !== undefined) return other;
    const ofSingleton = writeBelowSingleton(operation, group);
    if (ofSingleton !== undefined) return ofSingleton;
    const own = cluster(group.word).collectionOf(group);
    const at = own?.evidence ?? evidence(group);
    const continues = own !== undefined || paths.continues(`${group.key}/{}`);
    const isItem = group.items.includes(operation);
    const { within } = at;
    const draft =
      within !== undefined
        ? draftPart(shapes, operation, at, within)
        : isItem
          ? draftItem(shapes, operation, at, continues)
          : draftCollection(shapes, operation, at, continues);
    const resource =
      draft.on === 'singleton'
        ? cluster(group.word).singletonOf(group)
        : draft.on === 'collection'
          ? own?.resource
          : undefined;
    const named = isItem || own === undefined ? undefined : idsListedBy(operation, own.resource, draft);
    if (named !== undefined) return named;
    const emptied = isItem || own === undefined ? undefined : emptiedBy(operation, own.resource, at);
    if (emptied !== undefined) return emptied;
    const altered =
      own === undefined || isItem || draft.kind !== 'action' ? undefined : alteredBy(operation, own.resource, at);
    if (altered !== undefined) return altered;
    if (resource === undefined) return withoutResource(operation, draft);
    const why = [
      ...draft.why,
      ...(own !== undefined && draft.on === 'collection' && own.evidence !== own.family.home ? own.family.why : []),
    ];
    return full(operation, { ...draft, why }, resource, { isItem: isItem && draft.kind !== 'list' });
  }

  /** A write right below a singleton that answers with it: `PATCH /account/name`. */
  function writeBelowSingleton(operation: Operation, { base }: PathGroup): Role | undefined {
    // A read looks at nothing in front of it.
    if (operation.method !== 'PUT' && operation.method !== 'PATCH') return undefined;
    const above = paths.groups.get(pathKey(base.slice(0, -1)));
    const at = above?.collection.length === 0 || above === undefined ? undefined : evidence(above);
    if (above === undefined || at?.writesBelow?.includes(operation) !== true) return undefined;
    const resource = cluster(above.word).singletonOf(above);
    return resource && full(operation, draftCollection(shapes, operation, at, false), resource, { isItem: false });
  }

  /** A GET on the path of a collection that answers the ids of its items. */
  function idsListedBy(operation: Operation, resource: Resource, draft: RoleDraft): Role | undefined {
    if (operation.method !== 'GET' || draft.kind !== 'none' || !resource.enumerable) return undefined;
    const word = paths.groupOf(operation)?.word ?? '';
    const [found] = answerSchemas(operation).flatMap((schema) => listedIds(shapes, schema, word) ?? []);
    return (
      found && {
        kind: 'list',
        resource,
        why: ['the answer lists the ids of entities'],
        list: { ...listing(operation, found, shapes.of(resource.schema), resource), idsAlone: true },
        ...placeOf(operation, resource, false),
      }
    );
  }

  function emptiedBy(operation: Operation, resource: Resource, { list }: Evidence): Role | undefined {
    const shape = shapes.of(resource.schema);
    const { property } = resource.id ?? {};
    const named = deletesNamed(shapes, operation, { shape, id: property && pointerTo(property) });
    const empties = list && deletesCollection(shapes, operation, list, { shape, named });
    const why = [
      'DELETE on a collection deletes what its filters let through',
      ...(named === undefined ? [] : [`its body names entities by ${named.property}`]),
    ];
    return (
      empties && {
        kind: 'action',
        resource,
        why,
        empties,
        ...(named && { named }),
        ...placeOf(operation, resource, false),
      }
    );
  }

  function alteredBy(operation: Operation, resource: Resource, { list, group }: Evidence): Role | undefined {
    const shape = shapes.of(resource.schema);
    const alters = list && altersCollection(shapes, operation, list, shape);
    const shown = entityShownIn(shapes, operation, group.word, shape)?.found;
    return (
      alters && {
        kind: 'action',
        resource,
        why: [`${operation.method} on a collection changes what its filters let through`],
        alters,
        ...(shown === undefined ? {} : { responseEntity: shown.pointer }),
        ...placeOf(operation, resource, false),
      }
    );
  }

  function withoutResource(operation: Operation, draft: RoleDraft): Role {
    const role = plainRole(draft);
    const itself = itemOf(operation);
    if (itself !== undefined) return { ...role, ...itself };
    const front = itemInFront(paths, operation);
    if (front?.item !== undefined) {
      const about = aboutItem(shapes, operation, draft.kind, {
        item: roleOf(front.item),
        itemPath: front.item.path,
        names: front.names,
      });
      const isGone = draft.kind === 'action' && about?.responseEntity === undefined && deletesItem(operation);
      if (isGone && !keepsItem(operation, front.item.path))
        return { ...role, ...about, kind: 'delete', why: [...role.why, 'its name deletes the item'] };
      if (about !== undefined) return { ...role, ...about, why: [...role.why, ...effectReasons(about)] };
    }
    const hidden = ofHiddenItem(operation, draft);
    if (hidden !== undefined) return { ...role, ...hidden };
    if (draft.kind !== 'action') return role;
    const resource = front && collectionAt(front.group);
    return resource === undefined ? role : { ...role, resource };
  }

  /**
   * Whether an action takes out what is below an item, and leaves the item. A purge may take out a part, where another operation deletes the
   * item.
   */
  function keepsItem(operation: Operation, itemPath: string): boolean {
    const below = wordsBelow(itemPath, api.operations);
    const hasDeletion = isDeleted(itemPath, api.operations);
    if (emptiedWords(operation, below, hasDeletion).length > 0) return true;
    const { path, summary = '', description = '' } = operation;
    const isPurge = /\/purge$/i.test(path) && !/\bpermanent|\bforever\b/i.test(`${summary} ${description}`);
    return isPurge && hasDeletion && below.length > 0;
  }

  /** What an operation says of an item that has no path of its own in the document. */
  function ofHiddenItem(operation: Operation, { kind, why }: RoleDraft): Partial<Role> | undefined {
    const words = segmentsOf(operation.path).flatMap((segment) => (segment.kind === 'literal' ? [segment.text] : []));
    const behind = words.flatMap(paths.behind).find((each) => each.operation === operation);
    const before = behind?.item.at(-2);
    if (behind === undefined || before?.kind !== 'literal') return undefined;
    const word = before.text;
    const listed = cluster(word).resources.filter(({ enumerable, singleton }) => enumerable && !singleton);
    const meant = listed.filter((resource) => {
      const base = segmentsOf(resource.collectionPath ?? '');
      const { schema, id } = resource;
      return id?.property !== undefined && mayName(shapes, behind, { base, word, schema, isOnly: listed.length === 1 });
    });
    const [resource] = meant;
    if (resource === undefined || meant.length > 1) return undefined;
    const itemPath = templateOf(behind.item);
    const item: Role = {
      kind: 'read',
      resource,
      why: [],
      ...placeOf({ ...operation, path: itemPath }, resource, true),
    };
    const about = aboutItem(shapes, operation, kind, { item, itemPath, names: new Map() });
    if (about === undefined) return undefined;
    const named = `it names one of ${resource.name}, which no path of the document shows alone`;
    return { ...about, why: [...why.filter((each) => each !== NOTHING_NAMED), named, ...effectReasons(about)] };
  }

  /** The item that the last segment of a path names, if the document has an answer for a missing one. */
  function itemOf(operation: Operation): Pick<Role, 'resource' | 'id' | 'scope'> | undefined {
    const group = paths.groupOf(operation);
    const own = group?.items.includes(operation) === true ? cluster(group.word).collectionOf(group) : undefined;
    const { resource } = own ?? {};
    if (resource?.id?.property === undefined || !resource.enumerable) return undefined;
    if (!operation.responses.some(({ status }) => status === '404')) return undefined;
    return { resource, ...placeOf(operation, resource, true) };
  }

  function viaView(operation: Operation, group: PathGroup, seen: View): Role | undefined {
    const resource = collectionAt(seen.at);
    if (resource === undefined) return undefined;
    const why = [seen.why];
    if (seen.kind === 'end') {
      const shape = shapes.of(resource.schema);
      const by = observationTime(shape);
      const { list } = evidence(seen.at);
      const details = list && listing(operation, list.found, shape, resource);
      return {
        kind: 'none',
        resource,
        why,
        shows: { end: seen.end, ...(by === undefined ? {} : { by }), ...(details && { list: details }) },
        responseEntity: evidence(group).single?.found.pointer ?? '',
        ...placeOf(operation, resource, false, seen),
      };
    }
    if (seen.kind === 'count') {
      const { list } = evidence(seen.at);
      const shape = shapes.of(resource.schema);
      return {
        kind: 'none',
        resource,
        why,
        ...(list && { counts: { at: seen.pointer, list: listing(operation, list.found, shape, resource) } }),
        ...placeOf(operation, resource, false, seen),
      };
    }
    if (seen.kind === 'statistics') {
      const { list } = evidence(seen.at);
      const shape = shapes.of(resource.schema);
      const details = list && listing(operation, list.found, shape, resource);
      return {
        kind: 'none',
        resource,
        why,
        ...(details && { statistics: { numbers: seen.numbers, list: details } }),
        ...placeOf(operation, resource, false, seen),
      };
    }
    const draft = draftView(operation, group, seen, why);
    return draft.on === 'nothing'
      ? { ...plainRole(draft), resource }
      : full(operation, draft, resource, {
          isItem: seen.kind === 'facet' || seen.kind === 'lookup' || group.items.includes(operation),
          seen,
        });
  }

  function draftView(operation: Operation, group: PathGroup, seen: View, why: readonly string[]): RoleDraft {
    const there = evidence(seen.at);
    if (seen.kind === 'list' && operation.method === 'POST' && succeedsWith(operation, '201')) {
      const draft = draftCollection(shapes, operation, there, true);
      return draft.kind === 'create' && draft.responseEntity !== undefined ? draft : unknown(operation, seen.why);
    }
    if (seen.kind === 'children' && operation.method === 'POST') {
      const draft = draftCollection(shapes, operation, there, true);
      return draft.kind === 'create' ? { ...draft, why: [...why, ...draft.why] } : unknown(operation, seen.why);
    }
    if (seen.kind === 'list' || seen.kind === 'children')
      return operation.method === 'GET' ? { kind: 'list', on: 'collection', why } : unknown(operation, seen.why);
    if (seen.kind === 'made') {
      const isItem = group.items.includes(operation);
      if (isItem && lastParameter(operation) !== there.id?.parameter) return unknown(operation, NOTHING_NAMED);
      const draft = isItem
        ? draftItem(shapes, operation, there, true)
        : draftCollection(shapes, operation, there, true);
      return { ...draft, why: [...why, ...draft.why] };
    }
    if (seen.kind === 'lookup' && operation.method !== 'GET') {
      const draft = draftItem(shapes, operation, there, true);
      return { ...draft, why: [...why, ...draft.why] };
    }
    if (seen.kind === 'lookup')
      return { kind: 'read', on: 'collection', why, responseEntity: evidence(group).read?.found.pointer ?? '' };
    if (operation.method === 'GET')
      return { kind: 'read', on: 'collection', why, responseEntity: evidence(group).single?.found.pointer ?? '' };
    const draft = draftItem(shapes, operation, there, true);
    if (operation.method !== 'PUT' && operation.method !== 'PATCH') return unknown(operation, seen.why);
    // A PUT of a part may replace only that part. To merge the sent values never loses the rest.
    const { keeps: _, ...rest } = draft;
    return draft.on === 'collection' ? { ...rest, kind: 'patch', why: [...why, ...draft.why] } : draft;
  }

  function full(
    operation: Operation,
    draft: RoleDraft,
    resource: Resource,
    { isItem, seen }: { readonly isItem: boolean; readonly seen?: View },
  ): Role {
    const { on: _, ...role } = draft;
    const shape = shapes.of(resource.schema);
    const whole = itemShape(shapes, shape);
    const group = paths.groupOf(operation);
    const word = group?.word ?? '';
    // What the items of a list show may be little of what the item path does.
    const known = group && evidence(group).list;
    const effects = role.kind === 'delete' ? deletionEffects(shapes, operation, whole) : [];
    const unique =
      role.kind === 'create'
        ? (uniqueBy(shapes, operation, whole, resource.singular) ??
          uniqueNames(shapes, operation, whole, resource.id?.also ?? []))
        : role.kind === 'replace' || role.kind === 'patch'
          ? uniqueInChanges(shapes, operation, whole, resource.singular)
          : undefined;
    const found = role.kind === 'list' ? listIn(shapes, operation, word, (items) => isClose(items, shape)) : undefined;
    const list = found ?? (role.kind === 'list' && known?.operation === operation ? known : undefined);
    return {
      ...role,
      resource,
      ...(effects.length === 0 ? {} : { effects, why: [...role.why, ...effectReasons({ effects })] }),
      ...(unique === undefined ? {} : { unique }),
      ...(list === undefined ? {} : { list: listing(operation, list.found, shape, resource) }),
      ...(draft.on === 'singleton' ? placeOf(operation, resource, false) : placeOf(operation, resource, isItem, seen)),
    };
  }

  function listing(operation: Operation, found: FoundList, shape: Shape, resource: Resource): ListDetails {
    const list = withRepeatedPage(shapes, operation, readListing(shapes, operation, found, shape));
    return withRelatedFilters(shapes, list, operation.parameters, resource);
  }

  function placeOf(operation: Operation, resource: Resource, isItem?: boolean, seen?: View): ResourcePlace {
    const item = isItem ?? (paths.groupOf(operation)?.items.includes(operation) === true && !resource.singleton);
    return findPlaceOf(shapes, paths, operation, { resource, isItem: item, seen });
  }

  let byName: ResourceModel | undefined;
  /** The same document with its calls by name. */
  const believed = (): ResourceModel => {
    byName ??= reading === 'calls by name' ? model : inferResources(api, corrections);
    return byName;
  };
  const standIns = once(() => new Map(api.operations.filter(isStandIn).map((each) => [each.standsFor.call, each])));
  const model: ResourceModel = {
    get resources() {
      return everything();
    },
    resource: named,
    meant: (word) => meantBy(cluster(word).resources),
    roleOf,
    roleByName(operation) {
      const standIn = standIns().get(operation);
      return standIn === undefined ? (called.has(operation) ? believed() : model).roleOf(operation) : roleOf(standIn);
    },
    look(operation) {
      const group = paths.groupOf(operation);
      if (group !== undefined && view(group) === undefined) evidence(group);
    },
    statisticsOf,
  };
  return model;

  function statisticsOf(operation: Operation): readonly RecordStatistics[] {
    const { resource, statistics } = roleOf(operation);
    if (statistics !== undefined && resource !== undefined) return [{ resource, numbers: statistics.numbers }];
    const words = segmentsOf(operation.path).map((segment) => (segment.kind === 'literal' ? segment.text : ''));
    if (operation.method !== 'GET' || words.includes('') || !words.some(isStatisticsWord)) return [];
    return everything().flatMap((each) => {
      if (each.singleton || each.parent !== undefined || each.collectionPath === undefined) return [];
      const subject = { shapes, word: each.singular, item: shapes.of(each.schema) };
      const numbers = statisticsCalled(subject, operation);
      return numbers.length === 0 ? [] : [{ resource: each, numbers }];
    });
  }
}

/**
 * The role of a call by name, if it is certainly about a resource whose items show the value that calls use
 * as the id.
 */
function asCalled(operation: Operation, role: Role, procedure: Procedure | undefined, isMeant: boolean): Role {
  if (procedure === undefined) return role;
  if (!isMeant) return procedure.isOfItem ? { ...role, says: procedure.says } : role;
  const why = [...role.why, procedure.why];
  const { id, resource, scope, kind } = role;
  const isNamed = procedure.isOfItem === (id !== undefined) && (id === undefined || isCalledSo(id, resource));
  return kind === procedure.kind && resource?.singleton === false && isNamed && scope === undefined
    ? { ...role, why, says: procedure.says }
    : plainRole(unknown(operation, why.join('; ')));
}

/**
 * Whether an item shows the property by which calls name it, or its id. Any other name may mean another
 * record.
 */
function isCalledSo({ parameter, property }: ResourceId, resource: Resource | undefined): boolean {
  const name = plain(property?.slice(property.lastIndexOf('/') + 1) ?? '');
  const word = plain(resource?.singular ?? '');
  const isUsual = name === plain(parameter) || IDS.includes(name) || name === `${word}id`;
  return name !== '' && (isUsual || (name === 'name' && plain(parameter) === word));
}

function meantBy(resources: readonly Resource[]): Resource | undefined {
  const collections = resources.filter(({ singleton, enumerable }) => !singleton && enumerable);
  const outer = collections.filter(({ parent }) => parent === undefined);
  const found = outer.length > 0 ? outer : collections;
  // `/users` rather than `/meta/types/user`.
  const least = Math.min(...found.map(depthOf));
  const [only, ...others] = found.filter((each) => depthOf(each) === least);
  return others.length > 0 ? undefined : only;
}

const depthOf = ({ collectionPath = '' }: Resource): number => segmentsOf(collectionPath).length;

function effectReasons({ effects = [], partEffects }: Pick<Role, 'effects' | 'partEffects'>): readonly string[] {
  const inPart = (partEffects?.effects ?? []).map(({ property, value }) => ({
    property: `${partEffects?.part}.${property}`,
    value,
  }));
  return [...effects, ...inPart].map(({ property, value }) => `its name makes ${property} ${JSON.stringify(value)}`);
}

function isStateful(role: string | undefined): boolean {
  return role !== undefined && role !== 'action' && role !== 'none';
}

function plainRole(draft: RoleDraft): Role {
  return { kind: draft.kind, why: draft.why };
}

/** The same operation on another path. */
function withPath(operation: Operation, path: string): Operation {
  // Object.create returns `any`; the prototype is an Operation.
  const moved: Operation =
    path === operation.path ? operation : Object.create(operation, { path: { value: path, enumerable: true } });
  return moved;
}
