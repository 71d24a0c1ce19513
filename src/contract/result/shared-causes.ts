import { createHash } from 'node:crypto';
import type { Severity } from '../../findings/index.ts';
import { withoutIndexes } from '../../findings/index.ts';
import type { Cause, Finding } from '../model/events.ts';
import { getOr } from '../model/get-or.ts';
import { ruleIn } from '../responses/rule-words.ts';
import { describesFault, failureSentence, withoutData } from './failure-sentence.ts';

/** The kinds of causes that findings share. */
type CauseKind = Cause['kind'];

/** The number of operations with the same fault that make it a fault of the whole API. */
const EVERYWHERE = 3;
/** The number of places with the same fault that do so if they are in two operations. */
const EVERYWHERE_OF_TWO = 4;
/** The checks of credentials that are not enforced. */
const MISSING_ACCEPTED = 'auth.missing-accepted';
const INVALID_ACCEPTED = 'auth.invalid-accepted';
/** The check of the status of a refused credential. */
const WRONG_STATUS = 'auth.wrong-status';

/** The number of different broken requests that an operation accepts before it counts as not validating. */
const UNVALIDATED = 3;

/** The number of properties that an operation does not store before it counts as not storing what it is sent. */
const UNKEPT = 3;

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/**
 * Links findings with one cause to one of them (`because`), and gives all the same `cause`. A finding takes
 * the first kind of cause that it shares with another; causes are never chained. Findings that follow from
 * another already, or are flaky, are unchanged.
 */
export function withSharedCauses(findings: readonly Finding[]): readonly Finding[] {
  const leading = new Set(findings.flatMap(({ because }) => because ?? []));
  const open = findings.filter(
    ({ because, flaky, fingerprint }) => because === undefined && flaky !== true && !leading.has(fingerprint),
  );
  const operationsWith = (is: (finding: Finding) => boolean): ReadonlySet<string> =>
    new Set(open.flatMap((finding) => (is(finding) ? (finding.operation ?? []) : [])));
  const facts: SharedFacts = {
    anonymous: operationsWith(({ check }) => check === MISSING_ACCEPTED),
    idle: operationsWith(({ unkept }) => unkept === 'write'),
  };
  const caused = new Map<Finding, { readonly cause: Cause; readonly lead: Finding }>();
  for (const { kind, keyOf, isEnough } of RULES) {
    const groups = new Map<string, { readonly members: Finding[]; readonly alike: Finding[] }>();
    for (const finding of open) {
      const key = keyOf(finding, facts);
      if (key === undefined) continue;
      const group = getOr(groups, key, () => ({ members: [], alike: [] }));
      group.alike.push(finding);
      if (!caused.has(finding)) group.members.push(finding);
    }
    for (const [key, { members, alike }] of groups) {
      if (members.length < 2 || !isEnough(members, alike)) continue;
      const lead = leadOf(members);
      const cause: Cause = { id: idOf(kind, key), kind, findings: members.length };
      for (const member of members) caused.set(member, { cause, lead });
    }
  }
  const missing = new Map(
    open.flatMap((finding) => (finding.check === MISSING_ACCEPTED ? [[finding.operation, finding] as const] : [])),
  );
  return findings.map((finding) => {
    const found = caused.get(finding);
    if (found === undefined) {
      // Where a credential is not read, the status for a wrong one is that of the request itself.
      const anonymous = finding.check === WRONG_STATUS ? missing.get(finding.operation) : undefined;
      const isOpen = anonymous !== undefined && finding.operation !== undefined && finding.because === undefined;
      return isOpen ? { ...finding, because: (caused.get(anonymous)?.lead ?? anonymous).fingerprint } : finding;
    }
    const { cause, lead } = found;
    return lead === finding ? { ...finding, cause } : { ...finding, cause, because: lead.fingerprint };
  });
}

