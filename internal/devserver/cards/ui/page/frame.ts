/** The frame of the card, and what the page does for it. */

import type { Begin, Call, CardAlert, CardContext, CardFailure, CardLog, CardResponse } from '../messages.ts';
import { post } from './api.ts';
import { sendLog } from './log-queue.ts';
import { mayReload, TOO_MANY_RELOADS } from './reloads.ts';
import { type Failure, MAX_FAILURES, showAlert, showFailure, showLog } from './reports.ts';
import type { Subject } from './subject.ts';

/** A response with the invocation that the card's next log entries follow. */
interface Answered extends CardResponse {
  readonly invocation?: string;
}

/** One load of a card. Its members change with the calls of the card. */
interface Load {
  readonly frame: HTMLIFrameElement;
  readonly subject: Subject;
  readonly session: string;
  invocation: string | undefined;
  failures: number;
  /** Whether the log says that the card reloads the page too often. */
  isReloadRefused: boolean;
}

type Run = (load: Load, argument: never, trace: string) => unknown;

/** What a frame may ask for. Everything that it sends is as hostile as the card. */
const CALLS: Readonly<Record<string, Run>> = {
  async fetch(load, request: object, trace) {
    const { portal } = load.subject;
    const answer = await post<Answered>('fetch', { request, portal, trace });
    load.invocation = answer.invocation ?? load.invocation;
    return answer;
  },
  properties: ({ subject }, names: readonly string[]) => post('properties', { subject, names }),
  search: ({ subject }, request: object) => post('search', { subject, request }),
  associations: ({ subject }, request: object) => post('associations', { subject, request }),
  api: ({ subject }, request: object) => post('api', { subject, request }),
  log: (load, { level, message }: CardLog, trace) => report(load, String(level), String(message), trace),
  async failure(load, failure: CardFailure) {
    if (++load.failures <= MAX_FAILURES) {
      showFailure(await post<Failure>('failure', failure));
    }
  },
  alert: (_, { type, title, message }: CardAlert) => showAlert(String(type), String(title), String(message)),
  iframe: (_, request: { uri: string; title: string; width: number; height: number }) => openIframe(request),
  copy: (_, text: string) => navigator.clipboard.writeText(String(text)),
  open: (_, url: string) => showAlert('info', 'The card opens', String(url)),
  reload(load, _, trace) {
    if (mayReload()) {
      location.reload();
    } else if (!load.isReloadRefused) {
      load.isReloadRefused = true;
      report(load, 'error', TOO_MANY_RELOADS, trace);
    }
  },
  ready: ({ frame }) => {
    frame.dataset['ready'] = 'true';
  },
  height: ({ frame }, pixels: number) => {
    frame.height = String(Math.min(Math.max(Number(pixels) || 0, 40), 4000));
  },
};

/** Adds an entry to the log of the page and to that of the server. */
function report({ session, invocation }: Load, level: string, message: string, trace: string): void {
  showLog(level, message, trace);
  sendLog({ level, message, session, invocation, trace });
}

/** Shows a page of another site over the card, if the app permits it. Returns when the user has closed it. */
async function openIframe({
  uri,
  title,
  width,
  height,
}: {
  uri: string;
  title: string;
  width: number;
  height: number;
}) {
  await post('iframe', { url: uri });
  const dialog = document.createElement('dialog');
  const frame = document.createElement('iframe');
  Object.assign(frame, { src: uri, title, width: String(Number(width)), height: String(Number(height)) });
  const close = document.createElement('button');
  close.textContent = `Close ${title}`;
  close.addEventListener('click', () => dialog.close());
  dialog.append(frame, close);
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener('close', resolve));
  dialog.remove();
}

/** Calls and their ends, which a frame cannot mix up since each load has its own port. */
async function serve(load: Load, port: MessagePort, { id, call, argument, trace }: Call): Promise<void> {
  try {
    const run = Object.hasOwn(CALLS, call) ? CALLS[call] : undefined;
    if (run === undefined) {
      throw new Error(`unknown call ${JSON.stringify(call)}`);
    }
    port.postMessage({ id, value: (await run(load, argument as never, String(trace))) ?? null });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (call !== 'failure') {
      showFailure({ text: message, frames: [] });
    }
    port.postMessage({ id, error: message });
  }
}

let stop: (() => void) | undefined;

/** Loads the card for a subject, in place of the one that is shown. */
export async function loadCard(holder: HTMLElement, subject: Subject): Promise<void> {
  const { context } = await post<{ context: CardContext }>('context', { subject });
  stop?.();
  const frame = document.createElement('iframe');
  frame.title = 'Card';
  frame.setAttribute('sandbox', 'allow-scripts');
  const load: Load = {
    frame,
    subject,
    session: crypto.randomUUID().slice(0, 8),
    invocation: undefined,
    failures: 0,
    isReloadRefused: false,
  };
  let port: MessagePort | undefined;
  const begin = (event: MessageEvent) => {
    // Only the first document is the card: the frame can go to another one.
    if (event.source !== frame.contentWindow || event.data !== 'svc-card' || port !== undefined) {
      return;
    }
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }: MessageEvent<Call>) => serve(load, channel.port1, data);
    const message: Begin = { begin: context };
    frame.contentWindow!.postMessage(message, '*', [channel.port2]); // a sandbox has no origin to name
  };
  addEventListener('message', begin);
  stop = () => {
    removeEventListener('message', begin);
    port?.close();
  };
  frame.src = `${location.pathname}/frame`;
  holder.replaceChildren(frame);
}
