import type { Gap, SchemaComparer } from '../../containment/index.ts';
import type { Json } from '../../core/index.ts';
import { type Lifecycle, propertiesOf, type Schema, type SchemaObject } from '../../spec/index.ts';
import { stringifyJson } from '../../wire/index.ts';
import type { Change } from '../model/change.ts';
import type { ComparisonContext } from './context.ts';
import { removalOf } from './lifecycle-changes.ts';
import type { GapPlace, MessageProof } from './message-proof.ts';
import { schemaLifecycle } from './schema-lifecycle.ts';

/** One place of a message, with the schema of each document for it. */
export interface SchemaSite {
  readonly base: Schema;
  readonly revision: Schema;
  /** `sent`: clients write it, `received`: clients read it. */
  readonly flow: 'sent' | 'received';
  /** Name for messages: `the request body`, `query parameter limit`. */
  readonly noun: string;
  /** Validates a whole message with this value against both documents. The place is where in the value the refusal must be. */
  readonly prove?: (value: Json, place: GapPlace) => MessageProof;
  /** The value is text in the message (a parameter, a header field), so only whole messages decide. */
  readonly isText?: boolean;
  /** The media type has no types (a form), so a message that fits both documents shows that a change of type breaks nothing. */
  readonly isUntyped?: boolean;
  /** Stability that the base gives to the owner, such as a parameter. */
  readonly stability?: string | undefined;
  /** Pointers of the schemas' owners, for schemas that have no pointer of their own. */
  readonly pointers: { readonly base: string; readonly revision: string };
}

const PREFIX = { sent: 'request', received: 'response' } as const;
/** At most this many witnesses are validated as whole messages. */
const MOST_PROOFS = 4;
/**
 * Places of one message that may stay unproven in a row. Where so many do, the message itself is at fault: it is
 * nested too deeply for the validators, and each further place would take as long.
 */
const MOST_UNPROVEN = 10;

function withDoubt({ values: _, ...gap }: Gap): Gap {
  return { ...gap, doubt: gap.doubt ?? 'too many places of the same message could not be shown' };
}

/** Steps of a whole message that is held to both documents. */
const OF_A_MESSAGE = 10_000;
/** An undecided change is tried again at this many further places at most. */
const MOST_SITES = 2;

/**
 * Compares the schemas of many places. A change that was proven at one place is not proven again at the
 * next.
 */
export interface SchemaChanges {
  of(site: SchemaSite): readonly Change[];
}

