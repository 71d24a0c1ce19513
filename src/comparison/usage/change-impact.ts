import type { Operation } from '../../spec/index.ts';
import { breachKey, type UseBreach, type UsedPlace } from '../../usage/index.ts';
import { escapeToken } from '../../wire/index.ts';
import type { ChangeFinding } from '../model/finding.ts';
import type { MessagePointers } from './message-pointers.ts';

/** An operation in both documents; without `revision` it was removed. */
export interface UsedOperation {
  readonly base: Operation;
  readonly revision: Operation | undefined;
}

export interface BothPointers {
  readonly base: MessagePointers;
  readonly revision: MessagePointers;
}

/** The calls of one use that a finding breaks, and those that it may break. */
export interface AffectedCalls {
  readonly breaks: number;
  readonly mayBreak: number;
}

const NONE: AffectedCalls = { breaks: 0, mayBreak: 0 };

/** Violations against the revision that the base does not have. */
export function newBreaches(before: readonly UseBreach[], after: readonly UseBreach[]): readonly UseBreach[] {
  const known = new Set(before.map(breachKey));
  const gone = new Set(before.filter(({ code }) => code === 'response.undocumented').map(({ at }) => at));
  return after.filter((breach) => !known.has(breachKey(breach)) && !gone.has(breach.at));
}

/** What a use says about a finding. */
export interface UseEvidence {
  readonly operation: UsedOperation;
  readonly places: readonly UsedPlace[];
  readonly breaches: readonly UseBreach[];
  /** The messages are known, so a call that is not refused does not break. */
  readonly isWhole: boolean;
}

/** Which calls a kind of change affects. */
type Concern =
  /** Every call of the operation. */
  | 'all'
  /** Calls that the revision refuses. */
  | 'refused'
  /** Calls that send the changed part. */
  | 'sent'
  /** Calls that may send the changed part: nothing refuses them. */
  | 'may-be-sent'
  /** Calls that omit the changed part. */
  | 'omitted'
  /** Clients that read the changed part. */
  | 'read';

function concernOf({ check, keyword }: ChangeFinding): Concern {
  if (/^(operation|webhook|callback)\.|^lifecycle\.removed|^security\./.test(check)) return 'all';
  if (/^response\./.test(check)) return 'read';
  if (/default/.test(check)) return 'omitted';
  if (/wire-form|^request\.(content|discriminator)$|^body\.removed/.test(check)) return 'sent';
  if (/property-removed|parameter\.removed|read-only/.test(check)) return 'may-be-sent';
  return /^undecided\.|^request\.|^parameter\.|^body\./.test(check) || keyword !== undefined ? 'refused' : 'all';
}

/** Checks whose place is the object and whose subject is the property. */
const OF_PROPERTY = /^(request|response|undecided)\.(required|property-.*|read-only|write-only|additional|dependent)$/;

/** Whether a finding is about a part of messages. */
export function isAbout(finding: ChangeFinding, at: string, operation: UsedOperation, pointers: BothPointers): boolean {
  const { place, counterpart, subject, check } = finding;
  const isAt = (where: string): boolean =>
    [place, counterpart].some((each) => {
      if (each === undefined) return false;
      const side = each.document === 'base' ? operation.base : operation.revision;
      return side !== undefined && pointers[each.document](side, where).has(each.pointer);
    });
  const cut = at.lastIndexOf('/');
  if (OF_PROPERTY.test(check)) {
    if (subject === undefined) return isAt(at.slice(0, cut));
    return at.slice(cut + 1) === escapeToken(subject) && isAt(at.slice(0, cut));
  }
  if (check === 'response.status-lost') return at === `/response/${subject}`;
  return isAt(at);
}

/** Which calls of a use a finding affects. Violations that it explains are added to `explained`. */
export function affectedBy(
  finding: ChangeFinding,
  { operation, places, breaches, isWhole }: UseEvidence,
  pointers: BothPointers,
  explained: Set<UseBreach>,
): AffectedCalls {
  const concern = concernOf(finding);
  const calls = places.find(({ at }) => at === '/operation')?.calls ?? 1;
  const own = breachesOf(finding, breaches, (at) => isAbout(finding, at, operation, pointers));
  for (const breach of own) explained.add(breach);
  const most = (found: readonly { readonly calls: number }[]): number =>
    Math.max(0, ...found.map((each) => each.calls));
  if (concern === 'all') return { breaks: calls, mayBreak: 0 };
  const broken = most(own.filter(({ certain }) => certain));
  const here = places.filter(({ at }) => isAbout(finding, at, operation, pointers));
  const of = (how: UsedPlace['how']): number => most(here.filter((each) => each.how === how));
  switch (concern) {
    case 'refused':
      // Without messages, a change that no recorded part shows may break every call that sends the
      // place.
      return { breaks: broken, mayBreak: isWhole || broken > 0 ? 0 : of('sent') };
    case 'sent':
      return { breaks: Math.max(broken, of('sent')), mayBreak: 0 };
    case 'may-be-sent':
      return { breaks: broken, mayBreak: broken > 0 ? 0 : of('sent') };
    case 'omitted':
      return { breaks: Math.max(0, calls - of('sent')), mayBreak: 0 };
    case 'read': {
      const read = Math.max(broken, of('read'));
      return { breaks: read, mayBreak: read > 0 ? 0 : Math.max(of('delivered'), most(own)) };
    }
    default:
      return NONE;
  }
}

/** Violations at the place of a finding; where several rules are broken there, only those of its keyword. */
function breachesOf(
  finding: ChangeFinding,
  breaches: readonly UseBreach[],
  isHere: (at: string) => boolean,
): readonly UseBreach[] {
  const here = breaches.filter((breach) => isHere(breach.at) || isRule(finding, breach));
  const rule = finding.check.slice(finding.check.indexOf('.') + 1);
  const same = here.filter(({ keyword }) => keyword !== undefined && RULES[keyword]?.includes(rule) === true);
  const isOtherRule = here.some(({ keyword }) => keyword !== undefined && RULES[keyword] !== undefined);
  return same.length > 0 || !isOtherRule || !NAMED_RULES.has(rule) ? (same.length > 0 ? same : here) : [];
}

const isRule = ({ place }: ChangeFinding, { rule }: UseBreach): boolean =>
  rule !== undefined &&
  place.document === 'revision' &&
  place.pointer !== '' &&
  rule.startsWith(`${place.pointer}/`) &&
  !rule.slice(place.pointer.length + 1).includes('/');

/** Checks by the keyword that a message violates. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  type: ['type', 'nullability'],
  enum: ['enum', 'const', 'type', 'nullability'],
  const: ['const', 'enum', 'type'],
  minimum: ['range'],
  maximum: ['range'],
  exclusiveMinimum: ['range'],
  exclusiveMaximum: ['range'],
  multipleOf: ['multiple-of'],
  maxLength: ['max-length'],
  minLength: ['min-length'],
  pattern: ['pattern'],
  format: ['format', 'range'],
  maxItems: ['array-size'],
  minItems: ['array-size'],
  uniqueItems: ['unique-items'],
  maxProperties: ['object-size'],
  minProperties: ['object-size'],
  propertyNames: ['property-names'],
  required: ['required', 'added-required', 'property-lost', 'property-removed'],
  additionalProperties: ['additional'],
  unevaluatedProperties: ['additional'],
  dependentRequired: ['dependent'],
};

const NAMED_RULES: ReadonlySet<string> = new Set(Object.values(RULES).flat());
