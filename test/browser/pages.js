// The server of the pages that tests load. It bundles cards, and signs their calls as the CRM does.

import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import { SECRET } from './svc-dev.js';

const here = import.meta.dirname;
const modules = join(here, '../../node_modules');

/** Bundles the card that `svc build` has built, with one version of React. */
async function cardBundle(dir, suffix) {
  return bundle(join(here, 'page.jsx'), {
    'the-card': join(dir, 'built/crm/src/app/cards/panel.jsx'),
    '@crm/ui-extensions': join(here, 'crm.js'),
    react: join(modules, `react${suffix}`),
    'react-dom': join(modules, `react-dom${suffix}`),
  });
}

async function bundle(entry, alias) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    alias,
    bundle: true,
    write: false,
    format: 'iife', // a card is a classic script
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

/** Calls the backend of a card as the CRM does: signed, with the portal in the query. */
async function callBackend(server, url, body) {
  const target = `${server.origin}/w/main${new URL(url).pathname}?portalId=1000001&userId=7`;
  const time = String(Date.now());
  const signature = createHmac('sha256', SECRET).update(`POST${target}${body}${time}`).digest('base64');
  return fetch(target, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-crm-request-timestamp': time,
      'x-crm-signature-v3': signature,
    },
    body,
  });
}

/** Serves /react18.html, /react19.html, /empty.html and /worker.js on a free port of 127.0.0.1. */
export async function servePages(server) {
  const [react18, react19, worker] = await Promise.all([
    cardBundle(server.dir, ''),
    cardBundle(server.dir, '19'),
    bundle(join(here, 'worker.js'), { '@svc/sdk/ui': join(here, '../../sdk/dist/ui/index.js') }),
  ]);
  const scripts = { '/react18.js': react18, '/react19.js': react19, '/worker.js': worker, '/empty.js': '' };
  const http = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname === '/crm-fetch') {
      let body = '';
      for await (const part of request) {
        body += part;
      }
      const answer = await callBackend(server, request.headers['x-url'], body);
      const invocation = answer.headers.get('x-svc-invocation') ?? '';
      response.writeHead(answer.status, { 'content-type': 'application/json', 'x-svc-invocation': invocation });
      response.end(await answer.text());
    } else if (pathname in scripts) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(scripts[pathname]);
    } else {
      const script = pathname.replace('.html', '.js');
      response.writeHead(script in scripts ? 200 : 404, { 'content-type': 'text/html' });
      response.end(
        `<!doctype html><link rel="icon" href="data:,"><div id="root"></div><script src="${script}"></script>`,
      );
    }
  });
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  return { port: http.address().port, close: () => http.close() };
}
