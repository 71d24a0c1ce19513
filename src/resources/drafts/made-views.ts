import type { Operation } from '../../spec/index.ts';
import { wordsOf } from '../../spec/index.ts';
import { type Evidence, type EvidenceOf, entityShownIn, listIn } from '../evidence/evidence.ts';
import { type PathGroup, type PathMap, pathKey, type Segment } from '../model/paths.ts';
import { clusterKey, plain } from '../model/words.ts';
import { answerSchemas, requestSchema, succeedsWith } from '../schema/bodies.ts';
import { isClose, isSame, type Shapes, withAlternatives } from '../schema/shape.ts';
import { draftCollection } from './collection-drafts.ts';

/** `POST /pets/create`: creates an item of the collection on the shorter path. */
export interface MadeView {
  readonly kind: 'made';
  readonly at: PathGroup;
  readonly why: string;
}

/**
 * A POST below a collection that creates one of its items: by the last word of the path (`/pets/create`,
 * `/dictionaries/add-from-rules`), or by the operation's name, where the answer shows the id of an item (`POST
 * /documents/text`, "Create text document").
 */
export function madeBelow(
  shapes: Shapes,
  paths: PathMap,
  group: PathGroup,
  evidenceOf: EvidenceOf,
): MadeView | undefined {
  const [post, ...others] = group.collection;
  const isAlone = others.length === 0 && group.items.every(({ method }) => method === 'POST');
  if (post?.method !== 'POST' || !isAlone || group.base.at(-2)?.kind !== 'literal') return undefined;
  const above = group.base.slice(0, -1);
  const at = paths.groups.get(pathKey(above));
  if (at === undefined || isDoneToItem(above)) return undefined;
  const word = madeByWord(group.word, at.word);
  const isMade = word !== undefined || MAKES.has(verbIn(post));
  if (!isMade && !(succeedsWith(post, '201') && group.items.length === 0)) return undefined;
  const there = evidenceOf(at);
  if (there.entity === undefined || (there.list === undefined && there.read === undefined)) return undefined;
  const isPlain = word === 'plain' && there.created === undefined;
  const isNamed = word !== undefined || (isMade ? namesItem(post, there) : answersItem(shapes, post, there));
  if (!isPlain && !(isNamed && showsNewId(shapes, post, there))) return undefined;
  return draftCollection(shapes, post, there, true).kind === 'create'
    ? { kind: 'made', at, why: `"${group.word}" makes an entity of ${at.key}` }
    : undefined;
}

/** Words of a path that say who asks, and nothing of what is asked for. */
const FOR_ADMINS = new Set(['admin', 'admins', 'administration', 'administrator', 'management', 'manage', 'staff']);

/**
 * A path for administrators that makes the items of a collection which is only listed or read: `POST /admin/groups` and `DELETE
 * /admin/groups/{id}` beside `GET /groups`.
 */
export function madeBeside(
  shapes: Shapes,
  paths: PathMap,
  group: PathGroup,
  evidenceOf: EvidenceOf,
): MadeView | undefined {
  const [post, ...others] = group.collection;
  const isAlone = others.length === 0 && group.items.every(({ method }) => method !== 'GET');
  if (post?.method !== 'POST' || !isAlone || !group.base.every(({ kind }) => kind === 'literal')) return undefined;
  const shorter = group.base.slice(0, -1).flatMap((segment, index) => {
    if (segment.kind !== 'literal' || !FOR_ADMINS.has(plain(segment.text))) return [];
    const at = paths.groups.get(pathKey(group.base.toSpliced(index, 1)));
    return at === undefined || at.collection.some(({ method }) => method === 'POST') ? [] : [at];
  });
  const [at, ...more] = shorter;
  const there = at && evidenceOf(at);
  if (at === undefined || more.length > 0 || there?.list === undefined) return undefined;
  const id = there.id?.pointer?.slice(1) ?? '';
  const shown = entityShownIn(shapes, post, at.word, there.entity?.shape)?.found.schema;
  const isShown = shown !== undefined && shapes.of(shown).properties.has(id) && answersItem(shapes, post, there);
  return isShown && draftCollection(shapes, post, there, true).kind === 'create'
    ? { kind: 'made', at, why: `the answer shows an entity of ${at.key}, which no operation creates there` }
    : undefined;
}

