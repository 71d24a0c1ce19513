import { StandinError } from '../../library/index.ts';

/** The base URL of a service, as it was typed. `hint` says what to do with anything else. Throws `usage`. */
export function serviceUrl(text: string, hint: string): URL {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new StandinError('usage', `\`${text}\` is not an http or https URL.`, { hint });
  const url = new URL(text);
  if (url.search !== '' || url.hash !== '')
    throw new StandinError('usage', `A base URL has no \`${withoutValues(url)}\`.`, {
      hint: 'The paths of the document are appended to the URL. To send a header field with every request, use --header.',
    });
  return url;
}

/** Hides the values of a query, which may hold a key. */
function withoutValues({ search, hash }: URL): string {
  return search === '' ? hash : search.replace(/=[^&]*/g, '=…');
}
