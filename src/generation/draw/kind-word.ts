import type { Json } from '../../core/index.ts';
import { type Api, singular, wordsOf } from '../../spec/index.ts';
import { isArray, isObject, setOwn } from '../../wire/index.ts';
import type { Drawing, Spot } from '../plan/draw-context.ts';
import type { ObjectEntry, ObjectPlan } from '../plan/object-plan.ts';
import { keep, type LeafPlan } from '../plan/plan.ts';
import { isDocumentedText } from './documented-text.ts';
import { membersOf } from './members.ts';

/** Properties with the kind of their object as a word: `object: "file"`, `resource_type: "task"`. */
const KINDS = /^(?:object|(?:resource|object)[_-]?type)$/i;

interface NamedObject {
  readonly plan: LeafPlan;
  readonly object: ObjectPlan;
  readonly draft: Record<string, Json>;
  readonly spot: Spot;
}

/**
 * Sets the property that says what kind of object this is: `list` beside an array `data`, else the word of the object's schema or subject.
 * An example counts, unless it is the word of another schema: then it stands in a base that several schemas share.
 */
export function nameKind(
  drawing: Drawing,
  { plan, object, draft, spot }: NamedObject,
  isFree: (name: string) => boolean,
): void {
  // The value as a whole, and the items of its list, have its subject.
  const subject = spot.depth === 0 || /^(?:data|items|results)$/.test(spot.name) ? spot.about : '';
  for (const entry of object.entries) {
    const { name } = entry;
    if (!KINDS.test(name) || typeof draft[name] !== 'string' || !isFree(name)) continue;
    const word = isListed(draft, name) ? 'list' : keep(plan, `kind/${subject}`, () => kindOf(drawing, plan, subject));
    if (word === undefined || !isOpen(drawing, plan, entry, word)) continue;
    if (entry.plan.originals.every((schema) => drawing.tools.check(schema, word, drawing.direction)))
      setOwn(draft, name, word);
  }
}

function isListed(draft: Readonly<Record<string, Json>>, name: string): boolean {
  const data = draft['data'] ?? null;
  return name === 'object' && isArray(data) && data.every(isObject);
}

/** Whether the document leaves the word open. */
function isOpen(drawing: Drawing, { names }: LeafPlan, { name, plan, hint }: ObjectEntry, word: string): boolean {
  if (hint !== undefined || plan.kind !== 'leaf' || membersOf(drawing, plan) !== undefined) return false;
  const shown = plan.schemas.flatMap(({ examples, default: usual }) => [
    ...(examples ?? []),
    ...(usual === undefined ? [] : [usual]),
  ]);
  if (shown.length === 0) return !isDocumentedText(drawing, plan, name);
  const { api } = drawing.tools;
  const holder = api.schemas.get(names[0] ?? '');
  const own = typeof holder === 'object' ? api.deref(holder) : true;
  if (typeof own === 'object' && Object.hasOwn(own.properties ?? {}, name)) return false;
  const words = factsOf(api).kinds;
  return shown.every((each) => each !== word && typeof each === 'string' && words.has(wordKey(each)));
}

function kindOf({ tools: { api } }: Drawing, { names }: LeafPlan, subjectName: string): string | undefined {
  const [name = ''] = names;
  const own = name === '' || /^inline/i.test(name) ? [] : kindWords(name);
  const subject = singularWords(wordsOf(subjectName));
  const { spellings, joint } = factsOf(api);
  const spelled = spellings.get(own.join(''));
  if (spelled !== undefined) return spelled;
  // A `FineTuneEvent` beside `/fine-tunes` is a fine-tune event everywhere, an `OpenAIFile` is a file.
  const isOfOther = spellings.has(own.slice(0, -subject.length).join(''));
  const isSubject = own.length === 0 || (own.slice(-subject.length).join(' ') === subject.join(' ') && !isOfOther);
  const words = subject.length > 0 && isSubject ? subject : own;
  if (words.length === 0) return undefined;
  const first = spellings.get(own.slice(0, -1).join(''));
  if (words === own && first !== undefined && own.length > 2)
    return `${first}${first.includes('.') ? '.' : joint}${own.at(-1)}`;
  return spellings.get(words.join('')) ?? words.join(joint);
}

/** Words in names of schemas that describe the representation and not the object: `PetSummary` is a pet. */
const FORMS = new Set(
  'compact response request summary base full detail details dto model schema resource read out view object'.split(' '),
);
const VERBS = new Set('create list get update delete new add'.split(' '));

/** The words of the object that a schema is named after: `ProjectStatusCompact` is a project status. */
function kindWords(name: string): readonly string[] {
  const words = [...singularWords(wordsOf(name))];
  while (words.length > 1 && FORMS.has(words.at(-1) ?? '')) words.pop();
  while (words.length > 1 && VERBS.has(words[0] ?? '')) words.shift();
  return singularWords(words);
}

/** Words in lower case, the last one in the singular. */
function singularWords(words: readonly string[]): readonly string[] {
  return words.map((word, at) => (at === words.length - 1 ? singular(word.toLowerCase()) : word.toLowerCase()));
}

interface KindFacts {
  /** The words of all schemas, without separators. */
  readonly kinds: ReadonlySet<string>;
  /** How paths write words, by the words without separators: `fine-tune` of `/fine-tunes`, `chat.completion` of `/chat/completions`. */
  readonly spellings: ReadonlyMap<string, string>;
  /** What stands between words elsewhere. */
  readonly joint: '-' | '_';
}

const factsByApi = new WeakMap<Api, KindFacts>();

function factsOf(api: Api): KindFacts {
  const found = factsByApi.get(api) ?? {
    kinds: new Set([...api.schemas.keys()].map((name) => kindWords(name).join(''))),
    spellings: spellingsIn(api),
    joint: api.operations.some(({ path }) => /[a-z]-[a-z](?![^{]*\})/i.test(path)) ? '-' : '_',
  };
  factsByApi.set(api, found);
  return found;
}

/** One segment of a path, or two that follow each other, in the singular. One segment wins. */
function spellingsIn(api: Api): ReadonlyMap<string, string> {
  const runs = api.operations.map(({ path }) =>
    path.split('/').map((segment) => (/^[a-z][\w-]*$/.test(segment) ? segment : '')),
  );
  const ones = runs.flatMap((run) => run.filter((each) => each !== '').map(singularSegment));
  const twos = runs.flatMap((run) =>
    run.flatMap((each, at) => {
      const next = run[at + 1] ?? '';
      return each === '' || next === '' || /^v\d/.test(each) ? [] : [`${each}.${singularSegment(next)}`];
    }),
  );
  return new Map([...twos, ...ones].map((text) => [wordKey(text), text]));
}

/** The segment with its last word in the singular: `fine-tunes`, `project_statuses`. */
function singularSegment(segment: string): string {
  const [, front = '', last = ''] = /^(.*[-_])?([^-_]*)$/.exec(segment) ?? [];
  return front + singular(last);
}

const wordKey = (word: string): string => word.replaceAll(/[\W_]/g, '').toLowerCase();
