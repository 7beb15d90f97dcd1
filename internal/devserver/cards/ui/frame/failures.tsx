/** Errors that the card does not catch. The page shows them with their place in the source. */

import { Component, type ReactNode } from 'react';
import { tell } from './channel.ts';

/** The errors that were reported. React throws one again that a boundary has caught. */
const reported = new WeakSet<object>();

/** Reports an error to the page. */
export function report(error: unknown): void {
  if (typeof error === 'object' && error !== null) {
    if (reported.has(error)) {
      return;
    }
    reported.add(error);
  }
  const isError = error instanceof Error;
  tell('failure', {
    name: isError ? error.name : 'Error',
    message: isError ? error.message : String(error),
    stack: isError ? String(error.stack) : '',
  });
}

/** Reports errors that no code catches, and what the frame's policy blocks. */
export function reportUncaught(): void {
  addEventListener('error', (event) => report(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => report(event.reason));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    const fixes: Readonly<Record<string, string>> = {
      'connect-src': "call the fetch function of the UI package, since the CRM's frame has no network",
      'img-src': 'add the origin to permittedUrls.img of the app',
      'frame-src': 'add the origin to permittedUrls.iframe of the app',
    };
    report(new Error(`blocked ${blockedURI}: ${fixes[effectiveDirective] ?? 'cards cannot load this'}`));
  });
}

/** Shows that the card has failed in place of the card. */
export class Boundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    report(error);
  }

  override render(): ReactNode {
    return this.state.failed ? <p className="svc-failed">The card has failed.</p> : this.props.children;
  }
}
