import type { Json, Violation } from '../../core/index.ts';
import { type Operation, responseFor, type SchemaObject } from '../../spec/index.ts';
import { parsePointer, withoutSeparators } from '../../wire/index.ts';
import { REASON_PHRASES, type Refusal } from '../model/refusal.ts';

/** The facts about a refusal for an error body. */
export interface ErrorFacts {
  readonly refusal: Refusal;
  readonly path: string;
  readonly title: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** URL of the operation's documentation, if the document has one. */
  readonly documentation: string | undefined;
  /** The facts are about one violation, for an entry of a list. */
  readonly isEntry?: boolean;
}

/**
 * Candidate values for a property of an error body by its name, best first. Empty if the name has no known
 * meaning.
 */
export function meanings(name: string, facts: ErrorFacts, property: SchemaObject, required: boolean): readonly Json[] {
  const { refusal, path, title, now } = facts;
  const text = refusal.message;
  const [violation] = refusal.violations;
  switch (withoutSeparators(name)) {
    case 'code':
    case 'errorcode':
    case 'errcode':
    case 'errorid':
    case 'errortype':
    case 'errorname':
      return [refusal.code, refusal.status, String(refusal.status), ...ofEnum(property, facts)];
    case 'status':
    case 'statuscode':
    case 'httpstatus':
    case 'httpcode':
    case 'httpstatuscode':
      return [...failures(property), refusal.status, String(refusal.status), ...ofEnum(property, facts), title];
    case 'message':
    case 'msg':
    case 'errormessage':
    case 'errormsg':
    case 'detail':
    case 'description':
    case 'errordescription':
    case 'reason':
    case 'hint':
    case 'explanation':
      return texts(text, title, property);
    case 'details':
      return [...texts(text, title, property), []];
    case 'title':
    case 'statustext':
      return [title, ...ofEnum(property, facts)];
    case 'error':
      return [refusal.code, ...ofEnum(property, facts), ...texts(text, title, property), true];
    case 'errors':
    case 'messages':
      return [text];
    case 'type':
      return ['about:blank', refusal.code, ...ofEnum(property, facts)];
    case 'instance':
    case 'path':
    case 'uri':
    case 'url':
      return [violation !== undefined && refusal.violations.length === 1 && name === 'path' ? violation.pointer : path];
    case 'field':
    case 'property':
    case 'param':
    case 'parameter':
    case 'fieldname':
    case 'propertyname':
    case 'propertypath':
    case 'attribute':
      return violation === undefined ? [] : [fieldOf(violation)];
    case 'name':
    case 'key':
      return violation === undefined || facts.isEntry !== true ? [] : [fieldOf(violation)];
    case 'pointer':
    case 'location':
    case 'source':
      return violation === undefined ? [] : [violation.pointer, placeOf(violation), fieldOf(violation)];
    case 'in':
      return violation === undefined ? [] : [placeOf(violation)];
    case 'loc':
      return violation === undefined ? [] : [[...(parsePointer(violation.pointer) ?? [])], violation.pointer];
    case 'keyword':
    case 'rule':
      return violation?.keyword === undefined ? [] : [violation.keyword];
    case 'timestamp':
    case 'time':
    case 'date':
      return [new Date(now).toISOString(), now];
    case 'success':
    case 'ok':
      return [false];
    case 'documentation':
    case 'documentationurl':
    case 'docs':
    case 'docsurl':
    case 'docurl':
    case 'helpurl':
    case 'moreinfo':
      return [
        ...(facts.documentation === undefined ? [] : [facts.documentation]),
        ...(required ? ['about:blank'] : []),
      ];
    default:
      return required ? ofEnum(property, facts) : [];
  }
}

/** The word for a failure that the property has as its example: `error` beside the `success` of other answers. */
function failures({ examples = [] }: SchemaObject): readonly Json[] {
  return examples.filter((word) => typeof word === 'string' && /^(?:error|fail(?:ed|ure)?)$/i.test(word));
}

