import type { HttpRequest, Json } from '../../core/index.ts';
import { type Operation, once, type Parameter, type WithParameters } from '../../spec/index.ts';
import type { GenerationResult, Generator, Intent, Where } from '../model/generator.ts';
import { valueKey } from '../model/json-values.ts';
import type { Tools } from '../plan/draw-context.ts';
import { type Alternative, alternativesOf } from './alternatives.ts';
import { edgesOf } from './boundary-values.ts';
import { type Break, breaksOf } from './breaks.ts';
import type { RequestDraft, RequestTools } from './draft-parts.ts';
import type { GeneratorOptions } from './generator-options.ts';
import { createAllowance } from './operation-allowance.ts';
import { createKnownObjects, placesOf, rootWithValue, type SchemaPlace } from './places.ts';
import { draftRequest } from './request-draft.ts';
import { writeRequest } from './request-text.ts';
import { createValues } from './values.ts';

export function createRequestTools(tools: Tools, options: GeneratorOptions, value: Generator['value']): RequestTools {
  const { accepts = tools.check } = options;
  const alone = new WeakMap<Parameter, WithParameters>();
  return {
    tools,
    value,
    accepts: (schema, candidate) => accepts(schema, candidate, 'request'),
    draw: createValues(tools, { api: options.api }),
    aloneOf: (parameter) => {
      const known = alone.get(parameter);
      if (known !== undefined) return known;
      const made = { parameters: [parameter] };
      alone.set(parameter, made);
      return made;
    },
  };
}

type Breaks = Extract<Intent, { readonly kind: 'breaks' }>;
type KnownMembers = Readonly<Record<string, Json>>;

/** The place from which breakable rules are listed: drafts of one operation differ only in values. */
const LISTING: Where = { seed: 1, at: 'breakable' };
/** How many drafts are tried to find one with the place to be broken. */
const TRIES = 4;

export function createRequests(made: RequestTools): Pick<Generator, 'request' | 'breakable' | 'boundaries'> {
  const draftsOf = createBreakableDrafts(made);
  const allowance = createAllowance(made.tools);
  return {
    request: (operation, intent, where, known) =>
      allowance(
        operation,
        () => request(operation, intent, where, known),
        (reason) => ({ ok: false, reason }),
      ),
    breakable: (operation) =>
      allowance(
        operation,
        () => breakable(operation),
        () => [],
      ),
    boundaries: (operation, where, known) =>
      allowance(
        operation,
        () => boundaries(operation, where, known),
        () => [],
      ),
  };

  function request(
    operation: Operation,
    intent: Intent,
    where: Where,
    known: KnownMembers = {},
  ): GenerationResult<HttpRequest> {
    if (intent.kind === 'breaks') return broken(operation, intent, where, known);
    const { optional = 'all', mediaType, examples = true } = intent;
    const draft = draftRequest(made, operation, where, { optional, mediaType, known, examples });
    return draft.ok ? { ok: true, value: writeRequest(made.tools, draft.value) } : draft;
  }

  /**
   * A request with one broken rule, proven twice: the sent value is invalid, and so is the value that the
   * receiver reads.
   */
  function broken(
    operation: Operation,
    { pointer, keyword }: Breaks,
    where: Where,
    known: KnownMembers,
  ): GenerationResult<HttpRequest> {
    let reason = `there is no \`${keyword}\` to break at ${pointer}`;
    // The draft of the listing has every listed place, although other draws may take other branches.
    const listed = { ...LISTING, at: `${LISTING.at}/${operation.id}` };
    for (let i = 0; i < TRIES; i++) {
      const at = i === TRIES - 1 ? listed : i === 0 ? where : { ...where, at: `${where.at}~${i}` };
      const draft = draftsOf(operation, at, known);
      if (!draft.ok) return draft;
      if (keyword === 'malformed') return malformed(draft.value.draft);
      const found = draft.value.breaks().find((each) => each.pointer === pointer && each.keyword === keyword);
      if (found === undefined) continue;
      reason = `every value that breaks ${wordsOfRule(keyword)} at ${pointer} is allowed in another way, or is read as one that is`;
      for (const value of found.values(at)) {
        const root = rootWithValue(found.root, pointer, value);
        if (found.root.prove(root) === 'invalid')
          return { ok: true, value: writeRequest(made.tools, found.root.with(root)) };
      }
    }
    // Rules of branches that no draft has by chance.
    for (const at of [where, listed]) {
      const draft = draftsOf(operation, at, known);
      for (const { breaks } of draft.ok ? draft.value.alternatives() : []) {
        const found = breaks().find((each) => each.pointer === pointer && each.keyword === keyword);
        for (const value of found?.values(where) ?? []) {
          const root = found === undefined ? undefined : rootWithValue(found.root, pointer, value);
          if (found?.root.prove(root) === 'invalid')
            return { ok: true, value: writeRequest(made.tools, found.root.with(root)) };
        }
      }
    }
    return { ok: false, reason };
  }

  function malformed(draft: RequestDraft): GenerationResult<HttpRequest> {
    const written = writeRequest(made.tools, draft);
    if (written.body.kind !== 'parsed') return { ok: false, reason: 'there is no body that could be malformed' };
    const { mediaType, text } = written.body;
    const damaged = `${text.slice(0, Math.max(1, text.length - 1))}\u0000<{[`;
    return {
      ok: true,
      value: { ...written, body: { kind: 'unreadable', mediaType, text: damaged, reason: 'cut off on purpose' } },
    };
  }

  function breakable(operation: Operation): ReturnType<Generator['breakable']> {
    const draft = draftsOf(operation, { ...LISTING, at: `${LISTING.at}/${operation.id}` });
    if (!draft.ok) return [];
    const all = [draft.value, ...draft.value.alternatives()].flatMap(({ breaks }) => breaks());
    const found = new Map(
      all.map(({ pointer, keyword, member }) => [`${pointer} ${keyword}`, { pointer, keyword, member }]),
    );
    return [...found.values()];
  }

  function boundaries(
    operation: Operation,
    where: Where,
    known: KnownMembers = {},
  ): ReturnType<Generator['boundaries']> {
    const draft = draftsOf(operation, where, known);
    if (!draft.ok) return [];
    const keys = new Map<object, string>();
    const edges = [...edgesOf(made, draft.value.draft, where, draft.value.places)];
    const seen = new Set(edges.map(({ pointer, keyword }) => `${pointer} ${keyword}`));
    for (const other of draft.value.alternatives()) {
      const more = edgesOf(made, other.draft, where, other.places).filter(
        (edge) => edge.pointer.startsWith(`${other.pointer}/`) && !seen.has(`${edge.pointer} ${edge.keyword}`),
      );
      for (const { pointer, keyword } of more) seen.add(`${pointer} ${keyword}`);
      edges.push(...more);
    }
    return edges.flatMap(({ pointer, keyword, member, root, value }) => {
      const whole = rootWithValue(root, pointer, value);
      const key = keys.get(root) ?? valueKey(root.value);
      keys.set(root, key);
      const same = whole !== undefined && valueKey(whole) === key;
      return same || root.prove(whole) !== 'valid'
        ? []
        : [{ pointer, keyword, member, request: writeRequest(made.tools, root.with(whole)) }];
    });
  }
}

