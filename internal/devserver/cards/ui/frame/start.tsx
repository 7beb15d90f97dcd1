/** Runs a card in its frame. */

import type { ComponentType, ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import style from './style.css';
import { type CardApi, setContext } from './api.ts';
import { connect, tell } from './channel.ts';
import { Boundary, report, reportUncaught } from './failures.tsx';
import { installLogger } from './logger.ts';
import { traceActions } from './trace.ts';

type Render = (api: CardApi) => ReactElement;

let extension: Render | undefined;

/**
 * Registers what renders the card, as the vendor's package does. The last call counts. The function runs as part of a
 * component, so it may use hooks. What it throws is shown in place of the card, and is in the log.
 */
export function extend(render: Render): void {
  extension = render;
}

// First, since the card may log and fail while it loads.
traceActions();
installLogger();
reportUncaught();
const connected = connect();

/** Renders a card: what it has passed to `extend`, or else its default export. */
export function start(card: { readonly default?: ComponentType<CardApi> }): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
  connected.then((context) => {
    const api = setContext(context);
    const root = document.body.appendChild(document.createElement('main'));
    new ResizeObserver(() => tell('height', Math.ceil(root.getBoundingClientRect().height))).observe(root);
    createRoot(root).render(
      <Boundary>
        <Card api={api} component={card.default} />
      </Boundary>,
    );
    tell('ready', null);
  }, report);
}

function Card({ api, component: Component }: { api: CardApi; component: ComponentType<CardApi> | undefined }) {
  if (extension !== undefined) {
    return extension(api);
  }
  if (Component === undefined) {
    throw new Error('the card renders nothing: call extend of the UI package, or export a component as default');
  }
  return <Component {...api} />;
}
