import ts from 'typescript5';

/** The doc comment of a declaration, or of the first of its overloads that has one. */
export class Comment {
  #tags;

  constructor(node) {
    const holder = ts.isVariableDeclaration(node) ? node.parent.parent : node;
    const docs = ts.getJSDocCommentsAndTags(holder).filter(ts.isJSDoc);
    this.text = docs.map((doc) => ts.getTextOfJSDocComment(doc.comment) ?? '').join('\n\n');
    this.#tags = docs.flatMap((doc) => doc.tags ?? []);
  }

  #textsOf(tag) {
    return this.#tags.filter(({ tagName }) => tagName.text === tag).map((one) => textOf(one));
  }

  /** The code of the examples. */
  get examples() {
    return this.#textsOf('example').map((text) => text.replace(/^```\w*\n|\n```$/g, ''));
  }

  /** What the comment says about the named parameters, results and errors, as items of a list. */
  facts = (parameters) => {
    const params = this.#tags.filter((tag) => ts.isJSDocParameterTag(tag) && parameters.includes(tag.name.getText()));
    return [
      ...params.map((tag) => `\`${tag.name.getText()}\`: ${textOf(tag)}`),
      ...this.#textsOf('returns').map((text) => `Returns ${text}`),
      ...this.#tags.filter(ts.isJSDocThrowsTag).map((tag) => `Throws ${thrown(tag)}`),
    ];
  };
}

const textOf = (tag) => (ts.getTextOfJSDocComment(tag.comment) ?? '').trim();

function thrown(tag) {
  const type = tag.typeExpression?.type.getText();
  return type === undefined ? textOf(tag) : `\`${type}\` ${textOf(tag)}`;
}

/** Joins the lines of each paragraph, and wraps them. Lists and code stay as they are. */
export function wrapped(text, width = 120) {
  return text
    .trim()
    .split(/\n\n+/)
    .map((paragraph) => (/^( *- |```)/m.test(paragraph) ? paragraph : wrapLine(oneLine(paragraph), width)))
    .join('\n\n');
}

/** A text in one line. */
export const oneLine = (text) => text.trim().replace(/\s+/g, ' ');

/** Breaks a line at spaces, but not in the middle of code. */
export function wrapLine(line, width, indent = '') {
  const words = line.match(/(?:`[^`]*`|[^\s`])+/g) ?? [];
  const lines = [''];
  for (const word of words) {
    const last = lines.at(-1);
    if (last.trim() !== '' && last.length + 1 + word.length > width) lines.push(indent + word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
}