export function createSchemaChanges(context: ComparisonContext): SchemaChanges {
  const known = new Map<string, Change>();
  const tried = new Map<string, { readonly count: number; readonly depth: number }>();
  /** An undecided change is tried again only at a few places, and only where it is nested less deeply. */
  const isWorthAnother = (key: string, depth: number): boolean => {
    const before = tried.get(key) ?? { count: 0, depth: Number.POSITIVE_INFINITY };
    tried.set(key, { count: before.count + 1, depth: Math.min(depth, before.depth) });
    return before.count < MOST_SITES || depth < before.depth;
  };
  const comparerOf = ({ flow }: SchemaSite): SchemaComparer => context[flow];
  const noteComparerOf = ({ flow }: SchemaSite): SchemaComparer =>
    flow === 'sent' ? context.widened : context.narrowed;

  const breaking = (site: SchemaSite): readonly Change[] => {
    const [left, right] = site.flow === 'sent' ? [site.base, site.revision] : [site.revision, site.base];
    const comparer = comparerOf(site);
    let unproven = 0;
    return comparer.gaps(left, right).flatMap((gap) => {
      const place = placeOf(context, site, gap);
      const key = `${site.flow} ${gap.rule} ${gap.subject ?? ''} ${place.revision} ${place.base}`;
      const before = known.get(key);
      if (before?.proof === 'witness' || (before !== undefined && !isWorthAnother(key, gap.path.length)))
        return [before];
      const made = changeOf(context, site, unproven < MOST_UNPROVEN ? gap : withDoubt(gap), place);
      if (gap.values !== undefined) unproven = made?.about === 'undecided' ? unproven + 1 : 0;
      if (made !== undefined) known.set(key, made);
      return made ?? [];
    });
  };

  const notes = (site: SchemaSite): readonly Change[] => {
    const [left, right] = site.flow === 'sent' ? [site.revision, site.base] : [site.base, site.revision];
    return noteComparerOf(site)
      .gaps(left, right)
      .filter(({ values }) => values !== undefined)
      .map((gap): Change => {
        const place = placeOf(context, site, { ...gap, left: gap.right, right: gap.left });
        return {
          check: site.flow === 'sent' ? 'request.widened' : 'response.narrowed',
          severity: 'info',
          message: `${shownPath(site, gap)}: ${gap.rule === 'undocumented' ? `property \`${gap.subject}\`` : gap.rule.replaceAll('-', ' ')} ${site.flow === 'sent' ? 'allows more' : 'allows less'} than before`,
          ...place,
          keyword: gap.rule,
          subject: gap.subject,
        };
      });
  };

  return { of: (site) => [...breaking(site), ...notes(site)] };
}

function changeOf(
  context: ComparisonContext,
  site: SchemaSite,
  gap: Gap,
  place: ReturnType<typeof placeOf>,
): Change | undefined {
  const lifecycle = lifecycleAt(context, site, gap);
  const base = {
    ...place,
    keyword: gap.rule,
    subject: gap.subject,
    stability: lifecycle?.stability ?? site.stability,
  };
  const check = checkOf(context, site, gap);
  const ended =
    check === 'response.property-lost' && lifecycle !== undefined
      ? removalOf(lifecycle, `property \`${gap.subject}\``, context)
      : undefined;
  if (ended !== undefined) return { ...base, ...ended };
  const proof = context.base.allowance.place(() => proofOf(context, site, gap));
  if (proof.kind === 'shown')
    return {
      ...base,
      check,
      severity: isOpenEnum(site, gap) ? 'info' : 'error',
      message: messageOf(site, gap),
      proof: 'witness',
      witness: proof.witness,
    };
  // Text in a message has no type: a number is accepted where a string is expected.
  if (proof.kind === 'refuted' && (site.isText ?? site.isUntyped) === true && gap.rule === 'type') return undefined;
  return {
    ...base,
    check: `undecided.${gap.rule}`,
    severity: 'warning',
    about: 'undecided',
    message: `${shownPath(site, gap)}: ${gap.rule.replaceAll('-', ' ')} changes, and whether it breaks clients is not decided: ${gap.doubt ?? REASONS[proof.kind]}`,
  };
}

/** What the base says of the life of the place, or of the property that is asked for there. */
function lifecycleAt({ base }: ComparisonContext, { flow }: SchemaSite, gap: Gap): Lifecycle | undefined {
  const node = flow === 'sent' ? gap.left : gap.right;
  if (node === undefined) return undefined;
  const property = gap.rule === 'required' ? propertiesOf(base.api, node)[gap.subject ?? ''] : undefined;
  return schemaLifecycle(base.api, property?.schema ?? node);
}

/** Whether the base says that its list of values may grow (`x-extensible-enum`, `x-enum-open`). */
function isOpenEnum({ flow }: SchemaSite, { rule, right = {} }: Gap): boolean {
  const { 'x-extensible-enum': values, 'x-enum-open': isOpen } = right as Readonly<Record<string, unknown>>;
  return flow === 'received' && rule === 'enum' && (values !== undefined || isOpen === true);
}

const REASONS: Readonly<Record<Exclude<MessageProof['kind'], 'shown'>, string>> = {
  refuted: 'the whole messages that were tried fit both documents',
  elsewhere: 'the whole messages that were tried are refused for something else',
  open: 'no value was found that shows it',
};

function proofOf(context: ComparisonContext, site: SchemaSite, gap: Gap): MessageProof {
  const [left, right] = site.flow === 'sent' ? [site.base, site.revision] : [site.revision, site.base];
  const comparer = context[site.flow];
  const place = refusedAt(gap);
  let last: MessageProof = { kind: 'open' };
  let count = 0;
  for (const value of site.isText === true ? comparer.candidates(gap) : comparer.witnesses(gap, left, right)) {
    if (++count > MOST_PROOFS) break;
    context.base.allowance.spend(OF_A_MESSAGE);
    const verdict = site.prove?.(value, place) ?? { kind: 'open' };
    if (verdict.kind === 'shown') return verdict;
    if (verdict.kind === 'open' && site.isText !== true)
      return { kind: 'shown', witness: { kind: site.flow === 'sent' ? 'request' : 'response', value } };
    last = verdict;
  }
  return last;
}

/** Where in the value the refusal of a witness must be: at the place of the gap, and of a named property at that. */
const refusedAt = ({ rule, path, subject }: Gap): GapPlace =>
  subject !== undefined && (rule === 'required' || rule === 'undocumented') ? [...path, subject] : path;

/** Id of the check for a gap between two schemas. */
function checkOf({ revision }: ComparisonContext, { flow }: SchemaSite, { rule, left, subject }: Gap): string {
  const isLost =
    flow === 'received' &&
    rule === 'required' &&
    left !== undefined &&
    propertiesOf(revision.api, left)[subject ?? ''] === undefined;
  return isLost ? 'response.property-lost' : `${PREFIX[flow]}.${rule}`;
}

function placeOf(
  { base, revision }: ComparisonContext,
  { flow, pointers }: SchemaSite,
  { left, right, path }: Gap,
): { readonly revision: string; readonly base: string } {
  const [before, after] = flow === 'sent' ? [left, right] : [right, left];
  const suffix = path.length === 0 ? '' : `/${path.join('/')}`;
  return {
    base: (before === undefined ? undefined : base.api.pointerOf(before)) ?? `${pointers.base}${suffix}`,
    revision: (after === undefined ? undefined : revision.api.pointerOf(after)) ?? `${pointers.revision}${suffix}`,
  };
}

const shownPath = ({ noun }: SchemaSite, { path }: Gap): string =>
  path.length === 0 ? noun : `\`${path.join('.')}\` of ${noun}`;

/** Keywords by the rule that they express. */
const KEYWORDS: Readonly<Record<string, readonly (keyof SchemaObject)[]>> = {
  'max-length': ['maxLength'],
  'min-length': ['minLength'],
  range: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  pattern: ['pattern'],
  format: ['format'],
  type: ['type'],
  'multiple-of': ['multipleOf'],
  'array-size': ['minItems', 'maxItems'],
  'object-size': ['minProperties', 'maxProperties'],
};

/** Most values of a list that a message names. */
const MOST_LISTED = 5;

/** `values "a", "b" and 3 more are`; `undefined` where no values are known. */
function refusedText({ refused = [] }: Gap): string | undefined {
  if (refused.length === 0) return undefined;
  const shown = refused
    .slice(0, MOST_LISTED)
    .map((value) => `\`${stringifyJson(value).slice(0, 80)}\``)
    .join(', ');
  const rest = refused.length - MOST_LISTED;
  return `value${refused.length === 1 ? '' : 's'} ${shown}${rest > 0 ? ` and ${rest} more` : ''} ${refused.length === 1 ? 'is' : 'are'}`;
}

function messageOf(site: SchemaSite, gap: Gap): string {
  const where = shownPath(site, gap);
  const { rule, subject, left, right } = gap;
  const [before, after] = site.flow === 'sent' ? [left, right] : [right, left];
  const name = subject === undefined ? '' : ` \`${subject}\``;
  const isSent = site.flow === 'sent';
  switch (rule) {
    case 'required':
      return `${where}: property${name} ${isSent ? 'is required now' : 'may be absent now'}`;
    case 'nullability':
      return `${where}: null ${isSent ? 'is refused now' : 'may come now'}`;
    case 'enum':
    case 'const':
      return `${where}: ${refusedText(gap) ?? 'values outside of the list are'} ${isSent ? 'refused now' : 'possible now, and not before'}`;
    case 'additional':
      return `${where}: ${name === '' ? 'properties that the document does not name are' : `property${name} is`} ${isSent ? 'refused now' : 'possible now'}`;
    case 'undocumented':
      return isSent
        ? `${where}: property${name} could have any value, and only what its schema allows is accepted now`
        : `${where}: property${name} is no longer documented, so that it may have any value now`;
    default: {
      const values = refusedText(gap);
      const statements = [before, after].map((schema) => keywordText(schema, KEYWORDS[rule] ?? []));
      const change = statements[0] === statements[1] ? '' : ` (before: ${statements[0]}; now: ${statements[1]})`;
      // The subject of a size says which end of it, as the keywords do.
      const part = rule.endsWith('-size') ? '' : name;
      if (values !== undefined)
        return `${where}: ${rule.replaceAll('-', ' ')}: ${values} ${isSent ? 'refused now' : 'possible now, and not before'}`;
      return `${where}: ${rule.replaceAll('-', ' ')}${part} ${isSent ? 'refuses values that it took' : 'allows values that it did not'}${change}`;
    }
  }
}

function keywordText(schema: SchemaObject | undefined, keywords: readonly (keyof SchemaObject)[]): string {
  const found = keywords.flatMap((keyword) => {
    const value = schema?.[keyword];
    return value === undefined ? [] : [`${String(keyword)} ${String(value).slice(0, 80)}`];
  });
  return found.length === 0 ? 'nothing' : found.join(', ');
}
