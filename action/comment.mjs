// Keeps one comment of a pull request up to date. Without the permission, as on a fork, it says so and does not fail.
import { readFileSync } from 'node:fs';

const MARK = '<!-- standin -->';
const MOST = 60_000;

const {
  GITHUB_API_URL: api = 'https://api.github.com',
  GITHUB_REPOSITORY: repository,
  INPUT_NUMBER: number,
  INPUT_TOKEN: token,
} = process.env;

const call = (method, path, body) =>
  fetch(`${api}/repos/${repository}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** The comment of an earlier run, on the first ten pages. */
async function earlier() {
  for (let page = 1; page <= 10; page += 1) {
    const answer = await call('GET', `/issues/${number}/comments?per_page=100&page=${page}`);
    if (!answer.ok) return undefined;
    const comments = await answer.json();
    const found = comments.find(({ body }) => body?.startsWith(MARK));
    if (found !== undefined || comments.length < 100) return found;
  }
  return undefined;
}

const report = readFileSync(process.env.INPUT_REPORT, 'utf8');
const cut = report.length > MOST ? `${report.slice(0, MOST)}\n\n… the artefact has the whole report.` : report;
const body = `${MARK}\n${cut}`;
const found = await earlier();
const answer =
  found === undefined
    ? await call('POST', `/issues/${number}/comments`, { body })
    : await call('PATCH', `/issues/comments/${found.id}`, { body });
if (!answer.ok)
  console.log(
    `::notice::The report could not be written as a comment (status ${answer.status}). It needs "pull-requests: write", which a pull request from a fork does not have.`,
  );
