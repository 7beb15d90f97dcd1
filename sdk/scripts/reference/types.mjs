import ts from 'typescript5';
import { SHOWN_AS } from './topics.mjs';

const printer = ts.createPrinter({ removeComments: true });

/** Prints types as users read them: without `readonly`, helpers of inference, and names that they cannot import. */
export class Types {
  constructor(api) {
    this.api = api;
  }

  /**
   * The text of a type.
   *
   * @param bindings what stands for type parameters, by their names
   */
  text(node, bindings = new Map()) {
    const { transformed } = ts.transform(node, [(context) => (root) => this.#visit(root, { context, bindings })]);
    return printed(transformed[0], node.getSourceFile());
  }

  /** The text of the type of a property, parameter or constant, which the compiler may have inferred. */
  declared(node, bindings) {
    const { checker } = this.api;
    const inferred = () => checker.typeToString(checker.getTypeAtLocation(node)).replaceAll('"', "'");
    return node.type ? this.text(node.type, bindings) : inferred();
  }

  /** The text of a signature: a name, type parameters, parameters and a result. */
  signature(name, node) {
    const generics = node.typeParameters?.map((one) => this.#typeParameter(one)).join(', ');
    const parameters = node.parameters.map((one) => this.#parameter(one)).join(', ');
    const result = node.type === undefined ? '' : `: ${this.text(node.type)}`;
    return `${name}${generics ? `<${generics}>` : ''}(${parameters})${result}`;
  }

  #typeParameter(node) {
    return node.constraint === undefined ? node.name.text : `${node.name.text} extends ${this.text(node.constraint)}`;
  }

  #parameter(node) {
    const rest = node.dotDotDotToken === undefined ? '' : '...';
    const isOptional = node.questionToken !== undefined || node.initializer !== undefined;
    const name = ts.isIdentifier(node.name) ? node.name.text : 'options';
    return `${rest}${name}${isOptional ? '?' : ''}: ${this.declared(node)}`;
  }

  /** Whether a type is computed from another one, or from names that users cannot import. */
  isComputed(node) {
    const isOne =
      ts.isConditionalTypeNode(node) ||
      ts.isMappedTypeNode(node) ||
      ts.isTypeQueryNode(node) ||
      (ts.isTypeReferenceNode(node) && this.api.hidden(node.typeName) !== undefined);
    return isOne || (ts.forEachChild(node, (child) => this.isComputed(child)) ?? false);
  }

  #visit(node, scope) {
    const next = (child) => this.#visit(child, scope);
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword) {
      return next(node.type);
    }
    if (ts.isIntersectionTypeNode(node)) {
      const shown = node.types.filter((type) => !this.isHelper(type));
      if (shown.length === 1) return next(shown[0]);
    }
    if (ts.isStringLiteral(node)) {
      return ts.factory.createStringLiteral(node.text, true); // the printer would read it from the file of the root
    }
    if (ts.isTypeReferenceNode(node)) {
      return this.#reference(node, next, scope) ?? ts.visitEachChild(node, next, scope.context);
    }
    if (node.kind === ts.SyntaxKind.ReadonlyKeyword || node.kind === ts.SyntaxKind.ConstKeyword) {
      return undefined;
    }
    return ts.visitEachChild(node, next, scope.context);
  }

  /** What stands for a reference: the argument of a helper, or the public part of a hidden alias. */
  #reference(node, next, scope) {
    const name = node.typeName.getText();
    if (scope.bindings.has(name)) return this.#visit(scope.bindings.get(name), { ...scope, bindings: new Map() });
    if (['NoInfer', 'Readonly', 'Flat'].includes(name) && node.typeArguments?.length === 1) {
      return next(node.typeArguments[0]);
    }
    if (node.typeArguments?.some((one) => this.#namesHiddenValue(one))) return ts.factory.createTypeReferenceNode(name);
    const hidden = this.api.hidden(node.typeName);
    if (hidden === undefined) return undefined;
    if (Object.hasOwn(SHOWN_AS, name)) return ts.factory.createTypeReferenceNode(SHOWN_AS[name]);
    if (ts.isInterfaceDeclaration(hidden)) return ts.factory.createTypeReferenceNode('object');
    if (ts.isTypeAliasDeclaration(hidden)) {
      const [first] = ts.isIntersectionTypeNode(hidden.type) ? hidden.type.types : [];
      if (first && ts.isTypeReferenceNode(first) && this.api.find(first.typeName)) return next(first);
      if (hidden.typeParameters === undefined) return next(hidden.type);
    }
    const { fileName } = node.getSourceFile();
    throw new Error(`${fileName}: users cannot import ${name}: export it, or add it to SHOWN_AS in topics.mjs`);
  }

  /** Whether a type is that of a value that users cannot import, such as `ReturnType<typeof properties>`. */
  #namesHiddenValue(node) {
    const isOne = ts.isTypeQueryNode(node) && this.api.hidden(node.exprName) !== undefined;
    return isOne || (ts.forEachChild(node, (child) => this.#namesHiddenValue(child)) ?? false);
  }

  /** Whether a type only checks the one beside it. */
  isHelper(node) {
    if (ts.isTypeLiteralNode(node)) return node.members.every(({ type }) => type !== undefined && this.isHelper(type));
    if (ts.isIntersectionTypeNode(node)) return node.types.some((part) => this.isHelper(part));
    return ts.isTypeReferenceNode(node) && node.typeName.getText() === 'OnlyMembersOf';
  }
}

function printed(node, file) {
  return printer
    .printNode(ts.EmitHint.Unspecified, node, file)
    .replace(/\s+/g, ' ')
    .replace(/"/g, "'")
    .replace(/; }/g, ' }');
}
