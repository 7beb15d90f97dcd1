import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript5';
import { INTERNAL, TOPICS } from './topics.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const sources = join(root, 'src');

/** The entry points: what users import, to the file below `src`. */
const ENTRIES = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports).map(
  ([path, { types }]) => [`@svc/sdk${path.slice(1)}`, relative('dist', types).replace(/\.d\.ts$/, '.ts')],
);

/** One exported name of the package. */
export class PublicName {
  constructor(symbol, file, topic) {
    this.name = symbol.name;
    this.symbol = symbol;
    this.file = file;
    this.topic = topic;
    this.entries = [];
    this.declarations = symbol.declarations;
    this.isValue = (symbol.flags & ts.SymbolFlags.Value) !== 0;
    this.heading = symbol.name;
    this.isShown = true;
  }

  /** The link to this name from a page. */
  linkFrom(topic) {
    const anchor = `#${this.heading.toLowerCase().replace(' (type)', '-type')}`;
    return topic === this.topic ? anchor : `${this.topic.page}.md${anchor}`;
  }
}

/** The public names of the package, by the symbols of their declarations. */
export class Api {
  #names = new Map();
  #byName = new Map();

  constructor() {
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const program = ts.createProgram(
      ENTRIES.map(([, file]) => join(sources, file)),
      options,
    );
    this.checker = program.getTypeChecker();
    for (const [entry, file] of ENTRIES) {
      const source = program.getSourceFile(join(sources, file));
      const typeOnly = this.#typeOnly(source);
      this.checker
        .getExportsOfModule(this.checker.getSymbolAtLocation(source))
        .map((symbol) => this.#declared(symbol))
        .filter((symbol) => symbol.flags & ts.SymbolFlags.Type || !typeOnly.has(symbol))
        .forEach((symbol) => this.#add(symbol, entry));
    }
    this.#distinguish();
    for (const one of this.#names.values()) {
      if (this.#byName.has(one.name)) throw new Error(`${one.name} is exported twice: links need different names`);
      this.#byName.set(one.name, one);
    }
  }

  /** What a file exports with `export type *`: of a constant only its type can be imported. */
  #typeOnly(source) {
    const exported = source.statements.filter(
      (one) => ts.isExportDeclaration(one) && one.isTypeOnly && !one.exportClause,
    );
    const modules = exported.map((one) => this.checker.getSymbolAtLocation(one.moduleSpecifier));
    return new Set(modules.flatMap((module) => this.checker.getExportsOfModule(module)));
  }

  /** Gives types whose name differs from that of a function in case only another heading: links ignore case. */
  #distinguish() {
    const key = ({ name, topic }) => `${topic.page}#${name.toLowerCase()}`;
    const values = new Map([...this.#names.values()].filter((one) => one.isValue).map((one) => [key(one), one]));
    for (const one of this.#names.values()) {
      const value = one.isValue ? undefined : values.get(key(one));
      if (value === undefined) continue;
      if (this.#isCallable(one)) one.isShown = false;
      else one.heading = `${one.name} (type)`;
    }
  }

  /** Whether a name is the type of a function, which is shown with the function. */
  #isCallable({ symbol }) {
    return this.checker.getDeclaredTypeOfSymbol(symbol).getCallSignatures().length > 0;
  }

  #declared(symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  #add(symbol, entry) {
    const file = relative(sources, symbol.declarations[0].getSourceFile().fileName);
    if (INTERNAL.includes(file)) return;
    const topic = TOPICS.find(({ files }) => files.includes(file));
    if (topic === undefined) throw new Error(`${file} has public names but no page: list it in topics.mjs`);
    if (!this.#names.has(symbol)) this.#names.set(symbol, new PublicName(symbol, file, topic));
    this.#names.get(symbol).entries.push(entry);
  }

  /** The names of a file: what users call, then types that no other one mentions, each followed by what it mentions. */
  namesIn(file) {
    const position = ({ declarations }) => declarations[0].pos;
    const all = [...this.#names.values()].filter((one) => one.file === file).sort((a, b) => position(a) - position(b));
    const next = new Map(all.map((one) => [one, this.mentioned(...one.declarations).filter((to) => all.includes(to))]));
    const isRoot = (one) => [...next].every(([from, to]) => from === one || !to.includes(one));
    const found = new Set(all.filter((one) => one.isValue));
    for (const root of [...found, ...all.filter(isRoot), ...all]) {
      const reached = new Set([root]);
      for (const one of reached) next.get(one).forEach((to) => reached.add(to));
      reached.forEach((one) => found.add(one));
    }
    return [...found];
  }

  /** The names of a page, in the order of its files. */
  namesOf(topic) {
    return topic.files.flatMap((file) => this.namesIn(file)).filter((one) => one.isShown);
  }

  /** The public names that nodes mention, also through types that users cannot import, but not in function bodies. */
  mentioned(...nodes) {
    const found = new Set();
    const seen = new Set();
    const visit = (node) => {
      if (ts.isBlock(node) || ts.isJSDoc(node) || seen.has(node)) return;
      seen.add(node);
      const one = ts.isIdentifier(node) ? this.find(node) : undefined;
      const hidden = ts.isTypeReferenceNode(node) ? this.hidden(node.typeName) : undefined;
      if (one !== undefined && node.parent.name !== node) found.add(one);
      if (hidden !== undefined) visit(hidden);
      ts.forEachChild(node, visit);
    };
    nodes.filter(Boolean).forEach(visit);
    return [...found];
  }

  /** The public names in the text of a type, in its order. */
  namesInText(text) {
    const words = new Set(text.match(/(?<!['\w.])(?:(?<=typeof )\w+|[A-Z]\w*)/g));
    return [...words].flatMap((word) => this.#byName.get(word) ?? []);
  }

  /** The public name that a name in a type stands for; undefined for names of this package that are not public. */
  find(node) {
    const symbol = this.checker.getSymbolAtLocation(node);
    return symbol && this.#names.get(this.#declared(symbol));
  }

  /** The declaration of a name in a type that the package has but does not export; undefined for other names. */
  hidden(node) {
    const symbol = this.checker.getSymbolAtLocation(node);
    const declared = symbol && this.#declared(symbol);
    const [declaration] = declared?.declarations ?? [];
    const isOurs = declaration?.getSourceFile().fileName.startsWith(`${sources}/`);
    const isParameter = declaration !== undefined && ts.isTypeParameterDeclaration(declaration);
    return isOurs && !isParameter && !this.#names.has(declared) ? declaration : undefined;
  }
}
