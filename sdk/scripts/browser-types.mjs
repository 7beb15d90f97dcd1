// The types of a browser's globals.
import ts from '@typescript/typescript6';

/** Returns the values that a file without imports can name, and what asks for their types there. */
export function browserValues() {
  const options = { lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'], types: [] };
  const name = 'code.ts';
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (file, version) =>
    file === name ? ts.createSourceFile(file, '', version) : getSourceFile.call(host, file, version);
  const program = ts.createProgram([name], options, host);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(name);
  return { checker, file, symbols: checker.getSymbolsInScope(file, ts.SymbolFlags.Value) };
}
