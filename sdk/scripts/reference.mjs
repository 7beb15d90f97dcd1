// Prints the pages of docs/sdk as JSON, by name: the reference of the SDK, from its types and doc comments.
//
//   node sdk/scripts/reference.mjs
//
// `make generate` writes them (cmd/svc/docs_test.go).
import { Api } from './reference/api.mjs';
import { Page } from './reference/page.mjs';
import { TOPICS } from './reference/topics.mjs';
import { Types } from './reference/types.mjs';

const types = new Types(new Api());
const pages = TOPICS.map((topic) => ({ topic, page: new Page(types, topic) }));

/** The index: the pages, and all names in the order of the alphabet. */
function index() {
  const list = TOPICS.map(({ page, title, about }) => `- [${title}](${page}.md): ${about}\n`);
  const names = pages.flatMap(({ topic, page }) => page.names.map((one) => ({ topic, one })));
  names.sort((a, b) => (a.one.name < b.one.name ? -1 : 1));
  const links = names.map(({ topic, one }) => `[\`${one.name}\`](${topic.page}.md${one.linkFrom(topic)})`);
  return `The functions, types and members of \`@svc/sdk\`. \`name?\` marks what may be absent. Every member is read-only.

${list.join('')}
## Names

${links.join(',\n')}
`;
}

const texts = Object.fromEntries(pages.map(({ topic, page }) => [`${topic.page}.md`, [topic.title, page.text]]));
process.stdout.write(JSON.stringify({ 'README.md': ['Reference of the SDK', index()], ...texts }));