/** What other findings say of operations. */
interface SharedFacts {
  /** Operations that answer without a credential. */
  readonly anonymous: ReadonlySet<string>;
  /** Operations with a write that was answered as a success and changed nothing. */
  readonly idle: ReadonlySet<string>;
}

/** A rule for shared causes. Rules are tried in order. */
interface Rule {
  readonly kind: CauseKind;
  /** Findings with the same key share a cause; undefined if the rule does not apply. */
  readonly keyOf: (finding: Finding, facts: SharedFacts) => string | undefined;
  /** `members`: at least two findings without a cause. `alike`: all with their key, also those that have a cause. */
  readonly isEnough: (members: readonly Finding[], alike: readonly Finding[]) => boolean;
}

const RULES: readonly Rule[] = [
  // What is not there is read with a success, whose body has no shape then.
  {
    kind: 'everywhere',
    keyOf: ({ check, case: id = '', severity, exchange }) => {
      const { method = '' } = exchange?.request ?? {};
      const isShape = check.startsWith('schema.') && UNKNOWN.test(id) && (exchange?.response?.status ?? 400) < 300;
      return isShape || ABSENT.has(check) ? key('absent', method, severity) : undefined;
    },
    isEnough: (members) => isInManyOperations(members) && members.some(({ check }) => ABSENT.has(check)),
  },
  // The service converts values of one type to another: a number where a string is documented.
  {
    kind: 'everywhere',
    keyOf: ({ check, message, severity }) => {
      const [, wanted, sent = ''] = (check === 'reject.wrong-type' && WRONG_TYPE.exec(message)) || [];
      return wanted === undefined ? undefined : key(check, wanted, typeof parseIfJson(sent), severity);
    },
    isEnough: isEverywhere,
  },
  // The service does not validate a component in any operation.
  {
    kind: 'unvalidated',
    keyOf: ({ check, pointer, severity }) =>
      isAccepted(check) && componentOf(pointer) !== undefined ? key(componentOf(pointer), severity) : undefined,
    isEnough: (members) => !members.every(isOfDecoder) && placesOf(members, ({ pointer }) => pointer) >= UNVALIDATED,
  },
  // The service reads every body so: null as an absent value, any media type, no body as an empty one.
  {
    kind: 'everywhere',
    keyOf: (finding) => (isOfDecoder(finding) ? key(finding.check, finding.severity) : undefined),
    isEnough: (_, alike) => isEverywhere(alike),
  },
  // Writes that change nothing, in any operation.
  {
    kind: 'unkept',
    keyOf: ({ unkept, operation, severity }, { idle }) =>
      unkept !== undefined && operation !== undefined && idle.has(operation) ? key('write', severity) : undefined,
    isEnough: () => true,
  },
  // An operation that stores few of the properties that it is sent.
  {
    kind: 'unkept',
    keyOf: ({ unkept, operation, severity }) =>
      unkept !== undefined && operation !== undefined ? key(operation, severity) : undefined,
    isEnough: (members) => placesOf(members, ({ messagePointer }) => messagePointer) >= UNKEPT,
  },
  // One property that no write of an item stores.
  {
    kind: 'unkept',
    keyOf: ({ unkept, endpoint, messagePointer, severity }) =>
      unkept !== undefined && endpoint !== undefined
        ? key(collectionPathOf(endpoint), messagePointer, severity)
        : undefined,
    isEnough: () => true,
  },
  // PUT changes the properties that it is sent, and keeps the others.
  {
    kind: 'unkept',
    keyOf: ({ check, severity }) => (check === 'put.partial-update' ? key(check, severity) : undefined),
    isEnough: (members) => isInManyOperations(members) || members.length > placesOf(members, placeOf),
  },
  // The service asks for no credential: a request that needs none may have an invalid one as well.
  {
    kind: 'everywhere',
    keyOf: ({ check, operation, severity }, { anonymous }) =>
      check === MISSING_ACCEPTED || (check === INVALID_ACCEPTED && operation !== undefined && anonymous.has(operation))
        ? key(MISSING_ACCEPTED, severity)
        : undefined,
    isEnough: isInManyOperations,
  },
  // One action that checks no state of the item, in any state.
  {
    kind: 'place',
    keyOf: ({ check, operation, severity }) =>
      check === 'state.transition-accepted' && operation !== undefined ? key(check, operation, severity) : undefined,
    isEnough: () => true,
  },
  // A path that cannot be decoded is refused by the router, before any operation is called.
  {
    kind: 'everywhere',
    keyOf: ({ check, severity, exchange }) =>
      UNDECODABLE.test(exchange?.request.url ?? '')
        ? key(check, String(exchange?.response?.status), severity)
        : undefined,
    isEnough: isInManyOperations,
  },
  // The error page of a framework, in a media type of its own.
  {
    kind: 'everywhere',
    keyOf: ({ check, expected, actual, severity, messagePointer, exchange }) =>
      (check === 'content-type.undocumented' || (check === ERROR_SHAPE && messagePointer === '/header/content-type')) &&
      (exchange?.response?.status ?? 0) >= 400
        ? key('media', expected, actual, severity)
        : undefined,
    isEnough: isInManyOperations,
  },
  // The envelope of every success, around items that each have a component of their own.
  {
    kind: 'everywhere',
    keyOf: ({ check, pointer, keyword, messagePointer = '', expected, actual, severity, exchange }) =>
      check.startsWith('schema.') &&
      /^\/body\/[^/]+$/.test(messagePointer) &&
      OF_NAMES.has(keyword ?? '') &&
      componentOf(pointer) !== undefined &&
      (exchange?.response?.status ?? 400) < 300
        ? key('envelope', messagePointer, expected, keyword === 'required' ? withoutData(actual) : '', severity)
        : undefined,
    isEnough: (members) => placesOf(members, ({ pointer }) => componentOf(pointer)) >= EVERYWHERE,
  },
  // A service that takes no empty string anywhere, where the document sets no least length.
  {
    kind: 'everywhere',
    keyOf: ({ check, message, severity }) =>
      check === 'accept.boundary-rejected' && EMPTY_ALLOWED.test(message) ? key(check, 'empty', severity) : undefined,
    isEnough: isEverywhere,
  },
  // Null for every absent value of one component.
  {
    kind: 'component',
    keyOf: ({ check, pointer, severity }) =>
      check === 'schema.nullability' && componentOf(pointer) !== undefined
        ? key(check, componentOf(pointer), severity)
        : undefined,
    isEnough: (members) => placesOf(members, ({ pointer }) => pointer) >= 2,
  },
  // The same rule of one component of the document, in any operation that refers to it.
  {
    kind: 'component',
    keyOf: ({ check, pointer, keyword, severity }) =>
      componentOf(pointer) === undefined ? undefined : key(familyOf(check), pointer, keyword, severity),
    isEnough: (members) => placesOf(members, placeOf) >= 2,
  },
  // The error of a framework, which each operation documents for itself.
  {
    kind: 'everywhere',
    keyOf: ({ check, pointer, messagePointer, expected, actual, severity, exchange }) =>
      (check === ERROR_SHAPE || check.startsWith('schema.')) &&
      (exchange?.response?.status ?? 0) >= 400 &&
      messagePointer !== undefined &&
      componentOf(pointer) === undefined
        ? key('refusal', withoutIndexes(messagePointer), expected, withoutData(actual), severity)
        : undefined,
    isEnough: isInManyOperations,
  },
  // The envelope of every success, which each operation documents for itself.
  {
    kind: 'everywhere',
    keyOf: ({ check, pointer, messagePointer = '', expected, actual, severity, exchange }) =>
      check.startsWith('schema.') &&
      /^\/body\/[^/]+$/.test(withoutIndexes(messagePointer)) &&
      componentOf(pointer) === undefined &&
      (exchange?.response?.status ?? 400) < 400
        ? key('envelope', messagePointer, expected, withoutData(actual), severity)
        : undefined,
    isEnough: isInManyOperations,
  },
  // One refusal, after a broken request and after a valid one.
  {
    kind: 'place',
    keyOf: ({ check, operation, messagePointer, expected, actual, severity }) =>
      (check === ERROR_SHAPE || check.startsWith('schema.')) && operation !== undefined && messagePointer !== undefined
        ? key(operation, withoutIndexes(messagePointer), expected, withoutData(actual), severity)
        : undefined,
    isEnough: (members) =>
      members.some(({ check }) => check === ERROR_SHAPE) && members.some(({ check }) => check !== ERROR_SHAPE),
  },
  // The same fault at the same place of one operation's answers, in any alternative of the schema.
  {
    kind: 'place',
    keyOf: ({ check, operation, messagePointer, keyword, severity }) =>
      /^(?:schema\.|header\.schema$)/.test(check) && operation !== undefined && messagePointer !== undefined
        ? key(familyOf(check), operation, withoutIndexes(messagePointer), keyword, severity)
        : undefined,
    isEnough: () => true,
  },
  // The error page of a framework at one operation, after a broken request and after a valid one.
  {
    kind: 'place',
    keyOf: ({ check, operation, expected, actual, severity, messagePointer, exchange }) =>
      operation !== undefined &&
      (check === 'content-type.undocumented' || (check === ERROR_SHAPE && messagePointer === '/header/content-type')) &&
      (exchange?.response?.status ?? 0) >= 400
        ? key('media', operation, expected, actual, severity)
        : undefined,
    isEnough: (members) => new Set(members.map(({ check }) => check)).size > 1,
  },
  // A header field of a GET, which the answer to HEAD repeats.
  {
    kind: 'place',
    keyOf: ({ check, pointer, keyword, expected, severity }) =>
      check.startsWith('header.') && pointer !== undefined
        ? key(check, pointer, keyword, expected, severity)
        : undefined,
    isEnough: (members) => members.some(({ operation }) => operation === undefined),
  },
  // What reads requests fails in every operation: a media type, or the same parameter of the path.
  {
    kind: 'everywhere',
    keyOf: (finding) => {
      const { check, exchange, message, severity } = finding;
      const fault = check === 'status.server-error' ? BROKEN.exec(message)?.[1] : undefined;
      const sentence = fault === undefined ? undefined : failureSentence(finding);
      if (fault === undefined || sentence === undefined || describesFault(sentence)) return undefined;
      return key(check, String(exchange?.response?.status), sentence, ruleIn(fault), severity);
    },
    isEnough: isInManyOperations,
  },
  // What validates requests tells what is wrong with them, and the service answers as if it had failed.
  {
    kind: 'everywhere',
    keyOf: (finding) => {
      const { check, exchange, message, severity } = finding;
      const isBroken = check === 'status.server-error' && BROKEN.test(message);
      return isBroken && OF_VALIDATOR.test(failureSentence(finding) ?? '')
        ? key(check, String(exchange?.response?.status), 'validator', severity)
        : undefined;
    },
    isEnough: isInManyOperations,
  },
  // The same failure inside the service: one stack trace, one error message. An answer that says only that
  // there is an error is compared among the operations of one path, after requests of one kind.
  {
    kind: 'answer',
    keyOf: (finding) => {
      const { check, exchange, endpoint = '', message, severity } = finding;
      const { status = 0 } = exchange?.response ?? {};
      const sentence = status < 500 && !LEAKED.has(check) ? undefined : failureSentence(finding);
      if (sentence === undefined) return undefined;
      const [, path] = endpoint.split(' ');
      const where =
        check === ECHO || describesFault(sentence)
          ? []
          : [path, / to (an? [^:]+?)(?::.*)?\.$/s.exec(message)?.[1] ?? message];
      return key(check === ECHO ? ECHO : '', String(status), sentence, severity, ...where);
    },
    isEnough: (members) => members.some(({ check }) => check !== ECHO) || placesOf(members, placeOf) >= 2,
  },
  // What reads credentials fails before any operation is called.
  {
    kind: 'everywhere',
    keyOf: ({ check, case: id = '', severity }) =>
      check === 'status.server-error' && OF_CREDENTIAL.test(id) ? key(check, 'credential', severity) : undefined,
    isEnough: isInManyOperations,
  },
  // A method whose answer is broken off at every path.
  {
    kind: 'everywhere',
    keyOf: ({ check, operation, severity, actual, exchange }) =>
      check === 'transport.broken' && operation === undefined
        ? key(check, exchange?.request.method, withoutData(actual), severity)
        : undefined,
    isEnough: isInManyOperations,
  },
  // The router answers 405 with an Allow that it does not make from its routes.
  {
    kind: 'everywhere',
    keyOf: ({ check, severity }) => (OF_ALLOW.has(check) ? key('allow', severity) : undefined),
    isEnough: isInManyOperations,
  },
  // One status of a framework, to broken requests and to valid ones.
  {
    kind: 'everywhere',
    keyOf: (finding) => {
      const status = undocumentedRefusal(finding);
      return status === undefined ? undefined : key('status', status, finding.severity);
    },
    isEnough: (members) => isInManyOperations(members) && members.some(({ check }) => check === WRONG_CODE),
  },
  {
    kind: 'place',
    keyOf: (finding) => {
      const status = undocumentedRefusal(finding);
      const { operation, severity } = finding;
      return status === undefined || operation === undefined ? undefined : key('status', operation, status, severity);
    },
    isEnough: (members) => members.some(({ check }) => check === WRONG_CODE),
  },
  // One property for which several operations have a rule that the document lacks.
  {
    kind: 'everywhere',
    keyOf: ({ check, messagePointer, keyword, severity }) =>
      check === 'accept.boundary-rejected' && messagePointer !== undefined
        ? key(check, messagePointer, keyword, severity)
        : undefined,
    isEnough: (members) => placesOf(members, placeOf) >= 2,
  },
  {
    kind: 'everywhere',
    keyOf: ({ check, keyword, messagePointer, expected, actual, severity }) =>
      OF_THE_API.test(check)
        ? key(
            check,
            // A status for no credential is that for a wrong one.
            check === WRONG_STATUS ? '' : keyword,
            withoutIndexes(messagePointer ?? ''),
            check.startsWith('status.') ? '' : withoutData(expected),
            DATA.test(check) || ANY_STATUS.test(check)
              ? ''
              : check.startsWith('status.')
                ? actual.slice(0, 3)
                : withoutData(actual),
            severity,
          )
        : undefined,
    isEnough: isInManyOperations,
  },
  // A parameter of which no operation validates one rule.
  {
    kind: 'everywhere',
    keyOf: ({ check, messagePointer = '', severity }) =>
      isAccepted(check) && /^\/(?:query|header|path|cookie)\//.test(messagePointer)
        ? key(check, withoutIndexes(messagePointer), severity)
        : undefined,
    isEnough: isInManyOperations,
  },
  // What all lists of the API say of their pages.
  {
    kind: 'everywhere',
    keyOf: ({ check, keyword, messagePointer, severity }) =>
      check.startsWith('page.') ? key(check, keyword, messagePointer, severity) : undefined,
    isEnough: isInManyOperations,
  },
  // One parameter of a list that does nothing, with any value and beside any other parameter.
  {
    kind: 'place',
    keyOf: ({ check, operation, messagePointer = '', severity }) =>
      /^(?:filter|sort)\./.test(check) && operation !== undefined && messagePointer.startsWith('/query/')
        ? key(check, operation, messagePointer, severity)
        : undefined,
    isEnough: () => true,
  },
  // One property of the items of a collection, after any write.
  {
    kind: 'place',
    keyOf: ({ check, endpoint, messagePointer = '', severity }) =>
      check.startsWith('state.') && endpoint !== undefined && messagePointer.startsWith('/body/')
        ? key(check, collectionPathOf(endpoint), withoutIndexes(messagePointer), severity)
        : undefined,
    isEnough: () => true,
  },
  // An operation that asks for no credential takes an invalid one as well.
  {
    kind: 'place',
    keyOf: ({ check, operation = '', severity }, { anonymous }) =>
      (check === MISSING_ACCEPTED || check === INVALID_ACCEPTED) && anonymous.has(operation)
        ? key(MISSING_ACCEPTED, operation, severity)
        : undefined,
    isEnough: () => true,
  },
  {
    kind: 'unvalidated',
    keyOf: ({ check, operation, severity }) =>
      isAccepted(check) && operation !== undefined ? key(operation, severity) : undefined,
    isEnough: (members) => !members.every(isOfDecoder) && members.length >= UNVALIDATED,
  },
  // One value that is not validated: neither its type nor the list of its values.
  {
    kind: 'unvalidated',
    keyOf: ({ check, operation, messagePointer, severity }) =>
      isAccepted(check) && operation !== undefined && messagePointer !== undefined
        ? key(operation, withoutIndexes(messagePointer), severity)
        : undefined,
    isEnough: (members) => !members.every(isOfDecoder),
  },
];

