import {
  type Api,
  createMatcher,
  type Operation,
  type Parameter,
  type Schema,
  templateNames,
} from '../../spec/index.ts';
import { plain, singular } from '../model/words.ts';
import { requestSchema } from '../schema/bodies.ts';
import { withForm } from './supposed-answers.ts';

/** The words of a resource name: `projects` and `secrets` of `projects/1/secrets/db`. */
type NameWords = readonly string[];

/** An operation with one parameter that holds a whole resource name: `/v1/{parent}/secrets`, `/v1/{name}:disable`. */
interface NamedOperation {
  readonly operation: Operation;
  readonly parameter: Parameter;
  /** What stands before and after the parameter. */
  readonly front: string;
  readonly end: string;
  /** The forms of the names that its texts show. */
  readonly forms: readonly NameWords[];
}

/**
 * The same document with a path for each form of the resource names that it describes: `/v1/projects/{projectId}/secrets/{secretId}` for
 * `/v1/{name}`, if names have the format `projects/*\/secrets/*`. The Api itself if it has no such names.
 */
export function withResourceNames(api: Api): Api {
  const named = namedOperations(api.operations);
  const made = named.length === 0 ? [] : pathsOfNames(api, named);
  if (made.length === 0) return api;
  const replaced = new Set(made.map(({ of }) => of));
  const operations = made.map(({ operation }) => operation);
  const ids = new Map(operations.map((each) => [each.id, each]));
  const find = createMatcher(operations, { basePaths: api.basePaths, basePatterns: [] }, () => {});
  const match: Api['match'] = (request, options) => {
    const found = api.match(request, options);
    if (found.kind === 'found' && !replaced.has(found.operation)) return found;
    const other = find(request, options);
    return other.kind !== 'unknown-path' || found.kind === 'found' ? other : found;
  };
  // Object.create returns `any`; the prototype is an Api.
  const whole: Api = Object.create(api, {
    operations: { value: [...api.operations.filter((each) => !replaced.has(each)), ...operations] },
    match: { value: match },
    operation: { value: (id: string) => ids.get(id) ?? api.operation(id) },
  });
  return whole;
}

