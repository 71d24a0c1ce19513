import type { HeaderFields } from '../core/index.ts';
import { filledTemplate, type Operation } from '../spec/index.ts';
import { formatHttpDate, formatLink, formatStructuredDate } from '../wire/index.ts';

const NO_FIELDS: HeaderFields = [];

/**
 * `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and their `Link`s for an operation. No date is invented: a field without one is left out.
 * `{name}` in the successor is filled from the request's raw path parameters.
 */
export function lifecycleOf(operation: Operation): (pathParams: Readonly<Record<string, string>>) => HeaderFields {
  const { deprecated, since, sunset, successor } = operation.lifecycle;
  if (!deprecated && sunset === undefined) return () => NO_FIELDS;
  const documentation = operation.lifecycle.documentation ?? operation.externalDocs;
  const dates: HeaderFields = [
    ...(deprecated && since !== undefined ? [['Deprecation', formatStructuredDate(since)] as const] : []),
    ...(sunset === undefined ? [] : [['Sunset', formatHttpDate(sunset)] as const]),
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

function expand(template: string, pathParams: Readonly<Record<string, string>>): string {
  return filledTemplate(template, (name, mark) =>
    Object.hasOwn(pathParams, name) ? (pathParams[name] ?? mark) : mark,
  );
}
