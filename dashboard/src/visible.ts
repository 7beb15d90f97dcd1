// Shows characters that disguise text as their escapes, in every text of the page: rows, names and log lines are texts of
// others.

import { options } from 'preact';

/** Characters that change the direction of text, and those without a width. Joiners stay: emoji need them. */
const DISGUISING = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Makes Preact show them in the texts that it renders from now on. */
export function showDisguises(): void {
  const earlier = options.vnode;
  options.vnode = (node) => {
    const of: { type: unknown; props: unknown } = node;
    if (of.type === null && typeof of.props === 'string') {
      of.props = of.props.replace(DISGUISING, escaped); // that of a text is the text
    }
    earlier?.(node);
  };
}
