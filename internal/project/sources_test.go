package project

import (
	"slices"
	"testing"
)

func TestFilesAreTheUsersSourcesThatWereRead(t *testing.T) {
	p := load(t, map[string]string{
		"svc.config.ts": `import { defineApp, card } from '@svc/sdk';
import { name } from './src/lib/name';
export default defineApp({
  name, distribution: 'private', auth: 'static', platformVersion: '2025.2', scopes: [],
  cards: [card({ id: 'c', name: 'C', location: 'crm.record.tab', objectTypes: ['contact'],
  	entrypoint: './src/cards/Card.tsx' })],
});
`,
		"src/lib/name.ts":   "export const name = 'A';\n",
		"src/lib/deep.ts":   "export const deep = `\n  // README.md\n`;\n",
		"src/lib/unused.ts": "export const unused = 1;\n",
		"src/workers/main.ts": "import { defineWorker } from '@svc/sdk';\nimport { deep } from '../lib/deep';\n" +
			"console.log(deep);\nexport default defineWorker('main');\n",
		"src/workers/broken.ts":  "export const = 1;\n",
		"src/cards/Card.tsx":     "import { Row } from './Row';\nexport default () => <Row />;\n",
		"src/cards/Row.tsx":      "export const Row = () => null;\n",
		"node_modules/x/main.js": "module.exports = 1;\n",
	})
	want := []string{
		"src/cards/Card.tsx", "src/cards/Row.tsx", "src/lib/deep.ts", "src/lib/name.ts",
		"src/workers/broken.ts", "src/workers/main.ts", "svc.config.ts",
	}
	if !slices.Equal(p.Files, want) {
		t.Errorf("got %q, want %q", p.Files, want)
	}
	if got := string(p.Source("src/lib/name.ts")); got != "export const name = 'A';\n" {
		t.Errorf("the source is %q", got)
	}
	if got := p.Source("none.ts"); got != nil {
		t.Errorf("a file that is not there has the source %q", got)
	}
}
