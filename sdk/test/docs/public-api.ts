import ts from 'typescript5';

/** One public name, such as `RetryOptions.capMs` or `defineApp`. */
export interface PublicName {
  /** The path from the declared type to the member; inline object types add a step each. */
  readonly name: string;
  readonly kind: 'type' | 'member' | 'function' | 'constant';
  /** It has a doc comment with at least one sentence of its own. */
  readonly documented: boolean;
  /** The code of its `@example` tags. */
  readonly examples: readonly string[];
  /** File and line of the declaration, from the root of the package. */
  readonly position: string;
}

/** The public names of some modules: their exports, and every declaration below `root` that the exports mention. */
export class PublicApi {
  readonly names: PublicName[] = [];
  readonly #seen = new Set<ts.Node>();
  readonly #checker: ts.TypeChecker;
  readonly #root: string;
  readonly #follows: boolean;

  /** @param follows whether to include declarations that the exports only mention */
  constructor(program: ts.Program, root: string, entries: readonly string[], follows = true) {
    this.#checker = program.getTypeChecker();
    this.#root = root;
    this.#follows = follows;
    for (const entry of entries) {
      const file = program.getSourceFile(entry);
      const symbol = file && this.#checker.getSymbolAtLocation(file);
      if (symbol === undefined) {
        throw new Error(`cannot read the entry point ${entry}`);
      }
      for (const exported of this.#checker.getExportsOfModule(symbol)) {
        this.#declarations(exported);
      }
    }
  }

  #declarations(symbol: ts.Symbol): void {
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    for (const declaration of target.declarations ?? []) {
      if (declaration.getSourceFile().fileName.startsWith(this.#root) && !this.#seen.has(declaration)) {
        this.#seen.add(declaration);
        this.#declaration(target.name, declaration);
      }
    }
  }

  #declaration(name: string, node: ts.Declaration): void {
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)) {
      this.#add(name, 'type', [node]);
      node.forEachChild((child) => this.#type(name, child));
    } else if (ts.isFunctionDeclaration(node)) {
      const all = this.#checker.getSymbolAtLocation(node.name ?? node)?.declarations ?? [node];
      if (all[0] === node) {
        this.#add(name, 'function', all);
      }
      node.parameters.forEach((parameter) => this.#type(name, parameter.type));
      this.#type(name, node.type);
    } else if (ts.isVariableDeclaration(node)) {
      const calls = this.#checker.getTypeAtLocation(node).getCallSignatures();
      this.#add(name, calls.length > 0 ? 'function' : 'constant', [node]);
      this.#type(name, node.type);
    }
  }

  /** Adds the members that a type node declares itself, and follows the names that it mentions. */
  #type(path: string, node: ts.Node | undefined): void {
    if (node === undefined) {
      return;
    }
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node) || ts.isTypeQueryNode(node)) {
      const named = ts.isTypeReferenceNode(node)
        ? node.typeName
        : ts.isTypeQueryNode(node)
          ? node.exprName
          : node.expression;
      const symbol = this.#checker.getSymbolAtLocation(named);
      if (symbol !== undefined && this.#follows) {
        this.#declarations(symbol);
      }
      node.typeArguments?.forEach((argument) => this.#type(path, argument));
    } else if (ts.isConditionalTypeNode(node)) {
      this.#type(path, node.trueType); // the other parts are patterns
      this.#type(path, node.falseType);
    } else if (isMember(node)) {
      this.#member(path, node);
    } else if (!ts.isBlock(node) && !ts.isTypeParameterDeclaration(node)) {
      node.forEachChild((child) => this.#type(path, child));
    }
  }

  #member(path: string, node: Member): void {
    const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
    if (ts.getCombinedModifierFlags(node) & hidden || (node.name !== undefined && isHiddenName(node.name))) {
      return;
    }
    const name = node.name === undefined ? `${path}()` : `${path}.${node.name.getText()}`;
    const all = this.#checker.getSymbolAtLocation(node.name ?? node)?.declarations ?? [node];
    if (all[0] === node || node.name === undefined) {
      this.#add(name, 'member', all);
    }
    if ('parameters' in node) {
      node.parameters.forEach((parameter) => this.#type(`${name}.${parameter.name.getText()}`, parameter.type));
    }
    this.#type(name, node.type);
  }

  #add(name: string, kind: PublicName['kind'], nodes: readonly ts.Node[]): void {
    const first = nodes[0] as ts.Node;
    const file = first.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(first.getStart());
    const docs = nodes.flatMap((node) => ts.getJSDocCommentsAndTags(node)).filter(ts.isJSDoc);
    this.names.push({
      name,
      kind,
      documented: docs.some((doc) => textOf(doc.comment) !== ''),
      examples: docs.flatMap((doc) => doc.tags ?? []).flatMap(exampleOf),
      position: `${file.fileName.slice(this.#root.length)}:${line + 1}`,
    });
  }
}

type Member =
  | ts.PropertySignature
  | ts.PropertyDeclaration
  | ts.MethodSignature
  | ts.MethodDeclaration
  | ts.GetAccessorDeclaration
  | ts.CallSignatureDeclaration;

function isHiddenName(name: ts.PropertyName): boolean {
  return ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name);
}

function isMember(node: ts.Node): node is Member {
  return (
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isGetAccessorDeclaration(node) ||
    ts.isCallSignatureDeclaration(node)
  );
}

function textOf(comment: ts.JSDoc['comment']): string {
  return (ts.getTextOfJSDocComment(comment) ?? '').trim();
}

function exampleOf(tag: ts.JSDocTag): string[] {
  if (tag.tagName.text !== 'example') {
    return [];
  }
  return [textOf(tag.comment).replace(/^```\w*\n|\n```$/g, '')];
}
