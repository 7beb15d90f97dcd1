/** What the vendor's host gives to a card: its context and actions. */

import type { CardContext } from '../messages.ts';
import { call, tell } from './channel.ts';
import { closeOverlay } from './overlays.ts';

/** Receives the properties of the record when they change. */
type OnProperties = (properties: Readonly<Record<string, string | null>>, error?: { message: string }) => void;

/** Those who wait for properties, with the names that they want. */
const watchers: { readonly names: readonly string[] | '*'; readonly callback: OnProperties }[] = [];

const properties = (names: readonly string[] | '*') => call('properties', names === '*' ? ['*'] : names);

/** The `actions` of a card. */
export const actions = {
  addAlert: (alert: { type?: string; title?: string; message: string }) =>
    tell('alert', { type: alert.type ?? 'info', title: alert.title ?? '', message: alert.message }),
  reloadPage: () => tell('reload', null),
  fetchCrmObjectProperties: properties,
  refreshObjectProperties: () => {
    for (const { names, callback } of watchers) {
      properties(names).then(callback, ({ message }) => callback({}, { message }));
    }
  },
  onCrmPropertiesUpdate: (names: readonly string[] | '*', callback: OnProperties) => {
    watchers.push({ names, callback });
  },
  openIframeModal: (
    modal: { uri: string; title?: string; width: number; height: number },
    onClose?: () => void,
  ): void => {
    const { uri, title = '', width, height } = modal;
    call('iframe', { uri, title, width, height }).then(onClose, () => {});
  },
  closeOverlay,
  copyTextToClipboard: (text: string) => call('copy', text),
  navigateToPage: ({ to }: { to: string }) => tell('open', to),
};

/** The argument of the function that a card passes to `extend`. */
export interface CardApi {
  readonly context: CardContext;
  readonly actions: typeof actions;
  runServerlessFunction(): Promise<never>;
}

let api: CardApi | undefined;

/** Sets the context before the card is rendered. */
export function setContext(context: CardContext): CardApi {
  api = { context, actions, runServerlessFunction: serverless };
  return api;
}

/** Returns what the host gives to the card. */
export function cardApi(): CardApi {
  if (api === undefined) {
    throw new Error('the context is known when the card is rendered: call the hook in a component');
  }
  return api;
}

/** Serverless functions of the vendor have been replaced by card backends. */
export async function serverless(): Promise<never> {
  throw new Error('serverless functions are not available: call a card backend');
}