/** A draft with all parts, its places, and its breakable rules. */
interface Breakable {
  readonly draft: RequestDraft;
  readonly places: readonly SchemaPlace[];
  readonly breaks: () => readonly Break[];
  /** The same with other branches of a `oneOf` or `anyOf`, and the places and rules of each. */
  readonly alternatives: () => readonly (Alternative & Pick<Breakable, 'places' | 'breaks'>)[];
}

/**
 * The drafts of the last operation are kept, because breaking its rules one by one needs the same few
 * drafts each time.
 */
function createBreakableDrafts(
  made: RequestTools,
): (operation: Operation, where: Where, known?: KnownMembers) => GenerationResult<Breakable> {
  let last: { readonly operation: Operation; readonly drafts: Map<string, GenerationResult<Breakable>> } | undefined;
  return (operation, where, known = {}) => {
    if (Object.keys(known).length > 0) return buildDraft(made, operation, where, known);
    if (last?.operation !== operation) last = { operation, drafts: new Map() };
    const key = `${where.seed} ${where.at}`;
    const draft = last.drafts.get(key) ?? buildDraft(made, operation, where, known);
    if (last.drafts.size >= TRIES) last.drafts.clear();
    last.drafts.set(key, draft);
    return draft;
  };
}

function buildDraft(
  made: RequestTools,
  operation: Operation,
  where: Where,
  given: KnownMembers,
): GenerationResult<Breakable> {
  const draft = draftRequest(made, operation, where, { optional: 'all', known: given });
  if (!draft.ok) return draft;
  const known = createKnownObjects();
  const { places, choices } = placesOf(made, draft.value, known);
  const alternatives = once(() =>
    alternativesOf(made, choices, where).map((other) => {
      const within = placesOf(made, other.draft, known, other.pointer).places;
      const isWithin = ({ pointer }: Break): boolean => pointer.startsWith(`${other.pointer}/`);
      return { ...other, places: within, breaks: once(() => breaksOf(made, other.draft, within).filter(isWithin)) };
    }),
  );
  return {
    ok: true,
    value: { draft: draft.value, places, breaks: once(() => breaksOf(made, draft.value, places)), alternatives },
  };
}

/** Rules that have no keyword of their own in a schema, in words. */
const RULES_IN_WORDS: Readonly<Record<string, string>> = {
  letters: 'the case of the listed values',
  list: 'the type by a list',
  null: 'the type by null',
};

const wordsOfRule = (keyword: string): string => RULES_IN_WORDS[keyword] ?? `\`${keyword}\``;
