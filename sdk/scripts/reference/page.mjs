import ts from 'typescript5';
import { Comment, oneLine, wrapLine, wrapped } from './comments.mjs';
import { literalsOf, Shape } from './members.mjs';

/** Characters per line of a signature, before its parameters get lines of their own. */
const width = 110;

const fence = (language, code) => `\`\`\`${language}\n${code}\n\`\`\``;
const isMethod = (node) =>
  ts.isMethodSignature(node) || ts.isMethodDeclaration(node) || ts.isCallSignatureDeclaration(node);

/** Writes the sections of one page. */
export class Page {
  constructor(types, topic) {
    this.types = types;
    this.topic = topic;
    this.names = types.api.namesOf(topic);
  }

  get text() {
    const [main, ...others] = new Set(this.names.map(({ entries: [first] }) => first));
    const rest = others.length === 0 ? '' : ', if nothing else is said';
    const sections = this.names.map((one) => this.#section(one, main));
    return `${[this.topic.about, `Import these names from \`${main}\`${rest}.`, ...sections].join('\n\n')}\n`;
  }

  #section(one, main) {
    const parts = one.symbol.flags & ts.SymbolFlags.Function ? this.#function(one) : this.#other(one);
    const entry = one.entries.includes(main) ? [] : [`Import it from \`${one.entries[0]}\`.`];
    return [`## ${one.heading}`, ...entry, ...parts].filter((part) => part !== '').join('\n\n');
  }

  /** A function: its signatures, and what its comment says. */
  #function({ name, declarations }) {
    const shown = declarations.length > 1 ? declarations.filter(({ body }) => body === undefined) : declarations;
    const signatures = shown.map((node) => this.types.signature(name, node));
    const code = fence('ts', signatures.map(broken).join('\n'));
    return [code, ...comment(shown), this.#typesIn(signatures.join(' '), name), ...examples(shown)];
  }

  #other(one) {
    const [node] = one.declarations;
    if (ts.isVariableDeclaration(node)) return this.#constant(one, node);
    const alias = ts.isTypeAliasDeclaration(node) ? this.#alias(one.name, node) : undefined;
    const head = alias === undefined ? declared(one.name, node) : [fence('ts', alias)];
    return [...head, ...comment([node]), ...examples([node]), ...(alias ? this.#meant(node) : this.#shape(node))];
  }

  /** A constant. One with methods shows them under its own name. */
  #constant({ name }, node) {
    const { checker } = this.types.api;
    const type = checker.getTypeAtLocation(node);
    const declaration = type.symbol?.declarations?.[0];
    if (type.getCallSignatures().length > 0 && declaration && ts.isInterfaceDeclaration(declaration)) {
      const calls = [...declaration.members].map((member) => this.#method(name, member));
      return [...comment([node]), ...examples([node]), ...calls.flat()];
    }
    const declared = this.types.declared(node);
    return [
      fence('ts', `const ${name}: ${declared}`),
      ...comment([node]),
      this.#typesIn(declared),
      ...examples([node]),
    ];
  }

  /** An alias as declared; undefined for an object type, of which only the members are shown. */
  #alias(name, node) {
    const { api } = this.types;
    const isOurs = !ts.isTypeReferenceNode(node.type) || api.find(node.type.typeName) !== undefined;
    const isComputed = this.types.isComputed(node.type) || !isOurs;
    const words = isComputed ? wordsOf(api.checker.getTypeAtLocation(node)) : undefined;
    if (words !== undefined) return wrapUnion(`type ${name} = ${words.join(' | ')}`);
    if (!this.types.isComputed(node.type) && literalsOf(this.types, node.type).length === 0) {
      return wrapUnion(`type ${name}${generics(node)} = ${this.types.text(node.type)}`);
    }
    const { members, variants } = Shape.of(this.types, node.type);
    return members.size + variants.length > 0 ? undefined : `type ${name}${generics(node)}`;
  }

  /** The links to what an alias means: the names in its text, or those that it is computed from. */
  #meant(node) {
    const isComputed = this.types.isComputed(node.type);
    const names = isComputed
      ? this.types.api.mentioned(node.type)
      : this.types.api.namesInText(this.types.text(node.type));
    return [this.#links(names.filter(({ declarations }) => !declarations.includes(node)))];
  }

  /** The members of an object type: properties as a table, methods with their signatures. */
  #shape(node) {
    const shape = node instanceof Shape ? node : Shape.of(this.types, node);
    const members = [...shape.members.values()];
    const methods = members.filter((member) => isMethod(member.node));
    const rows = members.filter((member) => !isMethod(member.node)).map((member) => this.#row(member));
    return [
      this.#bases(shape.bases),
      ...(rows.length > 0 ? [['| member | type | meaning |', '|---|---|---|', ...rows].join('\n')] : []),
      ...methods.flatMap((member) => this.#method(member.path, member.node)),
      ...shape.variants.flatMap((variant, i) => [i === 0 ? 'Either:' : 'Or:', ...this.#shape(variant)]),
    ];
  }

  #bases(bases) {
    const texts = bases.filter((base) => this.types.api.mentioned(base).length > 0).map((base) => this.#linked(base));
    return texts.length === 0 ? '' : `It has the members of ${texts.join(' and ')}.`;
  }

  #row({ path, node, isOptional, bindings }) {
    const isIndex = ts.isIndexSignatureDeclaration(node);
    const name = isIndex ? `[${node.parameters[0].name.getText()}]` : `${path}${isOptional ? '?' : ''}`;
    const { text, facts } = new Comment(node);
    const meaning = oneLine([text, ...facts([]).map((fact) => `${fact}.`)].join(' '));
    const shown = isIndex && meaning === '' ? 'Any name.' : meaning;
    return `| \`${name}\` | ${this.#type(node, bindings)} | ${shown.replaceAll('|', '\\|')} |`;
  }

  /** The type of a property, for a table. Members of an object type have rows of their own. */
  #type(node, bindings) {
    const isObject = node.type !== undefined && literalsOf(this.types, node.type).length > 0;
    const shown = () => `\`${this.types.declared(node, bindings).replace(/\{.*\}/, 'object')}\``;
    return (node.type === undefined || isObject ? shown() : this.#linked(node.type, bindings)).replaceAll('|', '\\|');
  }

  /** A type as code, whose public names are links. */
  #linked(node, bindings = new Map()) {
    const text = this.types.text(node, bindings);
    if (text.includes('`')) return `\`\` ${text} \`\``;
    const targets = new Map(this.types.api.namesInText(text).map((one) => [one.name, one]));
    const code = (part) => (part === '' ? '' : `\`${part}\``);
    let linked = '';
    let rest = '';
    for (const part of text.split(/((?<!['\w])[A-Za-z_]\w*)/)) {
      const to = targets.get(part);
      linked += to === undefined ? '' : `${code(rest)}[\`${part}\`](${to.linkFrom(this.topic)})`;
      rest = to === undefined ? rest + part : '';
    }
    return linked + code(rest);
  }

  #method(name, node) {
    const own = node.name && name !== node.name.getText() && !name.endsWith(node.name.getText());
    const called = own ? `${name}.${node.name.getText()}` : name;
    const signature = this.types.signature(called, node);
    return [fence('ts', broken(signature)), ...comment([node]), this.#typesIn(signature), ...examples([node])];
  }

  /** The links to the types in a text, but for one name. */
  #typesIn(text, except) {
    return this.#links(this.types.api.namesInText(text).filter(({ name }) => name !== except));
  }

  #links(names) {
    const links = names.map((one) => `[\`${one.name}\`](${one.linkFrom(this.topic)})`);
    return links.length === 0 ? '' : wrapLine(`Types: ${links.join(', ')}`, 120);
  }
}

/** The first line of a class or of a type with parameters. That of others says nothing more than the heading. */
function declared(name, node) {
  const parents = node.heritageClauses?.map((clause) => ` ${clause.getText()}`).join('') ?? '';
  if (ts.isClassDeclaration(node)) return [fence('ts', `class ${name}${generics(node)}${parents}`)];
  return node.typeParameters ? [fence('ts', `interface ${name}${generics(node)}`)] : [];
}

/** The text and the facts of the comment of the first declaration that has one. */
function comment(nodes) {
  const all = nodes.map((node) => new Comment(node));
  const { text, facts } = all.find((one) => one.text !== '') ?? all[0];
  const names = nodes.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name.getText()));
  const items = facts(names).map((fact) => wrapLine(`- ${oneLine(fact)}`, 120, '  '));
  return [wrapped(text), items.join('\n')].filter((part) => part !== '');
}

