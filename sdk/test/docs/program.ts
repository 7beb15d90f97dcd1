import ts from 'typescript5';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  types: [],
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  jsx: ts.JsxEmit.ReactJSX,
  noEmit: true,
};

/** The files that have been read from the disk, by path. Parsing the libraries takes as long as checking a page. */
const parsed = new Map<string, ts.SourceFile | undefined>();

function fromDisk(name: string, parse: () => ts.SourceFile | undefined): ts.SourceFile | undefined {
  const file = parsed.get(name) ?? parse();
  parsed.set(name, file);
  return file;
}

/**
 * Creates a program from files on disk and in memory.
 *
 * @param files text by absolute path; files without text are read from the disk
 * @param paths file by module name, such as `@svc/sdk`
 */
export function programOf(
  files: Readonly<Record<string, string | undefined>>,
  paths: Readonly<Record<string, string>>,
): ts.Program {
  const settings = {
    ...options,
    paths: Object.fromEntries(Object.entries(paths).map(([name, file]) => [name, [file]])),
  };
  const host = ts.createCompilerHost(settings);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, ...rest) => {
    const text = files[name];
    return text === undefined
      ? fromDisk(name, () => getSourceFile(name, ...rest))
      : ts.createSourceFile(name, text, rest[0], true);
  };
  host.fileExists = (name) => files[name] !== undefined || fileExists(name);
  host.readFile = (name) => files[name] ?? readFile(name);
  return ts.createProgram(Object.keys(files), settings, host);
}

/** Returns the errors of a file as `line: message`. */
export function errorsIn(program: ts.Program, name: string): string[] {
  const file = program.getSourceFile(name);
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
    ({ start, messageText }) => {
      const { line } = file?.getLineAndCharacterOfPosition(start ?? 0) ?? { line: 0 };
      return `${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    },
  );
}
