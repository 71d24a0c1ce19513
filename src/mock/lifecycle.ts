import type { HeaderFields } from '../core/index.ts';
import type { Operation } from '../spec/index.ts';
import { formatHttpDate, formatLink, formatStructuredDate } from '../wire/index.ts';

/**
 * `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and their `Link`s for an operation. No date is invented: a field without one is left out.
 * `{name}` in the successor is filled from the request's raw path parameters.
 */
export function lifecycleHeaders(operation: Operation, pathParams: Readonly<Record<string, string>>): HeaderFields {
  const { deprecated, since, sunset, successor } = operation.lifecycle;
  if (!deprecated && sunset === undefined) return [];
  const documentation = operation.lifecycle.documentation ?? operation.externalDocs;
  const links = [
    ...(documentation === undefined ? [] : [{ uri: documentation, rel: 'deprecation' }]),
    ...(successor === undefined ? [] : [{ uri: expand(successor, pathParams), rel: 'successor-version' }]),
  ];
  return [
    ...(deprecated && since !== undefined ? [['Deprecation', formatStructuredDate(since)] as const] : []),
    ...(sunset === undefined ? [] : [['Sunset', formatHttpDate(sunset)] as const]),
    ...(links.length === 0 ? [] : [['Link', formatLink(links)] as const]),
  ];
}

function expand(template: string, pathParams: Readonly<Record<string, string>>): string {
  return template.replace(/\{([^{}]+)\}/g, (whole, name: string) =>
    Object.hasOwn(pathParams, name) ? (pathParams[name] ?? whole) : whole,
  );
}