const WRONG_CODE = 'reject.wrong-code';

/** The status of a refusal that the document does not have, whichever check says so. */
function undocumentedRefusal({ check, keyword = '', actual }: Finding): string | undefined {
  if (check === WRONG_CODE) return /^4\d\d$/.test(keyword) ? keyword : undefined;
  return check === 'status.undocumented' ? /^4\d\d/.exec(actual)?.[0] : undefined;
}

/** Whether findings are in so many operations that they are about the whole API. */
function isInManyOperations(members: readonly Finding[]): boolean {
  return placesOf(members, placeOf) >= EVERYWHERE;
}

/** Whether findings are in so many operations, or at so many places of two, that they are about the whole API. */
function isEverywhere(members: readonly Finding[]): boolean {
  const places = placesOf(members, ({ pointer }) => pointer);
  return isInManyOperations(members) || (placesOf(members, placeOf) === 2 && places >= EVERYWHERE_OF_TWO);
}

/** One page of an error may show a credential or a stack trace at every path. */
const ECHO = 'leak.credential-echo';
const LEAKED = new Set(['leak.stack-trace', ECHO]);

const ERROR_SHAPE = 'reject.error-shape';

/** Checks of answers to requests for what is not there. */
const ABSENT = new Set(['state.use-after-delete', 'state.unknown-accepted']);
/** The cases that ask for an id that does not exist. */
const UNKNOWN = /\/unknown-id$/;

