// Hooks for Dredd, loaded by `standin check --second-opinion dredd` before those of `--second-opinion-hooks`.
// CommonJS, because Dredd loads hook files with `require` and hands them its `hooks` module.
const hooks = require('hooks');

const turnOf = (transaction) =>
  transaction.request.method === 'DELETE' ? 2 : transaction.request.method === 'POST' ? 0 : 1;
const depthOf = (transaction) => transaction.fullPath.split('/').length;

// What one transaction deletes, none after it may need: creations first, deletions last, the deepest of them first.
// Dredd runs the very list that it hands over here, so it is sorted in place.
hooks.beforeAll((transactions, done) => {
  transactions.sort((one, other) => {
    const turn = turnOf(one) - turnOf(other);
    return turn !== 0 || turnOf(one) !== 2 ? turn : depthOf(other) - depthOf(one);
  });
  done();
});

const contentType = (headers) => Object.keys(headers || {}).find((name) => name.toLowerCase() === 'content-type');
const bare = (mediaType) => String(mediaType).split(';')[0].trim().toLowerCase();

// Gavel compares whole Content-Type fields; a `charset` more is no other media type.
hooks.beforeEachValidation((transaction) => {
  const expected = transaction.expected.headers;
  const [asked, came] = [contentType(expected), contentType(transaction.real.headers)];
  if (asked && came && bare(expected[asked]) === bare(transaction.real.headers[came]))
    expected[asked] = transaction.real.headers[came];
  // No content, no Content-Type: whether there should be content is said by the body's own checks.
  if (asked && !came && !transaction.real.body) delete expected[asked];
});