function examples(nodes) {
  return nodes
    .flatMap((node) => new Comment(node).examples)
    .map((code) => fence(code.includes('/>') ? 'tsx' : 'ts', code));
}

function generics(node) {
  return node.typeParameters ? `<${node.typeParameters.map(({ name }) => name.text).join(', ')}>` : '';
}

/** The literals of a union of words, in the order of the source; undefined for other types. */
function wordsOf(type) {
  const parts = type.isUnion() ? type.types : [];
  return parts.length > 0 && parts.every((part) => part.isStringLiteral())
    ? parts.map(({ value }) => `'${value}'`).sort()
    : undefined;
}

/** Wraps a union at its bars. */
function wrapUnion(line) {
  const lines = [];
  for (const word of line.split(' | ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 3 <= width) lines[lines.length - 1] = `${last} | ${word}`;
    else lines.push(last === undefined ? word : `  | ${word}`);
  }
  return lines.join('\n');
}

/** Gives each parameter of a long signature a line. */
function broken(signature) {
  if (signature.length <= width) return signature;
  const parts = [''];
  let depth = 0;
  let isOpen = false;
  for (const [i, char] of [...signature].entries()) {
    const isArrow = char === '>' && signature[i - 1] === '=';
    if (')]}>'.includes(char) && !isArrow) depth--;
    if (isOpen && depth === 0 && char === ')') {
      parts.push(char);
      isOpen = false;
      depth = -1e6; // the result stays in one line
      continue;
    }
    parts[parts.length - 1] += char;
    if (depth === 0 && char === '(') {
      isOpen = true;
      parts.push('  ');
    }
    if (isOpen && depth === 1 && char === ',') parts.push(' ');
    if ('([{<'.includes(char)) depth++;
  }
  return parts.join('\n').replace(/\n +\n\)/, ')');
}
