import type { HeaderFields } from '../../core/index.ts';
import { filledTemplate, type Operation } from '../../spec/index.ts';
import { formatHttpDate, formatLink, formatStructuredDate } from '../../wire/index.ts';

const NO_FIELDS: HeaderFields = [];

/** Sent if a field is required and the document has no date: deprecated since ever, and no end. */
const NO_DATE = { deprecation: '@0', sunset: 'Fri, 31 Dec 9999 23:59:59 GMT' };

/**
 * `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and their `Link`s for an operation. A field without a date
 * is left out, unless the document promises it: a declared Deprecation, a required Sunset. `{name}` in the
 * successor is replaced by the raw path parameter of the request.
 */
export function lifecycleFieldsOf(
  operation: Operation,
): (pathParams: Readonly<Record<string, string>>) => HeaderFields {
  const { deprecated, sunset, successor } = operation.lifecycle;
  if (!deprecated && sunset === undefined) return () => NO_FIELDS;
  const documentation = operation.lifecycle.documentation ?? operation.externalDocs;
  const [deprecation, end] = [deprecated ? deprecationOf(operation) : undefined, sunsetOf(operation)];
  const dates: HeaderFields = [
    ...(deprecation === undefined ? [] : [['Deprecation', deprecation] as const]),
    ...(end === undefined ? [] : [['Sunset', end] as const]),
  ];
  const fieldsFor = (target: string | undefined): HeaderFields => {
    const links = [
      ...(documentation === undefined ? [] : [{ uri: documentation, rel: 'deprecation' }]),
      ...(target === undefined ? [] : [{ uri: target, rel: 'successor-version' }]),
    ];
    return links.length === 0 ? dates : [...dates, ['Link', formatLink(links)] as const];
  };
  if (successor?.includes('{') === true) return (pathParams) => fieldsFor(expand(successor, pathParams));
  const always = fieldsFor(successor);
  return () => always;
}

function deprecationOf(operation: Operation): string | undefined {
  const { since } = operation.lifecycle;
  if (since !== undefined) return formatStructuredDate(since);
  return declaredFields(operation, 'deprecation').length > 0 ? NO_DATE.deprecation : undefined;
}

function sunsetOf(operation: Operation): string | undefined {
  const { sunset } = operation.lifecycle;
  if (sunset !== undefined) return formatHttpDate(sunset);
  return declaredFields(operation, 'sunset').some(({ required }) => required) ? NO_DATE.sunset : undefined;
}

/** A header field that the operation's responses declare. */
function declaredFields({ responses }: Operation, field: string): Operation['responses'][number]['headers'] {
  return responses.flatMap(({ headers }) => headers.filter(({ name }) => name.toLowerCase() === field));
}

function expand(template: string, pathParams: Readonly<Record<string, string>>): string {
  return filledTemplate(template, (name, mark) =>
    Object.hasOwn(pathParams, name) ? (pathParams[name] ?? mark) : mark,
  );
}
