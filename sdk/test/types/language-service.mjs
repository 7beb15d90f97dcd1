import ts from 'typescript5';

/** The editor services of TypeScript 5, which run in this process. */
export function languageService(configFile) {
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ts.sys.resolvePath(`${configFile}/..`));
  const opened = new Map();
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...opened.keys()],
    getScriptVersion: (name) => String(opened.get(name)?.version ?? 0),
    getScriptSnapshot(name) {
      const text = opened.get(name)?.text ?? ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  return {
    open: (file, text) => opened.set(file, { text, version: (opened.get(file)?.version ?? 0) + 1 }),
    async completions({ file, at }) {
      const found = service.getCompletionsAtPosition(file, at, {});
      return found?.isGlobalCompletion === false ? found.entries.map(({ name }) => name) : [];
    },
    async hover({ file, at }) {
      const info = service.getQuickInfoAtPosition(file, at);
      return ts.displayPartsToString(info?.documentation);
    },
    async definition({ file, at }) {
      const [found] = service.getDefinitionAtPosition(file, at) ?? [];
      return found?.textSpan.start;
    },
    close: () => service.dispose(),
  };
}
