package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var typesPathHidden = &checker.Rule{
	ID:       "types-path-hidden",
	Severity: diag.Warning,
	Title:    "keep the types of @svc/sdk reachable from tsconfig.json",
	Why: "a tsconfig's paths replace those of the config that it extends; before npm install, only the paths in " +
		".svc/tsconfig.json lead to the types of @svc/sdk",
	Hint: "run npm install, or copy the paths from .svc/tsconfig.json, with ./.svc for . and ./ for ../",
	Before: `{
  "extends": "./.svc/tsconfig.json",
  "compilerOptions": { "paths": { "@/*": ["./src/*"] } }
}`,
	After: `{
  "extends": "./.svc/tsconfig.json",
  "compilerOptions": {
    "paths": {
      "@/*": ["./src/*"],
      "@svc/sdk": ["./node_modules/@svc/sdk/dist/index.d.ts", "./.svc/types/@svc/sdk/index.d.ts"]
    }
  }
}`,
	Run: reportProblems,
}
