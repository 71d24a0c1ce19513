/** What the page needs of a document: its cookies as a text. */
interface CookieJar {
  cookie: string;
}

/**
 * Sends a request with the cookies of a `Cookie` field. A script of a page cannot set that field, so they stand in the browser until the answer has come;
 * cookies of the same names are put back. A cookie that scripts cannot read stays as it is.
 */
export async function withCookies<T>(jar: CookieJar, field: string, send: () => Promise<T>): Promise<T> {
  const before = new Map(pairsOf(jar.cookie));
  const sent = pairsOf(field);
  for (const [name, value] of sent) jar.cookie = `${name}=${value}${attributesOf(name)}`;
  try {
    return await send();
  } finally {
    const after = new Map(pairsOf(jar.cookie));
    for (const [name, value] of sent) {
      // What the answer has set stays.
      if (after.get(name) !== value) continue;
      const kept = before.get(name);
      jar.cookie =
        kept === undefined ? `${name}=${attributesOf(name)}; max-age=0` : `${name}=${kept}${attributesOf(name)}`;
    }
  }
}

function attributesOf(name: string): string {
  return `; path=/; samesite=strict${/^__(host|secure)-/i.test(name) ? '; secure' : ''}`;
}

function pairsOf(field: string): readonly (readonly [name: string, value: string])[] {
  return field.split(';').flatMap((each) => {
    const equals = each.indexOf('=');
    return equals < 1 ? [] : [[each.slice(0, equals).trim(), each.slice(equals + 1).trim()] as const];
  });
}