/** Whether a path ends in the deeds of one item: what follows `/servers/{id}/actions` is done to the server. */
function isDoneToItem(path: readonly Segment[]): boolean {
  const last = path.at(-1);
  return last?.kind === 'literal' && /^(?:action|command)s$/.test(plain(last.text)) && path.at(-2)?.kind !== 'literal';
}

const MAKING = new Set(['add', 'create', 'insert', 'new', 'register']);
/** Verbs in the name of an operation that creates. */
const MAKES = new Set([...MAKING, 'upload', 'import', 'send']);
/** Verbs that make an item if the answer shows the id of one: `POST /games/start` with `{ gameId }`. */
const BEGINNING = new Set(['start', 'begin', 'initiate', 'launch', 'generate']);
const HOW = new Set(['from', 'with', 'via', 'by', 'using']);

/** `create` is a plain word; `add-from-rules` and `create-voice` below `/voices` say more. */
function madeByWord(last: string, collection: string): 'plain' | 'longer' | undefined {
  if (MAKING.has(plain(last))) return 'plain';
  if (BEGINNING.has(plain(last))) return 'longer';
  const [verb = '', next = ''] = wordsOf(last);
  return MAKING.has(verb) && (HOW.has(next) || clusterKey(next) === clusterKey(collection)) ? 'longer' : undefined;
}

/** The verb in the name of an operation: `create` of "Creates an event". */
function verbIn(operation: Operation): string {
  return (wordsOf(nameOf(operation))[0] ?? '').replace(/s$/, '');
}

/** What an operation does in words: its summary, else the first sentence of its description, else its id. */
function nameOf({ summary = '', description = '', id }: Operation): string {
  return [summary, description.split(/[.\n]/, 1)[0] ?? '', id].find((text) => text !== '') ?? '';
}

/** Whether the operation's name speaks of an item of the collection, in front of any preposition: "Create text document". */
function namesItem(operation: Operation, { group, list }: Evidence): boolean {
  const words = wordsOf(nameOf(operation));
  const end = words.findIndex((word) => PREPOSITIONS.has(word));
  const objectWords = (end < 0 ? words : words.slice(0, end)).map((word) => clusterKey(word));
  const listed = list?.found.items.split('/').at(-1) ?? '';
  return [group.word, listed].some((name) => {
    const last = wordsOf(name).at(-1);
    return last !== undefined && objectWords.includes(clusterKey(last));
  });
}

const PREPOSITIONS = new Set(['for', 'from', 'of', 'in', 'to', 'with', 'by', 'on', 'at', 'into', 'using', 'via']);

/** Whether the answer is an item, in more or less detail. */
function answersItem(shapes: Shapes, operation: Operation, { group, entity }: Evidence): boolean {
  const shown = entity && entityShownIn(shapes, operation, group.word, entity.shape)?.found.schema;
  return shown !== undefined && entity !== undefined && isClose(shapes.of(shown), entity.shape);
}

/** Whether the answer shows an item, a list of items or the id of one, and the body does not name one. */
function showsNewId(shapes: Shapes, operation: Operation, { group, id, entity }: Evidence): boolean {
  const name = id?.pointer?.slice(1) ?? '';
  if (name === '' || name.includes('/')) return false;
  const sent = shapes.maybe(requestSchema(operation));
  const isSent = sent !== undefined && withAlternatives(shapes, sent).some(({ properties }) => properties.has(name));
  if (isSent || entity === undefined) return false;
  if (answerSchemas(operation).some((schema) => shapes.of(schema).properties.has(name))) return true;
  // `{ video: { id } }` of `/videos/upload`.
  const inside = answerSchemas(operation).flatMap((schema) =>
    [...shapes.of(schema).properties].filter(([each]) => clusterKey(each) === clusterKey(group.word)),
  );
  if (inside.some(([, schema]) => shapes.of(schema).properties.has(name))) return true;
  const shown = entityShownIn(shapes, operation, group.word, entity.shape)?.found.schema;
  const listed = listIn(shapes, operation, group.word)?.found.itemSchema;
  return [shown, listed].some((schema) => schema !== undefined && isSame(shapes.of(schema), entity.shape));
}
