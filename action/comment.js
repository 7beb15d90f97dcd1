// The comments with plans and previews on a pull request of GitHub.

import { posix } from 'node:path';

/** How many characters of a plan are shown. GitHub accepts 65536 in a comment. */
const MOST = 60_000;

/** Returns a text as a block of code, which no text can leave. */
function fenced(text) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text.trimEnd()}\n${fence}`;
}

/**
 * Writes a text about an app as a comment, in place of the one with the same mark that an earlier run wrote.
 *
 * @throws Error if GitHub refuses it
 */
export async function publish({ token, number, dir, mark: name, title, text }) {
  const app = posix.join(dir.replaceAll('\\', '/'), '.').replace(/(.)\/$/, '$1');
  const mark = `<!-- svc ${name} ${encodeURIComponent(app)} -->`; // no text can end the mark
  const cut = text.length > MOST ? `${text.slice(0, MOST)}\n… the log of the run has the rest` : text;
  const body = `${mark}\n### svc: ${app === '.' ? '' : `${app}, `}${title}\n\n${fenced(cut)}\n`;
  const issues = `/repos/${process.env.GITHUB_REPOSITORY}/issues`;
  const login = await ownLogin(token);
  const isOwn = ({ user }) => (login === undefined ? user?.type === 'Bot' : user?.login === login);
  for (let page = 1; ; page++) {
    const comments = await call(token, 'GET', `${issues}/${number}/comments?per_page=100&page=${page}`);
    const own = comments.find((one) => one.body?.startsWith(mark) && isOwn(one));
    if (own !== undefined) {
      await call(token, 'PATCH', `${issues}/comments/${own.id}`, { body });
      return;
    }
    if (comments.length < 100) {
      break;
    }
  }
  await call(token, 'POST', `${issues}/${number}/comments`, { body });
}

/** Returns the login of a personal access token, or undefined for the token of a job, which may not ask. */
async function ownLogin(token) {
  const response = await send(token, 'GET', '/user');
  return response.ok ? (await response.json()).login : undefined;
}

/** Calls GitHub's API and returns what it answers. */
async function call(token, method, path, body) {
  const response = await send(token, method, path, body);
  if (!response.ok) {
    const hint = response.status === 403 ? ': give the job the permission pull-requests: write' : '';
    throw new Error(
      `cannot write a comment on the pull request: GitHub answered with status ${response.status}${hint}`,
    );
  }
  return response.json();
}

/** Sends a request to GitHub's API. */
function send(token, method, path, body) {
  return fetch(`${process.env.GITHUB_API_URL}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
}
