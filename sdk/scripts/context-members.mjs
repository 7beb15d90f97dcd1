// Writes internal/declared/context_members.go: the members of a handler's context, and of what its calls return, read
// from the types of the SDK.
//
//   node sdk/scripts/context-members.mjs [file]     without a file, to standard output
//
// `svc check` uses them to find unknown members of ctx and of results, and calls that nothing waits for.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript5';
import { writeGo } from './go-file.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'src/context');
const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const program = ts.createProgram([join(folder, 'handler.ts')], options);
const checker = program.getTypeChecker();

/** Whether the SDK declares the members of a type. */
function isDeclared(type) {
  const [declaration] = type.symbol?.declarations ?? [];
  return (
    declaration !== undefined &&
    ts.isInterfaceDeclaration(declaration) &&
    declaration.getSourceFile().fileName.startsWith(folder)
  );
}

const hasIndex = (type) => checker.getIndexInfosOfType(type).length > 0;

/** Whether the SDK declares the members of a type, all of them. */
const isListed = (type) => isDeclared(type) && !hasIndex(type);

const returnsPromise = (type) =>
  type.getCallSignatures().some((signature) => signature.getReturnType().symbol?.name === 'Promise');

/** Adds the members of a type, and of what they lead to, by path. */
function collect(path, type, found) {
  const members = type.getProperties().map((symbol) => ({
    name: symbol.name,
    type: checker.getNonNullableType(checker.getTypeOfSymbol(symbol)),
  }));
  found.push({ path, names: members.map((m) => m.name), promises: members.filter((m) => returnsPromise(m.type)) });
  for (const member of members) {
    if (isListed(member.type)) {
      collect(path === '' ? member.name : `${path}.${member.name}`, member.type, found);
    }
  }
  return found;
}

/** The files with the types of what the CRM answers. Its answers can have members that the types lack. */
const ANSWERS = /crm-(records|schema|conversations)\.ts$/;

/** Types of records, and of pages, which the CRM sends with no other members. */
const RECORDS = /^Crm(Upserted)?Object$/;
const PAGES = /^Crm((Search)?Page|Paging|NextPage)$/;

/** Returns the constant of package declared that says which other members the objects of a type can have. */
function othersOf(type) {
  const [declaration] = type.symbol.declarations;
  if (RECORDS.test(type.symbol.name)) {
    return 'OfRecord';
  }
  // What calls a trigger by handOff chooses its input.
  const isAnswer = ANSWERS.test(declaration.getSourceFile().fileName) || type.symbol.name === 'TriggerInput';
  return hasIndex(type) || (isAnswer && !PAGES.test(type.symbol.name)) ? 'OfAnswer' : '""';
}

/**
 * Types whose objects can have other members with similar names: what callers pass, such as the rows of a batch, and the
 * recipients of a message, to which the CRM adds deliveryIdentifiers.
 */
const LEFT_OUT = /^(Crm\w*Input|MessageParty)$/;

/** The types of results by name. */
const resultTypes = new Map();

/** Returns the name of the type of a result, with [] before it for a list. It is '' if its members are unknown. */
function resultType(type) {
  if (checker.isArrayType(type)) {
    const of = resultType(checker.getTypeArguments(type)[0]);
    return of && `[]${of}`;
  }
  if (!isDeclared(type) || type.getProperties().length === 0 || LEFT_OUT.test(type.symbol.name)) {
    return '';
  }
  const of = checker.getTypeArguments(type).map((one) => (one.isTypeParameter() ? '' : resultType(one)));
  const name = [type.symbol.name, ...of.filter((one) => one !== '')].join('-');
  if (!resultTypes.has(name)) {
    const entry = { others: othersOf(type), members: '' };
    resultTypes.set(name, entry);
    entry.members = type
      .getProperties()
      .map((symbol) => {
        const below = resultType(checker.getNonNullableType(checker.getTypeOfSymbol(symbol)));
        return below === '' ? symbol.name : `${symbol.name}:${below}`;
      })
      .join(' ');
  }
  return name;
}

/** Returns what a function's promise resolves to. It is undefined if that depends on the arguments. */
function resolved(type) {
  const results = type.getCallSignatures().map((signature) => signature.getReturnType());
  const [result] = results;
  return results.length === 1 && result.symbol?.name === 'Promise' ? checker.getTypeArguments(result)[0] : undefined;
}

/** Lists the types of the results of the functions that return promises, by path. */
function results(found) {
  const rows = [];
  for (const { path, promises } of found) {
    for (const member of promises) {
      const result = resolved(member.type);
      const type = result === undefined ? '' : resultType(result);
      if (type !== '') {
        rows.push([path === '' ? member.name : `${path}.${member.name}`, type]);
      }
    }
  }
  return rows;
}

const module = checker.getSymbolAtLocation(program.getSourceFile(join(folder, 'handler.ts')));
const exported = (name) =>
  checker.getDeclaredTypeOfSymbol(checker.getExportsOfModule(module).find((symbol) => symbol.name === name));
const found = collect('', exported('HandlerContext'), []);
const resultRows = [...results(found), ['input', resultType(exported('TriggerInput'))]];

/** The members that lead from one object of a result to another one, or to a list. */
const links = [...resultTypes.values()]
  .flatMap(({ members }) => members.split(' '))
  .filter((member) => member.includes(':'))
  .map((member) => member.split(':')[0]);

const list = (names) => `[]string{${names.map((name) => JSON.stringify(name)).join(', ')}}`;
const rows = found.map(
  ({ path, names, promises }) => `\t{${JSON.stringify(path)}, ${list(names)}, ${list(promises.map((m) => m.name))}},\n`,
);

writeGo(`// Code generated by sdk/scripts/context-members.mjs from the types of the SDK. DO NOT EDIT.

package declared

// contextMembers are the members of a handler's context and of what paths below it lead to. The second list has those
// that return promises.
var contextMembers = []membersOfPath{
${rows.join('')}}

// resultTypes are the types of what calls of a context return, and of the input of a trigger. Members have their type if
// it is listed, too, with [] for a list. The second value says which other members such objects can have.
var resultTypes = []resultType{
${[...resultTypes].map(([name, t]) => `\t{${JSON.stringify(name)}, ${t.others}, ${JSON.stringify(t.members)}},\n`).join('')}}

// resultLinks are the members that lead from one object of a result to another one, or to a list.
var resultLinks = ${list([...new Set(links)])}

// contextResults are the types of what the promises of calls resolve to, by path, and of the input of a trigger.
var contextResults = [][2]string{
${resultRows.map((row) => `\t{${row.map((text) => JSON.stringify(text)).join(', ')}},\n`).join('')}}
`);