/** A form in a text: `projects/*\/secrets/*`, `projects/{project}/topics/{topic}`, `projects/[PROJECT_ID]`, `projects/PROJECT_ID`. */
const FORM =
  /(?<![\w/}*\]>-])((?:[a-z][A-Za-z0-9]*\/(?:\{[^{}\s/]+\}|\*|\[[^[\]\s/]+\]|<[^<>\s/]+>|[A-Z][A-Z0-9_]+)\/?)+)(?![\w/{[*<-])/g;

/** The words of the resource names whose form a text shows. */
export function resourceNamesIn(text: string): readonly NameWords[] {
  return [...text.matchAll(FORM)].flatMap(([, form = '']): readonly NameWords[] => {
    const parts = form.replace(/\/$/, '').split('/');
    const words = parts.filter((_, at) => at % 2 === 0);
    return words.every((word, at) => standsFor(parts[at * 2 + 1] ?? '', word)) ? [words] : [];
  });
}

/** The form that the pattern of a parameter allows: `books/[^/]+`, as gateways of gRPC write it. */
function resourceNamesOfPattern({ schema }: Parameter): readonly NameWords[] {
  const { pattern = '' } = typeof schema === 'object' ? schema : {};
  return NAME_PATTERN.test(pattern) ? [[...pattern.matchAll(/(\w+)\/\[\^/g)].map(([, word = '']) => word)] : [];
}

const NAME_PATTERN = /^\^?(?:[A-Za-z]\w*\/\[\^\/\]\+\/?)+\$?$/;

/** Whether a part of a form is the id of a word: any in brackets, in capital letters only one with its name, unlike the month of `yyyy/MM`. */
function standsFor(id: string, word: string): boolean {
  return !/^[A-Z]/.test(id) || plain(id).startsWith(plain(singular(word)));
}

/** What stands before a resource name: at most a version. Behind the word of a collection stands an id of one of its items. */
const BEFORE_NAMES = /^(?:.*\/)?(?:api|v?\d[\w.]*)\/$|^\/$/i;

function namedOperations(operations: readonly Operation[]): readonly NamedOperation[] {
  const long = new Set(
    operations.flatMap(({ parameters }) =>
      parameters.flatMap((parameter) =>
        parameter.in === 'path' && namesShownBy(parameter).length > 0 ? [parameter.name] : [],
      ),
    ),
  );
  if (long.size === 0) return [];
  return operations.flatMap((operation): readonly NamedOperation[] => {
    const [name = '', ...others] = templateNames(operation.path);
    const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name);
    const [front = '', end = ''] = operation.path.split(`{${name}}`);
    if (others.length > 0 || parameter === undefined || !BEFORE_NAMES.test(front)) return [];
    const forms = formsOf(operation, parameter, end);
    return long.has(name) || (forms.length > 0 && end.startsWith(':'))
      ? [{ operation, parameter, front, end, forms }]
      : [];
  });
}

/** The forms of names that the description or the pattern of a parameter shows. */
function namesShownBy(parameter: Parameter): readonly NameWords[] {
  return [...resourceNamesIn(parameter.description ?? ''), ...resourceNamesOfPattern(parameter)];
}

/** The forms that a parameter shows, and the one that an id such as `secretmanager.projects.secrets.get` shows. */
function formsOf({ id }: Operation, parameter: Parameter, end: string): readonly NameWords[] {
  const words = /^[A-Za-z]\w*(?:\.[a-z]\w*)+$/.test(id) ? id.split('.').slice(1, -1) : [];
  const below = /^\/([A-Za-z]\w*)/.exec(end)?.[1];
  const own = below === undefined ? words : words.at(-1) === below ? words.slice(0, -1) : [];
  const forms = [...namesShownBy(parameter), ...(own.length === 0 ? [] : [own])];
  return [...new Map(forms.map((each) => [each.join('/'), each])).values()];
}

interface MadeOperation {
  readonly of: Operation;
  readonly operation: Operation;
}

/** Names that a collection gives its items, and the schema of an item, if it is known. */
interface ItemForm {
  readonly words: NameWords;
  readonly schema: Schema | undefined;
  readonly isMade: boolean;
}

function pathsOfNames(api: Api, named: readonly NamedOperation[]): readonly MadeOperation[] {
  const below = named.filter(({ end }) => end.startsWith('/'));
  const items = itemForms(api, named, below);
  const taken = new Set<string>();
  const ids = new Set(api.operations.map(({ id }) => id));
  return named.flatMap((each): readonly MadeOperation[] => {
    const forms = each.end.startsWith('/') ? each.forms.map((words) => ({ words })) : namesFor(api, each, items);
    return forms.flatMap((form, at): readonly MadeOperation[] => {
      const operation = at === 0 ? onPathOf(each, form) : onPathOf(each, form, ids);
      const key = `${operation.method} ${operation.path}`;
      if (taken.has(key)) return [];
      taken.add(key);
      return [{ of: each.operation, operation }];
    });
  });
}

/** The operation on the path of one form. Of several, the first keeps the id. */
function onPathOf(
  { operation, parameter, front, end, forms }: NamedOperation,
  { words, schema }: { readonly words: NameWords; readonly schema?: Schema | undefined },
  ids?: ReadonlySet<string>,
): Operation {
  const names = words.map((word, at) => `${singular(word)}Id${words.indexOf(word) === at ? '' : at + 1}`);
  const path = front + words.map((word, at) => `${word}/{${names[at] ?? ''}}`).join('/') + end;
  const { description: _, ...others } = parameter;
  // The pattern is that of the whole name.
  const isWhole = resourceNamesOfPattern(parameter).length > 0;
  const plain: Parameter = isWhole ? { ...others, schema: { type: 'string' } } : others;
  const parameters = [
    ...names.map((name) => ({ ...plain, name, partOf: parameter.name })),
    ...operation.parameters.filter((each) => each !== parameter),
  ];
  const isOther = schema !== undefined && !forms.some((each) => each.join('/') === words.join('/'));
  const id = `${operation.id} ${path}`;
  // Object.create returns `any`; the prototype is an Operation.
  return Object.create(operation, {
    path: { value: path, enumerable: true },
    parameters: { value: parameters, enumerable: true },
    ...(ids === undefined || ids.has(id) ? {} : { id: { value: id, enumerable: true } }),
    ...(isOther ? { responses: { value: withForm(operation, schema), enumerable: true } } : {}),
  });
}

function itemForms(api: Api, named: readonly NamedOperation[], below: readonly NamedOperation[]): readonly ItemForm[] {
  const fronts = new Set(named.map(({ front }) => front));
  const found = new Map<string, ItemForm>();
  const add = (form: ItemForm): void => {
    const key = form.words.join('/');
    const before = found.get(key);
    found.set(key, {
      words: form.words,
      schema: (form.isMade ? form.schema : before?.schema) ?? form.schema ?? before?.schema,
      isMade: form.isMade || before?.isMade === true,
    });
  };
  const collection = (operation: Operation, parents: readonly NameWords[], word: string): void => {
    const isMade = operation.method === 'POST';
    if (!isMade && operation.method !== 'GET') return;
    const schema = isMade ? requestSchema(operation) : itemSchemaOf(api, operation);
    if (schema !== undefined) for (const parent of parents) add({ words: [...parent, word], schema, isMade });
  };
  for (const { operation, forms, end } of below) {
    const word = /^\/([A-Za-z]\w*)$/.exec(end)?.[1];
    if (word !== undefined) collection(operation, forms, word);
  }
  for (const operation of api.operations)
    for (const front of fronts) {
      const word = operation.path.startsWith(front) ? operation.path.slice(front.length) : '';
      if (/^[A-Za-z]\w*$/.test(word)) collection(operation, [[]], word);
    }
  return [...found.values()];
}

/** The schema of the items in the answer of a list. */
function itemSchemaOf(api: Api, operation: Operation): Schema | undefined {
  const schema = operation.responses.find(({ status }) => status.startsWith('2'))?.content[0]?.schema;
  const target = schema === undefined ? true : api.deref(schema);
  if (typeof target === 'boolean') return undefined;
  const lists = Object.values(target.properties ?? {}).flatMap((property) => {
    const { items } = objectOf(api.deref(property));
    return items === undefined || objectOf(api.deref(items)).properties === undefined ? [] : [items];
  });
  return lists.length === 1 ? lists[0] : undefined;
}

const objectOf = (schema: Schema): Exclude<Schema, boolean> => (typeof schema === 'boolean' ? {} : schema);

/** The names that an operation on an item may have. A read or a deletion that stands for all items is for those of all collections. */
function namesFor(
  api: Api,
  { operation, parameter, end, forms }: NamedOperation,
  items: readonly ItemForm[],
): readonly { readonly words: NameWords; readonly schema?: Schema | undefined }[] {
  const shown = operation.responses.find(({ status }) => status.startsWith('2'))?.content[0]?.schema;
  const about = operation.method === 'PATCH' || operation.method === 'PUT' ? requestSchema(operation) : shown;
  if (parameter.name === 'parent' && forms.length > 0) return forms.map((words) => ({ words }));
  const isPlain = end === '' && (operation.method === 'GET' || operation.method === 'DELETE');
  const others = items.filter(({ words, schema, isMade }) => {
    if (forms.some((form) => form.join('/') === words.join('/'))) return false;
    if (isPlain) return operation.method === 'GET' || isMade;
    return about !== undefined && schema !== undefined && api.deref(about) === api.deref(schema);
  });
  return [...forms.map((words) => ({ words })), ...others];
}