/** A message that is too long is shortened. */
function texts(text: string, title: string, { maxLength }: SchemaObject): readonly Json[] {
  const most = typeof maxLength === 'number' ? maxLength : undefined;
  return most === undefined || text.length <= most ? [text] : [`${text.slice(0, Math.max(0, most - 1))}…`, title];
}

/**
 * The property or parameter that a violation is about, as a client names it: `name`, `address.city`,
 * `limit`.
 */
export function fieldOf({ pointer }: Violation): string {
  const [place = '', ...names] = parsePointer(pointer) ?? [];
  return names.length === 0 ? place : names.join('.');
}

function placeOf({ pointer }: Violation): string {
  return parsePointer(pointer)?.[0] ?? '';
}

/** Words in error codes of a status, the most specific first. */
const WORDS: Readonly<Record<number, readonly string[]>> = {
  400: ['validation', 'malformed', 'badrequest', 'invalidrequest', 'invalid', 'bad'],
  401: ['unauthorized', 'unauthenticated', 'authentication', 'auth', 'invalidrequest', 'invalid'],
  403: ['forbidden', 'permission', 'denied', 'scope', 'auth'],
  404: ['notfound', 'missing', 'unknown', 'invalidrequest', 'invalid'],
  405: ['notallowed', 'method', 'invalidrequest', 'invalid'],
  406: ['notacceptable', 'accept', 'invalidrequest', 'invalid'],
  409: ['conflict', 'exists', 'duplicate', 'invalidrequest', 'invalid'],
  410: ['gone', 'notfound'],
  412: ['precondition', 'conflict'],
  413: ['toolarge', 'large', 'invalidrequest', 'invalid'],
  415: ['mediatype', 'unsupported', 'invalidrequest', 'invalid'],
  422: ['validation', 'unprocess', 'invalidrequest', 'invalid', 'badrequest', 'bad'],
  429: ['ratelimit', 'toomany', 'limit', 'throttl', 'quota'],
  500: ['internal', 'server', 'apierror', 'unknown'],
  503: ['unavailable', 'server', 'internal'],
};

/** Words that the name of an error of another meaning may have. */
const VAGUE = /^(?:invalid|missing|bad|auth|server)/;

/**
 * The status of a refusal in an operation that does not document its own, and gives errors statuses that HTTP does not have: the one whose description names
 * that error (`481: ResourceNotFoundException`). The status of the refusal, if there is none.
 */
export function namedStatus(operation: Operation | undefined, refusal: Refusal): number {
  const { status } = refusal;
  if (operation === undefined || status >= 500 || responseFor(operation, status) !== undefined) return status;
  const own = operation.responses.filter((each) => /^4\d\d$/.test(each.status) && Number(each.status) > LAST_OF_HTTP);
  const isOfRequest = status === 400 || status === 422;
  const words = [refusal.code, REASON_PHRASES[status] ?? '']
    .map(withoutSeparators)
    .concat((WORDS[status] ?? []).filter((word) => isOfRequest || !VAGUE.test(word)));
  const found = words
    .filter((word) => word !== '')
    .flatMap((word) => own.find(({ description }) => withoutSeparators(description).includes(word)) ?? []);
  return found[0] === undefined ? status : Number(found[0].status);
}

/** The highest registered status of an error of the client (RFC 7725). */
const LAST_OF_HTTP = 451;

/** The value of an enumeration that describes the refusal best. */
function ofEnum({ enum: allowed }: SchemaObject, facts: ErrorFacts): readonly Json[] {
  const word = errorWord(
    (allowed ?? []).filter((value) => typeof value === 'string'),
    facts,
  );
  return word === undefined ? [] : [word];
}

/** The one of several words for errors that describes the refusal best. */
export function errorWord(values: readonly string[], { refusal, title }: ErrorFacts): string | undefined {
  if (values.length === 0) return undefined;
  const words = [withoutSeparators(refusal.code), withoutSeparators(title), ...(WORDS[refusal.status] ?? [])];
  for (const word of words) {
    const found =
      values.find((value) => withoutSeparators(value) === word) ??
      values.find((value) => withoutSeparators(value).includes(word));
    if (found !== undefined) return found;
  }
  return undefined;
}
