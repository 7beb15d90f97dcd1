// Writes internal/checker/rules/option_schema.go: the options of each declaration function and of calls of ctx.crm,
// ctx.store, ctx.later, ctx.billing and ctx.http, read from the types of the SDK.
//
//   node sdk/scripts/option-schema.mjs [file]
//
// Without a file it prints to standard output. `svc check` uses the tables to find missing, unknown and invalid
// options.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript5';
import { REFINEMENTS, TABLES } from './option-schema/tables.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const PROBE = `
import type * as sdk from './index.ts';
import type { BillingContext } from './context/billing.ts';
import type { CrmClient } from './context/crm.ts';
import type { HttpClient } from './context/http.ts';
import type { LaterContext } from './context/later.ts';
import type { StoreContext } from './context/store.ts';
type OptionsOfOverloads<F> = F extends { (a: any, o: infer A): any; (a: any, o: infer B): any } ? [A, B] : never;
type ChoicesOf<D extends { options?: unknown }> = Exclude<Extract<D['options'], readonly object[]>, readonly string[]>;
type ChoiceOf<D extends { options?: unknown }> = ChoicesOf<D>[number];
${Object.entries(TABLES)
  .map(([name, type]) => `export type ${name} = NonNullable<${type}>;`)
  .join('\n')}
