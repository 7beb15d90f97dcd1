import { spawn } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

/** Kinds of completions that are no names in scope: Field, Property and EnumMember, and Constant for string literals. */
const MEMBER_KINDS = [2, 5, 10, 20, 21];

/** The editor services of TypeScript 7, in a process that speaks the Language Server Protocol. */
export async function languageServer() {
  const { send, request, close } = connect();
  await request('initialize', { processId: null, rootUri: null, capabilities: {} });
  send({ method: 'initialized', params: {} });
  const opened = new Map();
  const open = (file, text) => {
    const uri = pathToFileURL(file).href;
    const version = (opened.get(file) ?? 0) + 1;
    opened.set(file, version);
    send(
      version === 1
        ? { method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'typescript', version, text } } }
        : {
            method: 'textDocument/didChange',
            params: { textDocument: { uri, version }, contentChanges: [{ text }] },
          },
    );
  };
  const positionOf = ({ file, text, at }) => {
    const lines = text.slice(0, at).split('\n');
    return {
      textDocument: { uri: pathToFileURL(file).href },
      position: { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 },
    };
  };
  return {
    open,
    async completions(place) {
      const found = await request('textDocument/completion', positionOf(place));
      const items = Array.isArray(found) ? found : (found?.items ?? []);
      return items.filter(({ kind }) => MEMBER_KINDS.includes(kind)).map(({ label }) => label.replace(/\?$/, ''));
    },
    async hover(place) {
      const found = await request('textDocument/hover', positionOf(place));
      return found?.contents.value ?? '';
    },
    async definition(place) {
      const [found] = [await request('textDocument/definition', positionOf(place))].flat();
      return found && offsetOf(place.text, (found.range ?? found.targetSelectionRange).start);
    },
    close,
  };
}

function offsetOf(text, { line, character }) {
  const before = text.split('\n').slice(0, line);
  return before.reduce((sum, one) => sum + one.length + 1, character);
}

/** Starts the server, and reads its messages. */
function connect() {
  const server = spawn(process.execPath, [TSC, '--lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  let last = 0;
  let buffer = Buffer.alloc(0);
  const send = (message) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const receive = (message) => {
    if (message.method !== undefined && message.id !== undefined) {
      send({ id: message.id, result: null }); // a request of the server, such as for its configuration
    } else if (message.id !== undefined) {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
  };
  server.stdout.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const end = buffer.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/.exec(buffer.toString('latin1', 0, end))?.[1]);
      if (end < 0 || buffer.length < end + 4 + length) {
        return;
      }
      const body = buffer.toString('utf8', end + 4, end + 4 + length);
      buffer = buffer.subarray(end + 4 + length);
      receive(JSON.parse(body));
    }
  });
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      last++;
      waiting.set(last, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)));
      send({ id: last, method, params });
    });
  return { send, request, close: () => void server.kill() };
}
