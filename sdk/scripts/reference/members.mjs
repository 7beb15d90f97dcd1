import ts from 'typescript5';

/** One member of an object type. Members of members have paths, such as `bucket.capacity`. */
export class Member {
  /** @param bindings what stands for the type parameters of the type that declares the member, by their names */
  constructor(path, node, bindings) {
    this.path = path;
    this.node = node;
    this.bindings = bindings;
    this.isOptional = node.questionToken !== undefined;
  }
}

/** What an object type has: members, public types whose members it has as well, and alternatives. */
export class Shape {
  members = new Map();
  bases = [];
  variants = [];
  #bindings = new Map();

  /** Adds what a type has. A later member replaces an earlier one of the same name. */
  add(types, node) {
    if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
      node.heritageClauses?.flatMap((clause) => clause.types).forEach((base) => this.#base(types, base));
      this.#members(types, node.members);
    } else if (ts.isTypeAliasDeclaration(node) || ts.isParenthesizedTypeNode(node)) {
      this.add(types, node.type);
    } else if (ts.isTypeLiteralNode(node)) {
      this.#members(types, node.members);
    } else if (ts.isIntersectionTypeNode(node)) {
      node.types.forEach((part) => this.add(types, part));
    } else if (ts.isUnionTypeNode(node)) {
      this.#either(types, node.types);
    } else if (ts.isConditionalTypeNode(node)) {
      this.#either(types, [node.trueType, node.falseType]);
    } else if (ts.isTypeReferenceNode(node)) {
      this.#base(types, node);
    }
    return this;
  }

  #either(types, parts) {
    this.variants = parts.map((part) => Shape.of(types, part)).filter(({ members }) => members.size > 0);
  }

  static of(types, node) {
    return new Shape().add(types, node);
  }

  #base(types, node) {
    const name = node.typeName ?? node.expression;
    const hidden = types.api.hidden(name);
    if (hidden === undefined) {
      this.bases.push(node);
      return;
    }
    const outer = this.#bindings;
    this.#bindings = bindingsOf(hidden, node);
    this.add(types, hidden);
    this.#bindings = outer;
  }

  #members(types, nodes, prefix = '') {
    for (const node of nodes) {
      const path = `${prefix}${node.name?.getText() ?? ''}`;
      if (isPrivate(node) || (node.type && types.isHelper(node.type))) continue;
      const isCall = ts.isCallSignatureDeclaration(node);
      const key = isCall || this.#isOverload(path, node) ? `${path}#${node.pos}` : path;
      this.members.delete(key);
      this.members.set(key, new Member(path, node, this.#bindings));
      this.#nested(types, path, node);
    }
  }

  #isOverload(path, node) {
    return ts.isMethodSignature(node) && this.members.get(path)?.node.parent === node.parent;
  }

  /** Adds the members of object types that a member declares itself. */
  #nested(types, path, node) {
    if (!ts.isPropertySignature(node)) return;
    for (const literal of literalsOf(types, node.type)) {
      const index = literal.members.find(ts.isIndexSignatureDeclaration);
      if (index === undefined) {
        this.#members(types, literal.members, `${path}.`);
      } else {
        const inner = literalsOf(types, index.type).flatMap(({ members }) => [...members]);
        this.#members(types, inner, `${path}.<${index.parameters[0].name.getText()}>.`);
      }
    }
  }
}

/** What stands for the type parameters of a declaration where a node refers to it. */
function bindingsOf({ typeParameters = [] }, { typeArguments = [] }) {
  const pairs = typeParameters.map(({ name, default: other }, i) => [name.text, typeArguments[i] ?? other]);
  return new Map(pairs.filter(([, type]) => type !== undefined));
}

/** The object types that a type node contains, outside of others: those without a name that users can import. */
export function literalsOf(types, node) {
  if (ts.isTypeLiteralNode(node)) return [node];
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) {
    return node.types.flatMap((part) => literalsOf(types, part));
  }
  if (ts.isParenthesizedTypeNode(node)) return literalsOf(types, node.type);
  const hidden = ts.isTypeReferenceNode(node) ? types.api.hidden(node.typeName) : undefined;
  return hidden && ts.isInterfaceDeclaration(hidden) ? [hidden] : [];
}

function isPrivate(node) {
  const isHidden = ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
  const { name } = node;
  const isNamed = name === undefined || !(ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name));
  const isMember =
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isGetAccessorDeclaration(node) ||
    ts.isIndexSignatureDeclaration(node) ||
    ts.isCallSignatureDeclaration(node);
  return Boolean(isHidden) || !isNamed || !isMember;
}