`;

const probePath = join(root, 'src/option-schema-probe.ts');

function compile() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (path) => (path === probePath ? PROBE : readFile.call(host, path));
  host.fileExists = (path) => path === probePath || fileExists.call(host, path);
  host.getSourceFile = (path, ...rest) =>
    path === probePath ? ts.createSourceFile(path, PROBE, rest[0]) : getSourceFile.call(host, path, ...rest);
  const program = ts.createProgram([probePath], options, host);
  const errors = program.getSemanticDiagnostics(program.getSourceFile(probePath));
  if (errors.length > 0) {
    throw new Error(ts.formatDiagnostics(errors, { ...host, getCanonicalFileName: (name) => name }));
  }
  return program;
}

const program = compile();
const checker = program.getTypeChecker();

const isObject = (type) => (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 && !isOpenText(type);
const isFunction = (type) => type.getCallSignatures().length > 0;
/** `string & {}` is any string in a union with known values. */
const isOpenText = (type) => type.isIntersection() && type.types.some((one) => one.flags & ts.TypeFlags.String);
const isText = (type) => (type.flags & ts.TypeFlags.StringLike) !== 0 || isOpenText(type);
const isWord = (type) => type.isStringLiteral();
const isFalse = (type) => (type.flags & ts.TypeFlags.BooleanLiteral) !== 0 && checker.typeToString(type) === 'false';

/** The parts of a union without undefined; of other types the type itself. */
function partsOf(type) {
  const parts = type.isUnion() ? type.types : [type];
  return parts.filter((part) => (part.flags & ts.TypeFlags.Undefined) === 0);
}

/** The kind of declaration that a type is, such as "card"; undefined for other types. */
function declarationOf(type) {
  const kind = isObject(type) ? type.getProperty('kind') : undefined;
  const kindType = kind && checker.getTypeOfSymbol(kind);
  return kindType?.isStringLiteral() ? kindType.value : undefined;
}

/** The members of one or several object types, in the order of the source. */
function membersOf(types) {
  const found = new Map();
  for (const type of types) {
    for (const symbol of type.getProperties()) {
      const member = found.get(symbol.name) ?? { name: symbol.name, symbol, types: [], count: 0, required: true };
      member.types.push(...partsOf(checker.getTypeOfSymbol(symbol)));
      member.count++;
      member.required &&= (symbol.flags & ts.SymbolFlags.Optional) === 0;
      found.set(symbol.name, member);
    }
  }
  return [...found.values()]
    .sort((a, b) => position(a.symbol) - position(b.symbol))
    .map((member) => ({
      name: member.name,
      required: member.required && member.count === types.length,
      ...sortWords(formOf([...new Set(member.types)]), member.symbol),
    }));
}

/** Sorts the words of a form as the source lists them. The order in a union type is not defined. */
function sortWords(form, symbol) {
  const order = [];
  const visit = (node) => {
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) {
      order.push(node.literal.text);
    } else if (ts.isTypeReferenceNode(node)) {
      const alias = checker.getSymbolAtLocation(node.typeName)?.declarations?.[0];
      const target =
        alias && ts.isImportSpecifier(alias) ? checker.getAliasedSymbol(alias.symbol).declarations[0] : alias;
      node.typeArguments?.forEach(visit);
      if (target && ts.isTypeAliasDeclaration(target)) visit(target.type);
    } else {
      ts.forEachChild(node, visit);
    }
  };
  if (form.words) {
    visit(symbol.declarations[0].type);
    const rank = (word) => (order.includes(word) ? order.indexOf(word) : order.length);
    form.words.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  }
  return form;
}

const files = program.getSourceFiles();

/** Where a member is declared. A base interface comes before those that extend it. */
function position(symbol) {
  const [declaration] = symbol.declarations;
  const file = declaration.getSourceFile();
  return files.indexOf(file) * 1e6 + declaration.pos;
}

/** The object types of a discriminated union by the literal of their member type; undefined for other unions. */
function variantsOf(types) {
  const names = types.map((type) => {
    const symbol = isObject(type) ? type.getProperty('type') : undefined;
    const name = symbol && checker.getTypeOfSymbol(symbol);
    return name?.isStringLiteral() ? name.value : undefined;
  });
  if (types.length < 2 || names.includes(undefined)) {
    return undefined;
  }
  return types.map((type, i) => ({ name: names[i], members: membersOf([type]) }));
}

/** The values that a member takes, as a form of option_table.go with what belongs to it. */
function formOf(parts) {
  const arrays = parts.filter((part) => checker.isArrayType(part));
  const others = parts.filter((part) => !checker.isArrayType(part));
  if (arrays.length > 0) {
    const elements = arrays.map((array) => partsOf(checker.getTypeArguments(array)[0]));
    return listForm(elements, others);
  }
  if (parts.some(isFalse) && parts.length === 2 && parts.every((part) => part.flags & ts.TypeFlags.BooleanLiteral)) {
    return { form: 'formFlag' };
  }
  const rest = parts.filter((part) => !isFalse(part));
  if (rest.length > 0 && rest.every(isWord)) {
    return { form: 'formWord', words: rest.map((part) => part.value) };
  }
  if (rest.length < parts.length && rest.every(isObject)) {
    return { form: 'formOffOrObject', members: membersOf(rest) };
  }
  if (parts.every(isFunction)) {
    return { form: 'formFunction' };
  }
  const variants = variantsOf(parts);
  if (variants !== undefined) {
    return { form: 'formObject', variants };
  }
  const texts = parts.filter(isText);
  const objects = parts.filter(isObject);
  if (texts.length + objects.length === parts.length) {
    const made = objects.length === 1 ? declarationOf(objects[0]) : undefined;
    switch (true) {
      case objects.length === 0:
        return { form: 'formFullText' };
      case texts.length === 0:
        return { form: 'formObject', ...(isMap(objects[0]) ? {} : { members: membersOf(objects) }) };
      case made === 'appObject':
        return { form: 'formObjectType' };
      case made === undefined:
        return { form: 'formTextOrObject', members: membersOf(objects) };
    }
  }
  const isNumber = (part) => (part.flags & ts.TypeFlags.NumberLike) !== 0;
  if (parts.length === 1 && isNumber(parts[0])) {
    return { form: 'formPositive' };
  }
  if (parts.some(isNumber) && parts.every((part) => isNumber(part) || isWord(part))) {
    return { form: 'formPositiveOrWord', words: parts.filter(isWord).map((part) => part.value) };
  }
  return { form: 'formOwnRule' };
}

const isMap = (type) => checker.getIndexInfosOfType(type).length > 0;

/** The form of a list, which may also be written as one of the other types. */
function listForm(lists, spellings) {
  const [elements] = lists;
  if (lists.length > 1) {
    return { form: 'formOwnRule' };
  }
  if (spellings.length > 0) {
    return { form: spellings.every(isText) && elements.every(isText) ? 'formTextOrList' : 'formOwnRule' };
  }
  const made = declarationOf(elements[0]);
  if (elements.every(isWord)) {
    return { form: 'formWordList', words: elements.map((element) => element.value) };
  }
  if (elements.every(isText)) {
    return { form: 'formTextList' };
  }
  const others = elements.filter((one) => !isText(one));
  if (others.length === 1 && others.length < elements.length && declarationOf(others[0]) === 'appObject') {
    return { form: 'formObjectTypes' };
  }
  if (made !== undefined && elements.every((one) => declarationOf(one) === made)) {
    return { form: 'formDeclarations', made };
  }
  if (elements.some(declarationOf) || !elements.some(isObject)) {
    return { form: 'formOwnRule' };
  }
  return { form: elements.every(isObject) ? 'formList' : 'formOwnRule', each: membersOf(elements.filter(isObject)) };
}

/** Applies REFINEMENTS to the members at a path, and removes those that it applies. */
function refine(path, members) {
  for (const member of members) {
    const at = `${path}.${member.name}`;
    Object.assign(member, unused.get(at));
    unused.delete(at);
    refine(at, member.members ?? member.each ?? []);
  }
}

const unused = new Map(Object.entries(REFINEMENTS));
const hoisted = new Map(); // the Go text of tables, to the names of their variables

function goOptions(members) {
  const text = `[]option{\n${members.map(goOption).join('')}}`;
  return hoisted.get(text) ?? text;
}

function goVariants(variants) {
  const all = variants.map((one) => `{name: ${JSON.stringify(one.name)}, options: ${goOptions(one.members)}},\n`);
  const text = `[]variant{\n${all.join('')}}`;
  return hoisted.get(text) ?? text;
}

function goWords(words) {
  const quoted = words.map((word) => JSON.stringify(word));
  if (quoted.join(', ').length < 60) {
    return `[]string{${quoted.join(', ')}}`;
  }
  const lines = [''];
  for (const word of quoted) {
    const line = lines.at(-1) === '' ? word : `${lines.at(-1)}, ${word}`;
    if (line.length > 100) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return `[]string{\n${lines.join(',\n')},\n}`;
}

function goOption({ name, required, secret, form, words, members, each, made }) {
  const fields = [`name: ${JSON.stringify(name)}`];
  const add = (key, value) => fields.push(`${key}: ${value}`);
  if (required) add('required', 'true');
  if (secret) add('secret', 'true');
  add('form', form);
  if (words) add('words', goWords(words));
  if (made) add('made', `declared.${made[0].toUpperCase()}${made.slice(1)}`);
  if (members) add('members', goOptions(members));
  if (each) add('each', goOptions(each));
  return `{${fields.join(', ')}},\n`;
}

/** The Go text of the table of a type: its members, or its variants if it is a discriminated union. */
function goTable(name, type) {
  const parts = partsOf(type);
  const variants = variantsOf(parts);
  if (variants !== undefined) {
    variants.forEach((one) => refine(`${name}.${one.name}`, one.members));
    return goVariants(variants);
  }
  const members = membersOf(parts);
  refine(name, members);
  return goOptions(members);
}

function goFile() {
  const exports = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(probePath)));
  const typeOf = (name) => checker.getDeclaredTypeOfSymbol(exports.find((symbol) => symbol.name === name));
  for (const name of ['billingBlockOptions']) {
    hoisted.set(goTable(name, typeOf(name)), name);
  }
  const tables = Object.keys(TABLES).map((name) => {
    const text = goTable(name, typeOf(name));
    return `var ${name} = ${text === name ? [...hoisted].find(([, other]) => other === name)[0] : text}\n`;
  });
  if (unused.size > 0) {
    throw new Error(`no option at ${[...unused.keys()].join(', ')}: correct REFINEMENTS`);
  }
  const head = `// Code generated by sdk/scripts/option-schema.mjs from the types of the SDK. DO NOT EDIT.

package rules

import "github.com/appsvc/svc/internal/declared"
`;
  return execFileSync('gofmt', ['-s'], { input: [head, ...tables].join('\n'), encoding: 'utf8' });
}

const [target] = process.argv.slice(2);
if (target === undefined) {
  process.stdout.write(goFile());
} else {
  writeFileSync(target, goFile());
}
