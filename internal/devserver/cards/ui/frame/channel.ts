/** The frame's end of the channel to the page, which has a network. */

import type { Answer, Begin, Call, CardContext, Calls } from '../messages.ts';
import { currentTrace } from './trace.ts';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const waiting = new Map<number, Waiting>();
/** The calls before the page has answered. */
const early: Call[] = [];
let port: MessagePort | undefined;
let last = 0;

/** Connects to the page. Returns the context of the card. */
export function connect(): Promise<CardContext> {
  return new Promise((resolve) => {
    addEventListener('message', function first(event: MessageEvent<Begin>) {
      if (event.source !== parent || event.ports[0] === undefined) {
        return;
      }
      removeEventListener('message', first);
      port = event.ports[0];
      port.onmessage = ({ data }: MessageEvent<Answer>) => receive(data);
      for (const message of early.splice(0)) {
        port.postMessage(message);
      }
      resolve(event.data.begin);
    });
    parent.postMessage('svc-card', '*'); // it says nothing but that the frame listens
  });
}

function receive({ id, value, error }: Answer): void {
  const one = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) {
    one?.resolve(value);
  } else {
    one?.reject(new Error(error));
  }
}

/** Calls the page. */
export function call<Name extends keyof Calls>(
  name: Name,
  argument: Parameters<Calls[Name]>[0],
): Promise<ReturnType<Calls[Name]>> {
  return new Promise((resolve, reject) => {
    const message: Call = { id: ++last, call: name, argument, trace: currentTrace() };
    waiting.set(message.id, { resolve: (value) => resolve(value as ReturnType<Calls[Name]>), reject });
    if (port === undefined) {
      early.push(message);
    } else {
      port.postMessage(message);
    }
  });
}

/** Calls the page, and needs no answer. */
export function tell<Name extends keyof Calls>(name: Name, argument: Parameters<Calls[Name]>[0]): void {
  call(name, argument).catch(() => {}); // the page shows what it cannot do
}
