/** The code under test: a client of the books API. */
export function createClient(base = 'https://api.example.com') {
  const json = async (response) => {
    if (!response.ok)
      throw Object.assign(new Error(`The API answered ${response.status}.`), { status: response.status });
    return response.json();
  };
  return {
    list: async () => json(await fetch(`${base}/books`)),
    get: async (id) => json(await fetch(`${base}/books/${id}`)),
    add: async (book) =>
      json(
        await fetch(`${base}/books`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(book),
        }),
      ),
    remove: async (id) => (await fetch(`${base}/books/${id}`, { method: 'DELETE' })).status,
  };
}
