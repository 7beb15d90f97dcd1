// The rule types-path-hidden: editors find the types of the SDK.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var typesPathHidden = &checker.Rule{
	ID:       "types-path-hidden",
	Severity: diag.Warning,
	Title:    "the paths of tsconfig.json leave the types of @svc/sdk in reach",
	Why:      "paths of a tsconfig replaces that of the one it extends: .svc/tsconfig.json leads to the types of @svc/sdk by its paths, and nothing else does before an npm install",
	Hint:     "run npm install, or copy the entries of paths from .svc/tsconfig.json, with ./.svc in place of . and ./ in place of ../",
	Before: `{
  "extends": "./.svc/tsconfig.json",
  "compilerOptions": { "paths": { "@/*": ["./src/*"] } }
}`,
	After: `{
  "extends": "./.svc/tsconfig.json",
  "compilerOptions": {
    "paths": { "@/*": ["./src/*"], "@svc/sdk": ["./node_modules/@svc/sdk/dist/index.d.ts", "./.svc/types/@svc/sdk/index.d.ts"] }
  }
}`,
	Run: reportProblems,
}
