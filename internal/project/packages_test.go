package project

import "testing"

func TestEdgeBuildOfAPackageIsUsed(t *testing.T) {
	p := load(t, map[string]string{
		"svc.config.ts": minimalConfig,
		"node_modules/one/package.json": `{"name":"one","exports":{"node":"./node.js","workerd":"./edge.js",
			"browser":"./browser.js","default":"./node.js"}}`,
		"node_modules/one/edge.js":      "export default 'edge';\n",
		"node_modules/one/browser.js":   "export default 'browser';\n",
		"node_modules/one/node.js":      "import 'node:fs';\nexport default 'node';\n",
		"node_modules/two/package.json": `{"name":"two","exports":{"browser":"./browser.js","default":"./node.js"}}`,
		"node_modules/two/browser.js":   "export default 'browser';\n",
		"node_modules/two/node.js":      "import 'node:fs';\n",
		"node_modules/three/package.json": `{"name":"three","main":"main.js",
			"browser":{"fs":false,"./inner.js":"./other.js","./inspect.js":false}}`,
		"node_modules/three/main.js": "const fs = require('fs');\nconst inspect = require('./inspect');\n" +
			"module.exports = require('./inner') + typeof fs.read + typeof inspect.read;\n",
		"node_modules/three/inspect.js":     "exports.read = require('util').inspect;\n",
		"node_modules/three/inner.js":       "module.exports = 'inner';\n",
		"node_modules/three/other.js":       "module.exports = 'other';\n",
		"node_modules/@s/four/package.json": `{"name":"@s/four","module":"esm.mjs","main":"cjs.js"}`,
		"node_modules/@s/four/esm.mjs":      "export default 'esm';\n",
		"node_modules/@s/four/cjs.js":       "module.exports = 'cjs';\n",
		"src/workers/w.ts": "import one from 'one';\nimport two from 'two';\nimport three from 'three';\n" +
			"import four from '@s/four';\n" + toolHead + "worker.tool([one, two, three, four].join(), { label: 'l' } as " +
			"never);\n",
	})
	if len(p.Problems) > 0 || find(p, "edge,browser,otherundefinedundefined,esm", "label") == nil {
		t.Errorf("declared %q, problems %+v", ids(p), p.Problems)
	}
}

func TestErrorOfAPackageIsReportedAtItsImport(t *testing.T) {
	p := load(t, map[string]string{
		"svc.config.ts":                 minimalConfig,
		"node_modules/bad/package.json": `{"name":"bad","main":"index.js"}`,
		"node_modules/bad/index.js":     "exports.run = () => {\n\n  throw new Error('from the package');\n};\n",
		"src/workers/w.ts":              "import { run } from 'bad';\nconst value = 1;\nrun();\nexport default value;\n",
	})
	if len(p.Problems) != 1 || p.Problems[0].Message != "Error: from the package" ||
		spot(p.Locator.Locate(p.Problems[0].At)) != "src/workers/w.ts:3:1" {
		t.Errorf("problems %+v at %v", p.Problems, p.Locator.Locate(p.Problems[0].At))
	}
}
