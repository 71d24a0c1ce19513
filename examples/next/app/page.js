import { createElement } from 'react';
import { mock } from '../mock.mjs';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const books = await (await (await mock).fetch('/api/books')).json();
  return createElement('ul', null, ...books.map(({ id, title }) => createElement('li', { key: id }, title)));
}