/** The cases that send a wrong credential, or none. */
const OF_CREDENTIAL = /\/credential-\w+$/;

/** A percent sign without two hexadecimal digits. */
const UNDECODABLE = /^[^?#]*%(?![\da-f]{2})/i;

/** "must be a string or null, but is 4.5." */
const WRONG_TYPE = / must be (an? \w+|true or false)(?: or null)?, but is (.+)\.$/;

function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Checks of what a server or framework does, not one operation. A server error is one of an operation. */
const OF_THE_API =
  /^(?:(?:header|body|method|auth|negotiation|content-type|protocol|cors|error|caching|conditional|leak)\.|accept\.media-type-form$|status\.(?!server-error$)|reject\.wrong-code$|vacuous\.(?:only-401-403|empty-schema)$)/;

/** Checks whose actual value is data: a size, the value of a header field, a line of a stack trace. */
const DATA = /^(?:header\.schema|body\.present-when-undocumented|leak\.stack-trace)$/;

/** A schema without a rule for the length of a string, which allows an empty one. */
const EMPTY_ALLOWED = / its schema of .+ allows ""\.$/;

/** The fault of a broken request to which the service answers as if it had failed. */
const BROKEN = / to an invalid request: (.+)\.$/s;

/** What validators say of the rule that a request breaks: "must be integer", "is a required property". */
const OF_VALIDATOR =
  /\b(?:(?:must|should|has to) (?:not )?(?:be (?!null\b|undefined\b|initiali|implemented|called|inside)|have|match|contain|equal)|is (?:a )?required\b|is not (?:of type|one of)\b|expected \w+,? (?:but )?(?:got|received)\b)/i;

/** Keywords of properties that are missing, or that no schema documents. */
const OF_NAMES = new Set(['required', 'additionalProperties', 'unevaluatedProperties']);

/** Checks whose actual value is the status of an operation, which says nothing of the cause. */
const ANY_STATUS = /^(?:auth\.(?:missing|invalid)-accepted|accept\.media-type-form)$/;

const OF_ALLOW = new Set(['header.allow-missing', 'method.allow-mismatch']);

/** Checks of refusals: the wrong request was not accepted. */
const REFUSED = new Set(['reject.error-shape', 'reject.wrong-code', 'reject.foreign-code']);
const isAccepted = (check: string): boolean => check.startsWith('reject.') && !REFUSED.has(check);

/** Checks of what the reader of bodies accepts, whatever the operation does with it. */
const OF_DECODER = new Set(['reject.null', 'reject.empty-body', 'reject.unsupported-media-type']);
const isOfDecoder = ({ check }: Finding): boolean => OF_DECODER.has(check);

/** The pointer of the component that contains a rule. */
function componentOf(pointer = ''): string | undefined {
  return /^\/(?:components\/[^/]+|definitions|responses|parameters)\/[^/]+/.exec(pointer)?.[0];
}

/** The checks that hold an answer against its schema: one rule is broken, whichever of them says so. */
const familyOf = (check: string): string => (check.startsWith('schema.') || check === ERROR_SHAPE ? 'schema' : check);

/** The path of the collection that an endpoint reads or writes, as a whole or in one of its items. */
const collectionPathOf = (endpoint: string): string =>
  endpoint
    .replace(/^\w+ /, '')
    .replace(/(?<=.)\/?$/, '')
    .replace(/\/\{[^/]+\}$/, '');

const placeOf = ({ operation, pointer }: Finding): string | undefined => operation ?? pointer;

function placesOf(members: readonly Finding[], place: (finding: Finding) => string | undefined): number {
  return new Set(members.map((member) => place(member) ?? '')).size;
}

/**
 * The finding that is easiest to examine: the most severe, repeatable, shortest one; else the first. A failure
 * comes before what its answer gives away, and a success that should be none before what its body lacks.
 */
function leadOf(members: readonly Finding[]): Finding {
  const size = ({ curl, script }: Finding): number => (curl ?? script ?? '').length;
  const isOnce = ({ curl, script }: Finding): number => Number(curl === undefined && script === undefined);
  const isInvalid = ({ check }: Finding): number => Number(check === INVALID_ACCEPTED);
  const isKnown = ({ known }: Finding): number => Number(known !== undefined);
  const isLeak = ({ check }: Finding): number => Number(LEAKED.has(check));
  const isAbsence = members.some(({ check }) => ABSENT.has(check));
  const isShape = ({ check }: Finding): number => Number(isAbsence && !ABSENT.has(check));
  const [lead] = [...members].sort(
    (a, b) =>
      isKnown(a) - isKnown(b) ||
      RANK[a.severity] - RANK[b.severity] ||
      isLeak(a) - isLeak(b) ||
      isInvalid(a) - isInvalid(b) ||
      isShape(a) - isShape(b) ||
      isOnce(a) - isOnce(b) ||
      size(a) - size(b),
  );
  // A group is never empty.
  return lead as Finding;
}

function key(...parts: readonly (string | undefined)[]): string {
  return JSON.stringify(parts.map((part) => part ?? ''));
}

/** Eight hexadecimal digits of kind and key. Seed, order and shard do not change them. */
function idOf(kind: CauseKind, text: string): string {
  return createHash('sha256').update(`${kind} ${text}`).digest('hex').slice(0, 8);
}
